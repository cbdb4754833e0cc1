// binary_partition of a tile of 32 random integers: the odd ones form a group, the even ones another.
#include "../check.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

struct Half {
  unsigned size, rank, groups, group;
  int sum;
};
__device__ Half halves[96];

__global__ void oddEven(int *inputArr) {
  cg::thread_block cta = cg::this_thread_block();
  cg::thread_block_tile<32> tile32 = cg::tiled_partition<32>(cta);

  // inputArr contains random integers
  int elem = inputArr[cta.thread_rank()];
  // after this, tile32 is split into 2 groups,
  // a subtile where elem&1 is true and one where its false
  auto subtile = cg::binary_partition(tile32, (elem & 1));

  int sum = 0;
  for (unsigned rank = 0; rank < subtile.num_threads(); ++rank)
    sum += subtile.shfl(elem, rank);
  subtile.sync();
  halves[cta.thread_rank()] = {unsigned(subtile.num_threads()), unsigned(subtile.thread_rank()),
                               unsigned(subtile.meta_group_size()), unsigned(subtile.meta_group_rank()), sum};
}

static void check(const std::vector<int> &input) {
  DeviceArray<int> device(input);
  oddEven<<<1, 96>>>(device.get());
  CHECK_LAUNCH();
  Half got[96];
  CHECK_CUDA(cudaMemcpyFromSymbol(got, halves, sizeof got));
  for (int t = 0; t < 96; ++t) {
    unsigned size = 0, rank = 0;
    int sum = 0;
    for (int other = t / 32 * 32; other < t / 32 * 32 + 32; ++other)
      if ((input[other] & 1) == (input[t] & 1)) {
        ++size;
        rank += other < t;
        sum += input[other];
      }
    CHECK_EQ(got[t].size, size);
    CHECK_EQ(got[t].rank, rank);
    CHECK_EQ(got[t].sum, sum);
    // Only groups that have threads count; of two, the odd numbers are the second.
    CHECK_EQ(got[t].groups, size == 32 ? 1u : 2u);
    CHECK_EQ(got[t].group, size == 32 ? 0u : unsigned(input[t] & 1));
  }
}

int main() {
  Random random;
  for (int round = 0; round < 20; ++round) {
    std::vector<int> input(96);
    for (int &value : input)
      value = random.below(1000000);
    // The first rounds have tiles with a single odd number, and without any.
    for (int i = 0; round < 2 && i < 64; ++i)
      input[i] = input[i] & ~1;
    if (round == 1)
      input[40] |= 1;
    check(input);
  }
  return verdict();
}
