// The guard lets one thread too many write.
#include <cuda_runtime.h>

__global__ void fill(int *a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef REPAIRED
  if (i < n)
    a[i] = i;
#else
  if (i <= n)
    a[i] = i; // EXPECT: error out-of-bounds-global
#endif
}

int main() {
  const int n = 100;
  int *a;
  cudaMalloc(&a, n * sizeof(int));
  fill<<<4, 32>>>(a, n);
  cudaDeviceSynchronize();
  cudaFree(a);
}
