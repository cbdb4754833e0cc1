// The four shuffles, and those of a tile, move __half, __half2, __nv_bfloat16 and __nv_bfloat162.
#include "../check.h"

#include <cooperative_groups.h>
#include <cstring>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace cg = cooperative_groups;

template <typename T> struct Moved {
  T broadcast, up, down, exchanged, by_tile;
};

template <typename T> __global__ void shuffle(const T *values, Moved<T> *out) {
  const T mine = values[threadIdx.x];
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  Moved<T> moved;
  moved.broadcast = __shfl_sync(0xffffffff, mine, 19);
  moved.up = __shfl_up_sync(0xffffffff, mine, 2, 8);
  moved.down = __shfl_down_sync(0xffffffff, mine, 5);
  moved.exchanged = __shfl_xor_sync(0xffffffff, mine, 9, 16);
  // NVIDIA's vectors are not trivially copyable, and groups take nothing else.
  if constexpr (std::is_trivially_copyable<T>::value)
    moved.by_tile = tile.shfl(mine, 6);
  else
    moved.by_tile = __shfl_sync(0xffffffff, mine, 6, 8);
  out[threadIdx.x] = moved;
}

template <typename T> static bool same(const T &a, const T &b) { return std::memcmp(&a, &b, sizeof a) == 0; }

// Every bit pattern travels as it is, NaNs too.
template <typename T> static void check(Random &random) {
  for (int round = 0; round < 10; ++round) {
    const int threads = 96;
    std::vector<T> values(threads);
    for (T &value : values) {
      std::uint64_t bits = random.bits();
      std::memcpy(static_cast<void *>(&value), &bits, sizeof value);
    }
    DeviceArray<T> device(values);
    DeviceArray<Moved<T>> out(threads);
    shuffle<<<1, threads>>>(device.get(), out.get());
    CHECK_LAUNCH();
    std::vector<Moved<T>> got = out.host();
    for (int t = 0; t < threads; ++t) {
      CHECK(same(got[t].broadcast, values[t / 32 * 32 + 19]));
      CHECK(same(got[t].up, values[t % 8 < 2 ? t : t - 2]));
      CHECK(same(got[t].down, values[t % 32 > 26 ? t : t + 5]));
      CHECK(same(got[t].exchanged, values[t ^ 9]));
      CHECK(same(got[t].by_tile, values[t / 8 * 8 + 6]));
    }
  }
}

int main() {
  Random random;
  check<__half>(random);
  check<__half2>(random);
  check<__nv_bfloat16>(random);
  check<__nv_bfloat162>(random);
  return verdict();
}
