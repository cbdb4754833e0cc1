// The memory of a freed array is looked for while new arrays are made.
#include <cuda_runtime.h>

__global__ void fill(int *a, int value) { a[threadIdx.x] = value; } // EXPECT: error use-after-free

int main() {
  int *a, *b;
  cudaMalloc(&a, 256 * sizeof(int));
#ifndef REPAIRED
  cudaFree(a);
#endif
  cudaMalloc(&b, 256 * sizeof(int));
  fill<<<1, 256>>>(b, 1);
  fill<<<1, 256>>>(a, 2);
  cudaDeviceSynchronize();
#ifdef REPAIRED
  cudaFree(a);
#endif
  cudaFree(b);
}
