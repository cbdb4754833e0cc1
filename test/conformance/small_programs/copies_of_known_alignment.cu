// memcpy_async whose sizes promise an alignment (cuda::aligned_size_t<N>): bytes, and layouts that count
// elements, the smaller of which is copied.
#include "../check.h"

#include <algorithm>
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>

namespace cg = cooperative_groups;

constexpr unsigned kBytes = 1024;

// The first 64 bytes and everything after the copied ones stay as they were.
template <unsigned kAlignment>
__global__ void bytes(const unsigned char *in, unsigned char *out, unsigned size) {
  __shared__ __align__(64) unsigned char shared[64 + kBytes];
  cg::thread_block block = cg::this_thread_block();
  for (unsigned i = block.thread_rank(); i < sizeof shared; i += block.size())
    shared[i] = 0xee;
  block.sync();
  cg::memcpy_async(block, shared + 64, in, cuda::aligned_size_t<kAlignment>(size));
  cg::wait(block);
  for (unsigned i = block.thread_rank(); i < sizeof shared; i += block.size())
    out[i] = shared[i];
}

template <unsigned kAlignment, typename T>
__global__ void layouts(const T *in, T *out, unsigned target_count, unsigned source_count) {
  __shared__ __align__(16) T shared[kBytes / sizeof(T)];
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  if (tile.meta_group_rank() != 0)
    return;
  for (unsigned i = tile.thread_rank(); i < kBytes / sizeof(T); i += 32)
    shared[i] = T(77);
  tile.sync();
  cg::memcpy_async(tile, shared, cuda::aligned_size_t<kAlignment>(target_count), in,
                   cuda::aligned_size_t<kAlignment>(source_count));
  cg::wait(tile);
  for (unsigned i = tile.thread_rank(); i < kBytes / sizeof(T); i += 32)
    out[i] = shared[i];
}

template <unsigned kAlignment> static void check_bytes(Random &random) {
  std::vector<unsigned char> values(kBytes);
  for (unsigned char &value : values)
    value = static_cast<unsigned char>(random.bits());
  DeviceArray<unsigned char> in(values), out(64 + kBytes);
  for (unsigned threads : {1u, 32u, 100u, 256u})
    for (unsigned size = kAlignment; size <= kBytes; size += kAlignment * (1 + random.below(40))) {
      bytes<kAlignment><<<1, threads>>>(in.get(), out.get(), size);
      CHECK_LAUNCH();
      std::vector<unsigned char> expected(64 + kBytes, 0xee);
      std::copy_n(values.begin(), size, expected.begin() + 64);
      CHECK_SAME(out.host(), expected);
    }
}

template <unsigned kAlignment, typename T> static void check_layouts(Random &random) {
  const unsigned capacity = kBytes / sizeof(T), step = kAlignment > sizeof(T) ? kAlignment / sizeof(T) : 1;
  std::vector<T> values(capacity);
  for (T &value : values)
    value = static_cast<T>(random.bits());
  DeviceArray<T> in(values), out(capacity);
  for (int round = 0; round < 12; ++round) {
    unsigned target = step * (1 + random.below(capacity / step)),
             source = step * (1 + random.below(capacity / step));
    layouts<kAlignment><<<1, 64>>>(in.get(), out.get(), target, source);
    CHECK_LAUNCH();
    std::vector<T> expected(capacity, T(77));
    std::copy_n(values.begin(), target < source ? target : source, expected.begin());
    CHECK_SAME(out.host(), expected);
  }
}

int main() {
  Random random;
  check_bytes<4>(random);
  check_bytes<8>(random);
  check_bytes<16>(random);
  check_bytes<64>(random);
  check_layouts<16, char>(random);
  check_layouts<4, short>(random);
  check_layouts<16, int>(random);
  check_layouts<8, long long>(random);
  check_layouts<16, unsigned char>(random);
  return verdict();
}
