// inclusive_scan over tiles of eight, printed by the kernel: the triangular numbers.
#include "../capture.h"

#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>
#include <stdio.h>
namespace cg = cooperative_groups;

__global__ void kernel() {
  auto thread_block = cg::this_thread_block();
  auto tile = cg::tiled_partition<8>(thread_block);
  unsigned int val = cg::inclusive_scan(tile, tile.thread_rank());
  printf("%u: %u\n", tile.thread_rank(), val);
}

int main() {
  for (int threads : {8, 40, 64}) {
    std::vector<std::string> expected;
    for (int i = 0; i < threads; ++i)
      expected.push_back(std::to_string(i % 8) + ": " + std::to_string((i % 8) * (i % 8 + 1) / 2));
    std::sort(expected.begin(), expected.end());
    CHECK_SAME(linesPrintedBy([threads] { kernel<<<1, threads>>>(); }), expected);
  }
  return verdict();
}
