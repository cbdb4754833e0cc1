// A grid-stride loop runs to the number of threads instead of elements.
#include <cuda_runtime.h>

__global__ void clear(unsigned char *a, int n) {
#ifdef REPAIRED
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
#else
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n + 5; i += gridDim.x * blockDim.x)
#endif
    a[i] = 0; // EXPECT: error out-of-bounds-global
}

int main() {
  unsigned char *a;
  cudaMalloc(&a, 10000);
  clear<<<8, 128>>>(a, 10000);
  cudaDeviceSynchronize();
  cudaFree(a);
}
