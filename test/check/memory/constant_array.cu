// A __constant__ table is shorter than the index.
#include <cuda_runtime.h>

__constant__ float coefficients[10];

__global__ void apply(const float *in, float *out, int taps) {
  float sum = 0;
  for (int k = 0; k < taps; ++k)
    sum += coefficients[k] * in[threadIdx.x + k]; // EXPECT: error out-of-bounds-constant
  out[threadIdx.x] = sum;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 64 * sizeof(float));
  cudaMalloc(&out, 32 * sizeof(float));
  cudaMemset(in, 0, 64 * sizeof(float));
#ifdef REPAIRED
  apply<<<1, 32>>>(in, out, 10);
#else
  apply<<<1, 32>>>(in, out, 11);
#endif
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
