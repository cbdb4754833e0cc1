// Two warps are interleaved in a loop that waits for its own results, and there is a third copy for the last one, alone. Where
// there is one warp, or iterations keep the processor busy, there is one copy.
// RUN: %clang_device -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z4waitPiPKi -lanes 32 -block rows -ir-after finish -stop-after finish | FileCheck %s --check-prefix=WAIT
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z4waitPiPKi -lanes 32 -block rows+one-warp -ir-after finish -stop-after finish | FileCheck %s --check-prefix=ONCE
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z4busyPffi -lanes 32 -block rows -ir-after finish -stop-after finish | FileCheck %s --check-prefix=BUSY
// Phis that nobody uses, which other passes would have removed, take no variable.
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z6escapePiffi -lanes 32 -block rows-of-32+eights -disable-pass combine-after-gvn -ir-after finish -stop-after finish | FileCheck %s --check-prefix=ESCAPE

// WAIT-LABEL: define {{.*}} @_Z4waitPiPKi.block(
// WAIT-COUNT-3: call <32 x i32> @llvm.masked.gather
// WAIT-NOT: call <32 x i32> @llvm.masked.gather
// ONCE-LABEL: define {{.*}} @_Z4waitPiPKi.block(
// ONCE: call <32 x i32> @llvm.masked.gather
// ONCE-NOT: call <32 x i32> @llvm.masked.gather
__global__ void wait(int *values, const int *next) {
  int at = threadIdx.x, hops = values[threadIdx.x];
  for (int i = 0; i < hops; ++i)
    at = next[at];
  values[threadIdx.x] = at;
}

// BUSY-LABEL: define {{.*}} @_Z4busyPffi.block(
// BUSY-COUNT-8: call <32 x float> @llvm.fma.v32f32
// BUSY-NOT: call <32 x float> @llvm.fma.v32f32
__global__ void busy(float *values, float c, int rounds) {
  float x[8];
  for (int j = 0; j < 8; ++j)
    x[j] = values[threadIdx.x + blockDim.x * j];
  for (int i = 0; i < rounds && x[0] < 100; ++i)
    for (int j = 0; j < 8; ++j)
      x[j] = x[j] * x[j] + c;
  for (int j = 0; j < 8; ++j)
    values[threadIdx.x + blockDim.x * j] = x[j];
}

// ESCAPE: define {{.*}} @_Z6escapePiffi.block(
// ESCAPE: ret void
__global__ void escape(int *steps, float dx, float dy, int most) {
  int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y, step = 0;
  if (column >= 1000 || row >= 1000)
    return;
  float cx = column * dx, cy = row * dy, x = 0, y = 0;
  while (step < most && x * x + y * y < 4) {
    float next = x * x - y * y + cx;
    y = 2 * x * y + cy;
    x = next;
    ++step;
  }
  steps[row * 1000 + column] = step;
}
