// A function that is large and called from several places stays one; what is called once, or is small, does not. Both
// engines decide alike.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z6kernelPff -lanes 32 -ir-after normalise -stop-after normalise | FileCheck %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z6kernelPff -lanes 1 -ir-after normalise -stop-after normalise | FileCheck %s

template <int kCount> __device__ float polynomial(float x, float y) {
  float sum = 0;
#pragma unroll
  for (int i = 0; i < kCount; ++i)
    sum = sum * x + y * (i + 1) - sum * sum;
  return sum;
}
__device__ float small(float x, float y) { return polynomial<4>(x, y); }
__device__ float once(float x, float y) { return polynomial<99>(x, y); }
__device__ float large(float x, float y) { return polynomial<100>(x, y); }

// CHECK-NOT: define {{.*}}@_Z{{5small|4once}}ff
// CHECK: define {{.*}} @_Z5largeff(
// CHECK-NOT: define {{.*}}@_Z{{5small|4once}}ff
// CHECK: define {{.*}} @_Z6kernelPff(
// CHECK-NOT: define {{.*}}@_Z{{5small|4once}}ff
__global__ void kernel(float *out, float y) {
  float x = out[threadIdx.x];
  x += small(x, y) * small(y, x) + once(x, 2.0f);
  if (x > 1.0f)
    x -= large(x, y);
  out[threadIdx.x] = x + large(y, x) * large(x, x);
}
