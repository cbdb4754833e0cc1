// Copies say nothing; the host does that gets the last one.
#include <cuda_runtime.h>

__global__ void copy(const int *in, int *out) {
  out[threadIdx.x] = in[threadIdx.x]; // EXPECT: error uninitialised-global
}

int main() {
  int *a, *b, *c, host[64] = {};
  cudaMalloc(&a, sizeof(host));
  cudaMalloc(&b, sizeof(host));
  cudaMalloc(&c, sizeof(host));
#ifdef REPAIRED
  cudaMemset(a, 0, sizeof(host));
#endif
  cudaMemcpy(b, a, sizeof(host), cudaMemcpyDeviceToDevice);
  copy<<<1, 64>>>(b, c);
  cudaMemcpy(host, c, sizeof(host), cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}
