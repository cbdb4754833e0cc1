// A branch that only some threads of a warp take: coalesced_threads() holds them, ranked in order.
#include "../check.h"

#include <cooperative_groups.h>
using namespace cooperative_groups;

struct Active {
  unsigned size, rank, groups, group, members;
};
__device__ Active observed[1024];

__global__ void kernel(int *globalInput) {
  if (threadIdx.x == *globalInput) {
    coalesced_group active = coalesced_threads();
    active.sync();
    observed[threadIdx.x] = {unsigned(active.num_threads()), unsigned(active.thread_rank()),
                             unsigned(active.meta_group_size()), unsigned(active.meta_group_rank()),
                             1u << threadIdx.x % 32};
  }
}

// The branch is taken by the lanes of a mask. Which of them find each other is up to the machine, but whoever
// is in a group agrees with all others in it.
__global__ void of_a_mask(unsigned mask, Active *out) {
  unsigned lane = threadIdx.x % 32;
  if (mask >> lane & 1) {
    coalesced_group active = coalesced_threads();
    unsigned members = 0;
    for (unsigned rank = 0; rank < active.size(); ++rank)
      members |= 1u << active.shfl(lane, rank);
    active.sync();
    out[threadIdx.x] = {unsigned(active.size()), unsigned(active.thread_rank()),
                        unsigned(active.meta_group_size()), unsigned(active.meta_group_rank()), members};
  }
}

int main() {
  for (int thread : {0, 2, 4, 8, 31, 95}) {
    DeviceArray<int> input(std::vector<int>{thread});
    kernel<<<1, 96>>>(input.get());
    CHECK_LAUNCH();
    Active got;
    CHECK_CUDA(cudaMemcpyFromSymbol(&got, observed, sizeof got, thread * sizeof got));
    CHECK(got.size == 1 && got.rank == 0 && got.groups == 1 && got.group == 0);
  }
  Random random;
  std::vector<unsigned> masks{0b100010100, 1, 0x80000000, 0xffffffff, 0x55555555, 0xffff0000};
  for (int i = 0; i < 20; ++i)
    masks.push_back(static_cast<unsigned>(random.bits()));
  const int threads = 95;
  for (unsigned mask : masks) {
    DeviceArray<Active> out(threads);
    of_a_mask<<<1, threads>>>(mask, out.get());
    CHECK_LAUNCH();
    std::vector<Active> got = out.host();
    for (int t = 0; t < threads; ++t) {
      unsigned lane = t % 32, members = got[t].members;
      if (!(mask >> lane & 1)) {
        CHECK_EQ(members, 0u);
        continue;
      }
      CHECK(members >> lane & 1);
      CHECK_EQ(members & ~mask, 0u);
      CHECK(t / 32 < threads / 32 || members >> threads % 32 == 0);
      CHECK_EQ(got[t].size, unsigned(__builtin_popcount(members)));
      CHECK_EQ(got[t].rank, unsigned(__builtin_popcount(members & ((1u << lane) - 1))));
      CHECK(got[t].groups == 1 && got[t].group == 0);
      for (unsigned other = 0; other < 32; ++other)
        if (members >> other & 1)
          CHECK_EQ(got[t / 32 * 32 + other].members, members);
    }
  }
  return verdict();
}
