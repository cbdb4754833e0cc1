// A sum that begins with nothing.
#include <cuda_runtime.h>

__global__ void add(const float *values, float *total) {
#ifdef REPAIRED
  float sum = 0;
#else
  float sum;
#endif
  for (int i = 0; i < 4; ++i)
    sum += values[threadIdx.x * 4 + i];
  atomicAdd(total, sum); // EXPECT: error uninitialised-value
}

int main() {
  float *values, *total;
  cudaMalloc(&values, 128 * sizeof(float));
  cudaMemset(values, 0, 128 * sizeof(float));
  cudaMalloc(&total, sizeof(float));
  cudaMemset(total, 0, sizeof(float));
  add<<<1, 32>>>(values, total);
  cudaDeviceSynchronize();
  cudaFree(values);
  cudaFree(total);
}
