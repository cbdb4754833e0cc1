// Block reduction: every tile reduces its part, and a single leader adds the sums of the tiles.
#include "../check.h"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

/// The following example accepts input in *A and outputs a result into *sum
/// It spreads the data within the block, one element per thread
#define blocksz 256
__global__ void block_reduce(const int *A, int *sum) {
  __shared__ int reduction_s[blocksz];

  cg::thread_block cta = cg::this_thread_block();
  cg::thread_block_tile<32> tile = cg::tiled_partition<32>(cta);

  const int tid = cta.thread_rank();
  int beta = A[tid];
  // reduce across the tile
  // cg::plus<int> allows cg::reduce() to know it can use hardware acceleration for addition
  reduction_s[tid] = cg::reduce(tile, beta, cg::plus<int>());
  // synchronize the block so all data is ready
  cg::sync(cta);
  // single leader accumulates the result
  if (cta.thread_rank() == 0) {
    beta = 0;
    for (int i = 0; i < blocksz; i += tile.num_threads()) {
      beta += reduction_s[i];
    }
    sum[blockIdx.x] = beta;
  }
}

int main() {
  Random random;
  for (int round = 0; round < 10; ++round) {
    std::vector<int> values(blocksz);
    unsigned expected = 0;
    for (int &value : values)
      expected += value = static_cast<int>(random.bits());
    DeviceArray<int> device(values), sums(6);
    block_reduce<<<6, blocksz>>>(device.get(), sums.get());
    CHECK_LAUNCH();
    CHECK_SAME(sums.host(), std::vector<int>(6, static_cast<int>(expected)));
  }
  return verdict();
}
