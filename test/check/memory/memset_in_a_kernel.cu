// memset() in a kernel counts elements twice.
#include <cstring>
#include <cuda_runtime.h>

__global__ void clear(int *a, int n) {
#ifdef REPAIRED
  memset(a + threadIdx.x * n, 0, n * sizeof(int));
#else
  memset(a + threadIdx.x * n, 0, 2 * n * sizeof(int)); // EXPECT: error out-of-bounds-global
#endif
}

int main() {
  int *a;
  cudaMalloc(&a, 32 * 4 * sizeof(int));
  clear<<<1, 1>>>(a, 32 * 4);
  cudaDeviceSynchronize();
  cudaFree(a);
}
