// What is computed from memory that nobody has written comes to the host.
#include <cuda_runtime.h>

__global__ void scale(const float *in, float *out) {
  const int i = threadIdx.x;
  out[i] = in[i] * 2; // EXPECT: error uninitialised-global
}

int main() {
  float *in, *out, host[64] = {};
  cudaMalloc(&in, sizeof(host));
  cudaMalloc(&out, sizeof(host));
#ifdef REPAIRED
  cudaMemcpy(in, host, sizeof(host), cudaMemcpyHostToDevice);
#endif
  scale<<<1, 64>>>(in, out);
  cudaMemcpy(host, out, sizeof(host), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
