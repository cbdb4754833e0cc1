// The last block has more threads than elements are left.
#include <cuda_runtime.h>

__global__ void scale(const float *in, float *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef REPAIRED
  const float x = i < n ? in[i] : 0;
#else
  const float x = in[i]; // EXPECT: error out-of-bounds-global
#endif
  if (x >= 0 && i < n)
    out[i] = 2 * x;
}

int main() {
  const int n = 1000;
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemset(in, 0, n * sizeof(float));
  scale<<<(n + 127) / 128, 128>>>(in, out, n);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
