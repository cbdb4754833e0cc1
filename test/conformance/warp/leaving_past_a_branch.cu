#include "../check.h"

// Lanes leave the loop in a block to which a uniform branch and a divergent one lead: the divergent one does not dominate it,
// and yet lanes part there.
__host__ __device__ int walk(const int *values, int stride, int rounds, int kept, int *met) {
  int sum = 0;
  for (int k = rounds;; --k) {
    if (k != 0) {
      const int value = values[k * stride];
      sum += 3 * value;
      *met += value & 1;
      if (value > 4) {
        sum += 1000;
        continue;
      }
    }
    *met += 100;
    sum += 1000000;
    if ((k & kept) == 0)
      return sum;
  }
}

__global__ void walks(const int *values, int *sums, int *met, int rounds, int kept) {
  const int t = threadIdx.x;
  sums[t] = walk(values + t, blockDim.x, rounds, kept, &met[t]);
}

int main() {
  constexpr int kThreads = 96, kRounds = 9;
  std::vector<int> values((kRounds + 1) * kThreads);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<int>(i * i % 23 + i) % 11;
  int *device_values, *sums, *met;
  CHECK_CUDA(cudaMallocManaged(&device_values, values.size() * sizeof(int)));
  CHECK_CUDA(cudaMallocManaged(&sums, kThreads * sizeof(int)));
  CHECK_CUDA(cudaMallocManaged(&met, kThreads * sizeof(int)));
  for (std::size_t i = 0; i < values.size(); ++i)
    device_values[i] = values[i];
  for (int kept : {0, 1, 2, 5, -1}) {
    CHECK_CUDA(cudaMemset(met, 0, kThreads * sizeof(int)));
    walks<<<1, kThreads>>>(device_values, sums, met, kRounds, kept);
    CHECK_CUDA(cudaDeviceSynchronize());
    for (int t = 0; t < kThreads; ++t) {
      int expected_met = 0;
      const int expected = walk(&values[t], kThreads, kRounds, kept, &expected_met);
      CHECK_EQ(sums[t], expected);
      CHECK_EQ(met[t], expected_met);
    }
  }
  return verdict();
}
