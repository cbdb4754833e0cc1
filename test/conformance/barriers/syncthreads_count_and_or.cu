// __syncthreads_count, _and and _or give every thread the same answer over the block.
#include "../check.h"

__global__ void vote(const int *predicates, int *counts, int *ands, int *ors) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  counts[i] = __syncthreads_count(predicates[i]);
  ands[i] = __syncthreads_and(predicates[i]) != 0;
  ors[i] = __syncthreads_or(predicates[i]) != 0;
}

int main() {
  const int n = 150, blocks = 20;
  Random random;
  std::vector<int> predicates(n * blocks);
  for (int i = 0; i < n * blocks; ++i) {
    unsigned density = i / n == 0 ? 0 : i / n == 1 ? 100 : random.below(101);
    predicates[i] = random.below(100) < density ? static_cast<int>(random.below(1000)) - 2000 : 0;
  }
  predicates[2 * n + 149] = 7;
  DeviceArray<int> device(predicates), counts(n * blocks), ands(n * blocks), ors(n * blocks);
  vote<<<blocks, n>>>(device.get(), counts.get(), ands.get(), ors.get());
  CHECK_LAUNCH();
  std::vector<int> got_counts = counts.host(), got_ands = ands.host(), got_ors = ors.host();
  for (int i = 0; i < n * blocks; ++i) {
    int count = 0;
    for (int k = 0; k < n; ++k)
      count += predicates[i / n * n + k] != 0;
    CHECK_EQ(got_counts[i], count);
    CHECK_EQ(got_ands[i], int{count == n});
    CHECK_EQ(got_ors[i], int{count > 0});
  }
  return verdict();
}
