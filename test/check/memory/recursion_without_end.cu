#include <cuda_runtime.h>

#ifdef REPAIRED
constexpr int kLimit = 10;
#else
constexpr int kLimit = 1 << 30;
#endif

__device__ __noinline__ int depth(const int *values, int n) {
  // EXPECT-SOMEWHERE: error stack-overflow
  return n < kLimit ? 1 + depth(values, n + values[n & 1]) + values[1] : 0;
}

__global__ void measure(int *values) { values[2] = depth(values, 0); }

int main() {
  int host[3] = {1, 1, 0}, *values;
  cudaMalloc(&values, sizeof host);
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  measure<<<1, 1>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
