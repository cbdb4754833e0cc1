// Each thread passes a value on to its neighbour, but the last one has forgotten to.
#include <cuda_runtime.h>

constexpr int kThreads = 128, kBlocks = 8;

__global__ void rotate(int *out, int rounds) {
  __shared__ int values[kThreads];
  const int t = threadIdx.x;
  int value = t;
  for (int i = 0; i < rounds; ++i) {
#ifndef REPAIRED
    if (t < kThreads - 1)
#endif
      values[t] = value;
    __syncthreads();
    value = values[(t + 1) % kThreads] + 1;
    __syncthreads();
  }
  if (value > 64) // EXPECT: error uninitialised-shared
    value += values[kThreads / 2] & 1;
  out[blockIdx.x * kThreads + t] = value; // EXPECT: error uninitialised-shared
}

int main() {
  constexpr int kRounds = 5;
  static int values[kBlocks * kThreads];
  int *out;
  cudaMalloc(&out, sizeof(values));
  cudaMemset(out, 0, sizeof(values));
  rotate<<<kBlocks, kThreads>>>(out, kRounds);
  cudaMemcpy(values, out, sizeof(values), cudaMemcpyDeviceToHost);
  cudaFree(out);
#ifdef REPAIRED
  for (int i = 0; i < kBlocks * kThreads; ++i) {
    const int value = (i + kRounds) % kThreads + kRounds;
    if (values[i] != value + (value > 64 ? (kThreads / 2 + kRounds - 1 + kRounds - 1) & 1 : 0))
      return 1;
  }
#endif
}
