// Memory of a pool was somebody else's before, and has no value.
#include <cuda_runtime.h>

__global__ void fill(int *a) { a[threadIdx.x] = 1; }

__global__ void look(const int *a, int *b) {
  if (a[threadIdx.x]) // EXPECT: error uninitialised-global
    b[threadIdx.x] = 2;
}

int main() {
  int *a, *b;
  cudaMallocAsync(&a, 128, 0);
  fill<<<1, 32>>>(a);
  cudaFreeAsync(a, 0);
  cudaMallocAsync(&a, 128, 0);
  cudaMallocAsync(&b, 128, 0);
#ifdef REPAIRED
  cudaMemsetAsync(a, 0, 128, 0);
#endif
  look<<<1, 32>>>(a, b);
  cudaFreeAsync(a, 0);
  cudaFreeAsync(b, 0);
  cudaDeviceSynchronize();
}
