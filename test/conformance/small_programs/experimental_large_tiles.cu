// Tiles of more than 32 threads by their first names, in cooperative_groups::experimental.
#define _CG_ABI_EXPERIMENTAL // enable experimental API
#include "../check.h"
#include "../headers_under_test.h"

#include <cooperative_groups.h>
using namespace cooperative_groups;

#if !RADDLE_COOPERATIVE_GROUPS
// CUDA 13 has dropped the names: what they mean there.
namespace experimental {
template <unsigned kCommunicationSize = 8, unsigned kMaxBlockSize = 1024>
using block_tile_memory = cooperative_groups::block_tile_memory<kMaxBlockSize>;
using cooperative_groups::this_thread_block;
using cooperative_groups::tiled_partition;
} // namespace experimental
#endif

__device__ unsigned observed[256];
__device__ int received[256];

__global__ void cooperative_kernel(const int *values) {
  // reserve shared memory for thread_block_tile usage.
  __shared__ experimental::block_tile_memory<4, 256> shared;
  thread_block thb = experimental::this_thread_block(shared);

  auto tile = experimental::tiled_partition<128>(thb);

  int t = thb.thread_rank();
  observed[t] = tile.thread_rank() + 1000 * tile.meta_group_rank() + 10000 * tile.meta_group_size();
  tile.sync();
  received[t] = tile.shfl(values[t], 77);
  bool votes =
      tile.any(tile.thread_rank() == 100) && !tile.any(0) && tile.all(1) && !tile.all(tile.thread_rank());
  if (!votes || tile.num_threads() != 128 || tile.size() != 128)
    received[t] = -1;
}

// The sizes have defaults, and every size is there.
template <unsigned kSize> __global__ void every_size(const int *values, int *out) {
  __shared__ experimental::block_tile_memory<> shared;
  auto block = experimental::this_thread_block(shared);
  auto tile = experimental::tiled_partition<kSize>(block);
  out[block.thread_rank()] = tile.shfl(values[block.thread_rank()], kSize - 1);
}

template <unsigned kSize> static void check(const std::vector<int> &values) {
  DeviceArray<int> device(values), out(1024);
  every_size<kSize><<<1, 1024>>>(device.get(), out.get());
  CHECK_LAUNCH();
  std::vector<int> got = out.host();
  for (unsigned t = 0; t < 1024; ++t)
    CHECK_EQ(got[t], values[t / kSize * kSize + kSize - 1]);
}

int main() {
  Random random;
  std::vector<int> values(1024);
  for (int &value : values)
    value = random.below(1 << 30);
  DeviceArray<int> device(values);
  cooperative_kernel<<<1, 256>>>(device.get());
  CHECK_LAUNCH();
  unsigned got[256];
  int got_received[256];
  CHECK_CUDA(cudaMemcpyFromSymbol(got, observed, sizeof got));
  CHECK_CUDA(cudaMemcpyFromSymbol(got_received, received, sizeof got_received));
  for (unsigned t = 0; t < 256; ++t) {
    CHECK_EQ(got[t], t % 128 + 1000 * (t / 128) + 20000);
    CHECK_EQ(got_received[t], values[t / 128 * 128 + 77]);
  }
  check<32>(values);
  check<64>(values);
  check<128>(values);
  check<256>(values);
  check<512>(values);
  return verdict();
}
