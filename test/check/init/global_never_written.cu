// The kernel writes another array than the one that is copied.
#include <cuda_runtime.h>

__global__ void fill(int *a) { a[threadIdx.x] = 1; }

int main() {
  int *a, *b, host[64];
  cudaMalloc(&a, sizeof(host));
  cudaMalloc(&b, sizeof(host));
#ifdef REPAIRED
  fill<<<1, 64>>>(b);
#else
  fill<<<1, 64>>>(a);
#endif
  cudaMemcpy(host, b, sizeof(host), cudaMemcpyDeviceToHost); // EXPECT: error uninitialised-copy
  cudaFree(a);
  cudaFree(b);
}
