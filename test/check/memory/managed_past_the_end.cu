// Managed memory has bounds too.
#include <cuda_runtime.h>

__global__ void fill(short *a, int n) {
#ifdef REPAIRED
  for (int i = threadIdx.x; i < n; i += blockDim.x)
#else
  for (int i = threadIdx.x; i < n + 2; i += blockDim.x)
#endif
    a[i] = 1; // EXPECT: error out-of-bounds-global
}

int main() {
  short *a;
  cudaMallocManaged(&a, 1000 * sizeof(short));
  fill<<<1, 64>>>(a, 1000);
  cudaDeviceSynchronize();
  cudaFree(a);
}
