// A guard around a loop that all warps of a group pass does not make them diverge: they go through the loop fused, and diverge
// after it. A loop that lanes leave one by one is no matter of the guard.
// RUN: %clang_device -gline-tables-only -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z4costPfPKfiif -lanes 32 -block rows+eights -ir-after widen -stop-after widen | FileCheck %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z5orbitPfi -lanes 32 -block rows+eights -engine 2>&1 | FileCheck %s --check-prefix=ORBIT

// CHECK: define {{.*}} @_Z4costPfPKfiif(
// CHECK-COUNT-8: load <32 x float>, ptr
// CHECK: call <32 x float> @llvm.masked.load
// CHECK: ret void
__global__ void cost(float *out, const float *in, int n, int dimensions, float bound) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float sum = 0;
  for (int d = 0; d < dimensions; ++d)
    sum += in[static_cast<long>(d) * n + i];
  if (sum < bound)
    out[i] = sum;
}

// ORBIT-NOT: fused warps
// ORBIT: warp engine
// ORBIT-NOT: fused warps
__global__ void orbit(float *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float x = out[i];
    while (x < 100)
      x = x * x + 1;
    out[i] = x;
  }
}
