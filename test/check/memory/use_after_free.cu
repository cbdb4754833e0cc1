// A kernel is given an array that was freed before.
#include <cuda_runtime.h>

__global__ void add(int *a) { a[threadIdx.x] += 1; } // EXPECT: error use-after-free

int main() {
  int *a;
  cudaMalloc(&a, 32 * sizeof(int));
  cudaMemset(a, 0, 32 * sizeof(int));
#ifdef REPAIRED
  add<<<1, 32>>>(a);
  cudaDeviceSynchronize();
  cudaFree(a);
#else
  cudaFree(a);
  add<<<1, 32>>>(a);
  cudaDeviceSynchronize();
#endif
}
