// A signed index becomes negative.
#include <cuda_runtime.h>

__global__ void reverse(int *a, int n) {
  const int i = threadIdx.x;
#ifdef REPAIRED
  a[n - 1 - i] = i;
#else
  a[n - 2 - i] = i; // EXPECT: error out-of-bounds-global
#endif
}

int main() {
  const int n = 64;
  int *a;
  cudaMalloc(&a, n * sizeof(int));
  reverse<<<1, n>>>(a, n);
  cudaDeviceSynchronize();
  cudaFree(a);
}
