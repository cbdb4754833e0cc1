// A scan that adds in place: what a thread reads, another one writes. All blocks access the same places.
#include <cuda_runtime.h>

#include <vector>

constexpr int kThreads = 128, kBlocks = 8;

__global__ void scan(int *data) {
  __shared__ int sums[2 * kThreads];
  const int t = threadIdx.x;
  data += blockIdx.x * kThreads;
  sums[t] = data[t];
  sums[t + kThreads] = 0;
#ifdef REPAIRED
  int from = 0;
  for (int distance = 1; distance < kThreads; distance *= 2) {
    __syncthreads();
    int sum = sums[from + t];
    if (t >= distance)
      sum += sums[from + t - distance];
    from = kThreads - from;
    sums[from + t] = sum;
  }
#else
  const int from = 0;
  for (int distance = 1; distance < kThreads; distance *= 2) {
    __syncthreads();
    if (t >= distance)
      sums[t] += sums[t - distance]; // EXPECT: error race-shared
  }
#endif
  __syncthreads();
  data[t] = sums[from + t];
}

int main() {
  std::vector<int> values(kThreads * kBlocks);
  for (int i = 0; i < kThreads * kBlocks; ++i)
    values[i] = i % 7 - i / kThreads;
  int *data;
  cudaMalloc(&data, sizeof(int) * values.size());
  cudaMemcpy(data, values.data(), sizeof(int) * values.size(), cudaMemcpyHostToDevice);
  scan<<<kBlocks, kThreads>>>(data);
  std::vector<int> sums(values.size());
  cudaMemcpy(sums.data(), data, sizeof(int) * values.size(), cudaMemcpyDeviceToHost);
  cudaFree(data);
#ifdef REPAIRED
  for (int i = 0, sum = 0; i < kThreads * kBlocks; ++i) {
    sum = values[i] + (i % kThreads ? sum : 0);
    if (sums[i] != sum)
      return 1;
  }
#endif
}
