// A function with a barrier vanishes, be it large, called in several places, or __noinline__: were it to stay, lanes that
// go around the barrier might be on their way out of the kernel.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z6kernelPfi -lanes 32 -block line -ir-after widen -stop-after widen | FileCheck %s
// CHECK-NOT: define {{.*}}sum
// CHECK: define {{.*}} @_Z6kernelPfi(
// CHECK: call void @raddle_syncthreads(
// CHECK-NOT: define {{.*}}sum
__device__ __noinline__ float sum(float *cells, int n) {
  if (cells[0] > n)
    return 0.0f;
  __syncthreads();
  return cells[(threadIdx.x + 1) % blockDim.x];
}

__global__ void kernel(float *out, int n) {
  extern __shared__ float cells[];
  cells[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  float total = sum(cells, n);
  if (n > 5)
    total += sum(cells, n + 1);
  out[threadIdx.x] = total;
}
