// cg::memcpy_async from global to shared memory, and the wait for it.
#include "groups.h"

#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>

constexpr int kMostBytes = 16384;
__device__ __align__(16) unsigned char source[kMostBytes + 64];

// Both addresses are `Offset` bytes past a multiple of 16, that of the source `Skew` more.
template <int Bytes, int Offset, typename Size, int Skew = 0> struct CopyOfBlock : WithBlock {
  static __device__ int step(const cg::thread_block &block, int value) {
    __shared__ __align__(16) unsigned char target[kMostBytes + 64];
    cg::memcpy_async(block, target + Offset, source + Offset + Skew + (value & 1) * 16, Size(Bytes));
    cg::wait(block);
    value = target[Offset + threadIdx.x % Bytes];
    block.sync();
    return value;
  }
};

// Two copies under way.
template <int Bytes> struct StagesOfBlock : WithBlock {
  static __device__ int step(const cg::thread_block &block, int value) {
    __shared__ __align__(16) unsigned char target[2][kMostBytes / 2];
    cg::memcpy_async(block, target[0], source + (value & 1) * 16, cuda::aligned_size_t<16>(Bytes));
    cg::memcpy_async(block, target[1], source + 16, cuda::aligned_size_t<16>(Bytes));
    cg::wait_prior<1>(block);
    value = target[0][threadIdx.x % Bytes];
    cg::wait(block);
    value += target[1][threadIdx.x % Bytes];
    block.sync();
    return value;
  }
};

template <int N, int Bytes, typename Size> struct CopyOfTile : WithTile<N> {
  template <typename Group> static __device__ int step(const Group &tile, int value) {
    __shared__ __align__(16) unsigned char target[kThreads / N][Bytes];
    unsigned char *mine = target[threadIdx.x / N];
    cg::memcpy_async(tile, mine, source + (value & 1) * 16, Size(Bytes));
    cg::wait(tile);
    value = mine[threadIdx.x % Bytes];
    tile.sync();
    return value;
  }
};

int main() {
  using aligned = cuda::aligned_size_t<16>;
  printRow("memcpy_async 16 KiB, aligned_size_t", "-", "thread_block",
           cyclesEach<CopyOfBlock<16384, 0, aligned>, int>());
  printRow("memcpy_async 4 KiB, aligned_size_t", "-", "thread_block",
           cyclesEach<CopyOfBlock<4096, 0, aligned>, int>());
  printRow("memcpy_async 4 KiB, 16-byte", "-", "thread_block",
           cyclesEach<CopyOfBlock<4096, 0, size_t>, int>());
  printRow("memcpy_async 4 KiB, 8-byte", "-", "thread_block",
           cyclesEach<CopyOfBlock<4096, 8, size_t>, int>());
  printRow("memcpy_async 4 KiB, 4-byte", "-", "thread_block",
           cyclesEach<CopyOfBlock<4096, 4, size_t>, int>());
  printRow("memcpy_async 4 KiB, 1-byte", "-", "thread_block",
           cyclesEach<CopyOfBlock<4096, 1, size_t>, int>());
  printRow("memcpy_async 4 KiB, skewed by 1", "-", "thread_block",
           cyclesEach<CopyOfBlock<4096, 0, size_t, 1>, int>());
  printRow("memcpy_async 1000 bytes", "-", "thread_block", cyclesEach<CopyOfBlock<1000, 0, size_t>, int>());
  printRow("memcpy_async 1001 bytes", "-", "thread_block", cyclesEach<CopyOfBlock<1001, 0, size_t>, int>());
  printRow("memcpy_async 2 x 4 KiB, wait_prior", "-", "thread_block", cyclesEach<StagesOfBlock<4096>, int>());
  printRow("memcpy_async 512 bytes", "-", "tile<32>", cyclesEach<CopyOfTile<32, 512, aligned>, int>());
  printRow("memcpy_async 64 bytes", "-", "tile<4>", cyclesEach<CopyOfTile<4, 64, size_t>, int>());
}
