// cooperative_groups::reduce and shuffles of groups over the 16-bit types.
#include "formats.h"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

template <class T> struct Results {
  T sum, least, greatest, first, neighbour;
};

template <int kSize, class T> __global__ void reduceTiles(const T *values, Results<T> *results) {
  const int i = threadIdx.x;
  auto tile = cg::tiled_partition<kSize>(cg::this_thread_block());
  const T value = values[i];
  results[i].sum = cg::reduce(tile, value, cg::plus<T>());
  results[i].least = cg::reduce(tile, value, cg::less<T>());
  results[i].greatest = cg::reduce(tile, value, cg::greater<T>());
  results[i].first = tile.shfl(value, 0);
  results[i].neighbour = tile.shfl_xor(value, kSize > 1 ? 1 : 0);
}

// The group is the odd threads of a warp.
template <class T> __global__ void reduceCoalesced(const T *values, T *sums) {
  if (threadIdx.x % 2) {
    auto group = cg::coalesced_threads();
    sums[threadIdx.x] = cg::reduce(group, values[threadIdx.x], cg::plus<T>());
  }
}

// Small integers: every order of summation is exact.
template <class T> T number(int i) { return T(static_cast<float>((i * 7) % 13 - 5)); }
template <class T> bool same(const T &a, const T &b) { return std::memcmp(&a, &b, sizeof a) == 0; }

template <int kSize, class T> void checkTiles() {
  std::vector<T> values;
  for (int i = 0; i < 64; ++i)
    values.push_back(number<T>(i));
  DeviceArray<T> device(values);
  DeviceArray<Results<T>> results(64);
  reduceTiles<kSize><<<1, 64>>>(device.get(), results.get());
  CHECK_LAUNCH();
  const std::vector<Results<T>> got = results.host();
  for (int i = 0; i < 64; ++i) {
    const int first = i / kSize * kSize;
    float sum = 0, least = 100, greatest = -100;
    for (int k = first; k < first + kSize; ++k) {
      const float value = static_cast<float>(values[k]);
      sum += value, least = std::fmin(least, value), greatest = std::fmax(greatest, value);
    }
    CHECK_EQ(static_cast<float>(got[i].sum), sum);
    CHECK_EQ(static_cast<float>(got[i].least), least);
    CHECK_EQ(static_cast<float>(got[i].greatest), greatest);
    CHECK(same(got[i].first, values[first]));
    CHECK(same(got[i].neighbour, values[kSize > 1 ? i ^ 1 : i]));
  }
}

template <class T> void checkCoalesced() {
  std::vector<T> values;
  float sum = 0;
  for (int i = 0; i < 32; ++i) {
    values.push_back(number<T>(i));
    sum += i % 2 ? static_cast<float>(values.back()) : 0;
  }
  DeviceArray<T> device(values), sums(32);
  reduceCoalesced<<<1, 32>>>(device.get(), sums.get());
  CHECK_LAUNCH();
  for (int i = 1; i < 32; i += 2)
    CHECK_EQ(static_cast<float>(sums.host()[i]), sum);
}

template <class Pair, class T> __global__ void reducePairs(const T *values, Pair *sums) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  const Pair pair(values[threadIdx.x], values[threadIdx.x ^ 1]);
  sums[threadIdx.x] = cg::reduce(tile, pair, cg::plus<Pair>());
}

template <class Pair, class T> void checkPairs() {
  std::vector<T> values;
  float sum = 0;
  for (int i = 0; i < 32; ++i) {
    values.push_back(number<T>(i));
    sum += static_cast<float>(values.back());
  }
  DeviceArray<T> device(values);
  DeviceArray<Pair> sums(32);
  reducePairs<<<1, 32>>>(device.get(), sums.get());
  CHECK_LAUNCH();
  for (const Pair &pair : sums.host()) {
    CHECK_EQ(static_cast<float>(pair.x), sum);
    CHECK_EQ(static_cast<float>(pair.y), sum);
  }
}

template <class T> void checkNumbers() {
  checkTiles<1, T>();
  checkTiles<2, T>();
  checkTiles<4, T>();
  checkTiles<8, T>();
  checkTiles<16, T>();
  checkTiles<32, T>();
  checkCoalesced<T>();
}

int main() {
  checkNumbers<__half>();
  checkNumbers<__nv_bfloat16>();
  checkPairs<__half2, __half>();
#ifdef COOPERATIVE_GROUPS_DETAIL_EXCHANGE_H // NVIDIA's header refuses this type
  checkPairs<__nv_bfloat162, __nv_bfloat16>();
#endif
  return verdict();
}
