// Tiles of 64 to 512 threads that all do the same, as do kernels whose warps take turns: exchanges that follow each other
// at once, in loops, between barriers of the block, and of tiles of different sizes in turn.
#include "../check.h"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

template <unsigned kSize> __global__ void exchange(const unsigned *in, unsigned *out, unsigned rounds) {
  __shared__ unsigned sums[16];
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<kSize>(block);
  unsigned value = in[block.thread_rank()];
  value += cg::reduce(tile, value, cg::plus<unsigned>());
  value += tile.shfl(value, kSize - 3);
#pragma unroll 1
  for (unsigned round = 0; round < rounds; ++round) {
    value = value * 3 + cg::reduce(tile, value ^ round, cg::plus<unsigned>());
    if (round % 3 == 1)
      block.sync();
    if (round % 2)
      value += cg::inclusive_scan(tile, value % 16);
    if constexpr (kSize > 64) {
      auto half = cg::tiled_partition<kSize / 2>(tile);
      value ^= half.shfl(value, round);
    }
  }
  if (tile.thread_rank() == 5)
    sums[tile.meta_group_rank()] = value;
  tile.sync();
  out[block.thread_rank()] = value + sums[tile.meta_group_rank()] + tile.any(value % 512 == 7) * 1000;
}

// The first half of the tiles returns; the others, of which no warp is missing, go on.
__global__ void half_returns(const unsigned *in, unsigned *out) {
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<64>(block);
  const unsigned t = block.thread_rank();
  if (tile.meta_group_rank() < tile.meta_group_size() / 2) {
    out[t] = 7;
    return;
  }
  const unsigned sum = cg::reduce(tile, in[t], cg::plus<unsigned>());
  out[t] = sum + cg::reduce(tile, sum ^ t, cg::plus<unsigned>());
}

std::vector<unsigned> input(unsigned threads) {
  std::vector<unsigned> values(threads);
  for (unsigned i = 0; i < threads; ++i)
    values[i] = i * i * 13 + i / 5;
  return values;
}

template <unsigned kSize> void check(unsigned threads, unsigned rounds) {
  const std::vector<unsigned> in = input(threads);
  DeviceArray<unsigned> values(in), out(std::vector<unsigned>(threads, 0));
  exchange<kSize><<<1, threads>>>(values.get(), out.get(), rounds);
  CHECK_LAUNCH();
  std::vector<unsigned> v = in, expected(threads);
  auto forEachTile = [&](unsigned size, auto body) {
    for (unsigned first = 0; first < threads; first += size)
      body(first);
  };
  auto addSums = [&](unsigned factor, unsigned flipped) {
    forEachTile(kSize, [&](unsigned first) {
      unsigned sum = 0;
      for (unsigned i = first; i < first + kSize; ++i)
        sum += v[i] ^ flipped;
      for (unsigned i = first; i < first + kSize; ++i)
        v[i] = v[i] * factor + sum;
    });
  };
  addSums(1, 0);
  forEachTile(kSize, [&](unsigned first) {
    const unsigned other = v[first + kSize - 3];
    for (unsigned i = first; i < first + kSize; ++i)
      v[i] += other;
  });
  for (unsigned round = 0; round < rounds; ++round) {
    addSums(3, round);
    if (round % 2)
      forEachTile(kSize, [&](unsigned first) {
        unsigned sum = 0;
        for (unsigned i = first; i < first + kSize; ++i) {
          sum += v[i] % 16;
          v[i] += sum;
        }
      });
    if (kSize > 64)
      forEachTile(kSize / 2, [&](unsigned first) {
        const unsigned other = v[first + round];
        for (unsigned i = first; i < first + kSize / 2; ++i)
          v[i] ^= other;
      });
  }
  forEachTile(kSize, [&](unsigned first) {
    bool any = false;
    for (unsigned i = first; i < first + kSize; ++i)
      any |= v[i] % 512 == 7;
    for (unsigned i = first; i < first + kSize; ++i)
      expected[i] = v[i] + v[first + 5] + any * 1000;
  });
  CHECK_SAME(out.host(), expected);
}

int main() {
  for (unsigned rounds : {0, 1, 2, 7, 16}) {
    for (unsigned threads : {64, 128, 256, 320, 1024})
      check<64>(threads, rounds);
    for (unsigned threads : {128, 384, 1024})
      check<128>(threads, rounds);
    for (unsigned threads : {256, 768})
      check<256>(threads, rounds);
    for (unsigned threads : {512, 1024})
      check<512>(threads, rounds);
  }
  const unsigned threads = 512;
  const std::vector<unsigned> in = input(threads);
  DeviceArray<unsigned> values(in), out(std::vector<unsigned>(threads, 0));
  half_returns<<<1, threads>>>(values.get(), out.get());
  CHECK_LAUNCH();
  std::vector<unsigned> expected(threads, 7);
  for (unsigned first = threads / 2; first < threads; first += 64) {
    unsigned sum = 0, second = 0;
    for (unsigned i = first; i < first + 64; ++i)
      sum += in[i];
    for (unsigned i = first; i < first + 64; ++i)
      second += sum ^ i;
    for (unsigned i = first; i < first + 64; ++i)
      expected[i] = sum + second;
  }
  CHECK_SAME(out.host(), expected);
  return verdict();
}
