// Neighbours are exchanged where they are out of order, which is so in one block only: there each element has two threads that may
// write it.
#include <cuda_runtime.h>

#include <algorithm>
#include <vector>

constexpr int kThreads = 64, kBlocks = 8;

__global__ void sort(int *data) {
  extern __shared__ int keys[];
  const int t = threadIdx.x;
  data += blockIdx.x * kThreads;
  keys[t] = data[t];
  for (int step = 0; step < kThreads; ++step) {
    __syncthreads();
#ifdef REPAIRED
    if ((t + step) % 2 == 0 && t + 1 < kThreads) {
#else
    if (t + 1 < kThreads) {
#endif
      const int a = keys[t];
      const int b = keys[t + 1];
      if (a > b) {
        keys[t] = b;     // EXPECT: error race-shared
        keys[t + 1] = a; // EXPECT: error race-shared
      }
    }
  }
  __syncthreads();
  data[t] = keys[t];
}

int main() {
  std::vector<int> values(kThreads * kBlocks);
  for (int i = 0; i < kThreads * kBlocks; ++i)
    values[i] = i / kThreads == 5 ? i * 29 % 64 : i;
  int *data;
  cudaMalloc(&data, sizeof(int) * values.size());
  cudaMemcpy(data, values.data(), sizeof(int) * values.size(), cudaMemcpyHostToDevice);
  sort<<<kBlocks, kThreads, kThreads * sizeof(int)>>>(data);
  std::vector<int> sorted(values.size());
  cudaMemcpy(sorted.data(), data, sizeof(int) * values.size(), cudaMemcpyDeviceToHost);
  cudaFree(data);
#ifdef REPAIRED
  for (int block = 0; block < kBlocks; ++block)
    if (!std::is_sorted(&sorted[block * kThreads], &sorted[block * kThreads] + kThreads))
      return 1;
#endif
}
