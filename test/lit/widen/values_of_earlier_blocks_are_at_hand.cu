// What a condition or an index is made of is known in later blocks, too, where nothing else there uses it: a guard that
// is computed is asked of the last lane before the shuffle and after it, and lane + distance is the distance again.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z5guardPKfPfi -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=GUARD
// RUN: %kernelc -bitcode %t.bc -kernel _Z8interiorPKfPfmii -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=GUARD
// RUN: env RADDLE_ISA=avx2 %kernelc -bitcode %t.bc -kernel _Z6circlePKfPfi -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=CIRCLE

// GUARD: load <32 x float>
// GUARD: call <32 x float> @llvm.masked.load
// GUARD: shufflevector <32 x
// GUARD: store <32 x float>
// GUARD: call void @llvm.masked.store
__global__ void guard(const float *in, float *out, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  bool inside = t < n / 2;
  float x = inside ? in[t] : 0;
  x += __shfl_xor_sync(~0u, x, 1);
  if (inside)
    out[t] = x;
}

__global__ void interior(const float *in, float *out, size_t pitch, int columns, int rows) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  bool inside = x < columns - 2 && y < rows - 1;
  float sum = inside ? in[y * pitch + x] : 0;
  sum += __shfl_xor_sync(~0u, sum, 1);
  if (inside)
    out[y * pitch + x] = sum;
}

// CIRCLE: call <8 x i32> @llvm.x86.avx2.permd
// CIRCLE: br i1
// CIRCLE: call <8 x i32> @llvm.x86.avx2.permd
__global__ void circle(const float *in, float *out, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x, from = (threadIdx.x + n / 3) & 31;
  float x = __shfl_sync(~0u, in[t], from);
  if (n > 100)
    x += __shfl_sync(~0u, x, from);
  out[t] = x;
}
