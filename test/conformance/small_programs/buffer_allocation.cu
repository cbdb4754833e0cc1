// Dynamic allocation of buffer space: an exclusive scan in the tile, one atomic by its last thread.
#include "../check.h"

#include <algorithm>
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>

#include "../headers_under_test.h"
namespace cg = cooperative_groups;

// Buffer partitioning is static to make the example easier to follow,
// but any arbitrary dynamic allocation scheme can be implemented by replacing this function.
__device__ int calculate_buffer_space_needed(cg::thread_block_tile<32> &tile) {
  return tile.thread_rank() % 2 + 1;
}

#if !RADDLE_COOPERATIVE_GROUPS
// NVIDIA's header does not let a tile of a block be passed as above.
__device__ int calculate_buffer_space_needed(cg::thread_block_tile<32, cg::thread_block> &tile) {
  return tile.thread_rank() % 2 + 1;
}
#endif

__device__ int my_thread_data(int i) { return i; }

__device__ int buffers[2][1024];
__device__ int used[2];

__global__ void kernel() {
  __shared__ int buffer_used;
  extern __shared__ int buffer[];
  auto thread_block = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(thread_block);

  buffer_used = 0;
  thread_block.sync();

  // each thread calculates buffer size it needs and its offset within the allocation
  int buf_needed = calculate_buffer_space_needed(tile);
  int buf_offset = cg::exclusive_scan(tile, buf_needed);

  // last thread in the tile allocates buffer space with an atomic operation
  int alloc_offset = 0;
  if (tile.thread_rank() == tile.num_threads() - 1) {
    alloc_offset = atomicAdd(&buffer_used, buf_offset + buf_needed);
  }
  // that thread shares the allocation start with other threads in the tile
  alloc_offset = tile.shfl(alloc_offset, tile.num_threads() - 1);
  buf_offset += alloc_offset;

  // each thread fill its part of the buffer with thread specific data
  for (int i = 0; i < buf_needed; ++i) {
    buffer[buf_offset + i] = my_thread_data(i);
  }

  // buffer is {0, 0, 1, 0, 0, 1 ...};
  thread_block.sync();
  for (int i = thread_block.thread_rank(); i < buffer_used; i += thread_block.size())
    buffers[blockIdx.x][i] = buffer[i];
  used[blockIdx.x] = buffer_used;
}

// Any demand of a thread, written with its own number so that the host finds every allocation again.
__global__ void random_demands(const int *demands, int *buffer, int *total) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  int t = blockIdx.x * blockDim.x + threadIdx.x, needed = demands[t];
  int offset = cg::exclusive_scan(tile, needed), start = 0;
  if (tile.thread_rank() == 31)
    start = atomicAdd(total, offset + needed);
  offset += tile.shfl(start, 31);
  for (int i = 0; i < needed; ++i)
    buffer[offset + i] = t;
}

int main() {
  const int threads = 224;
  kernel<<<2, threads, threads * 2 * sizeof(int)>>>();
  CHECK_LAUNCH();
  int got[2][1024], got_used[2];
  CHECK_CUDA(cudaMemcpyFromSymbol(got, buffers, sizeof got));
  CHECK_CUDA(cudaMemcpyFromSymbol(got_used, used, sizeof got_used));
  for (int b = 0; b < 2; ++b) {
    CHECK_EQ(got_used[b], threads / 2 * 3);
    for (int i = 0; i < threads / 2 * 3; ++i)
      CHECK_EQ(got[b][i], int{i % 3 == 2});
  }

  const int count = 3 * threads;
  Random random;
  std::vector<int> demands(count);
  int total = 0;
  for (int &demand : demands)
    total += demand = random.below(6);
  DeviceArray<int> device(demands), buffer(total), allocated(1);
  random_demands<<<3, threads>>>(device.get(), buffer.get(), allocated.get());
  CHECK_LAUNCH();
  CHECK_EQ(allocated.first(), total);
  std::vector<int> owners = buffer.host(), counts(count);
  for (int i = 0; i < total; ++i) {
    ++counts[owners[i]];
    // Inside a tile the order is that of the threads.
    if (i > 0 && owners[i] / 32 == owners[i - 1] / 32)
      CHECK(owners[i] >= owners[i - 1]);
  }
  CHECK_SAME(counts, demands);
  return verdict();
}
