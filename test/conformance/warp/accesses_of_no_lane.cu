// Loads and stores that no lane of a warp comes to touch nothing, whatever their addresses would be.
#include "../check.h"

template <typename T> __global__ void move_some(T *to, const T *from, const unsigned *index, unsigned least) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned place = index[i];
  for (unsigned round = 0; round < 3; ++round)
    if (place % 64 >= least + round)
      to[place] = from[place ^ 1];
}

template <typename T> __global__ void store_some(T *to, const unsigned *index, unsigned least) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned place = index[i];
  if (i % 64 >= least)
    to[place * 3] = static_cast<T>(i);
}

// No lane ever comes to the inner loop, which the compiler may find out: neither is it entered then.
__global__ void store_never(unsigned *to, const unsigned *count) {
  const unsigned lane = threadIdx.x;
  if ((0xffu >> lane) & 1)
    return;
  if (lane < 8)
    for (unsigned i = 0; i < count[lane] % 4; ++i)
      to[lane] = lane + 15;
}

__global__ void store_nowhere(unsigned *to, const unsigned *place) {
  const unsigned lane = threadIdx.x;
  if (!(0xffu >> lane) && lane < 8)
    for (unsigned i = place[lane * 2]; i < 64; i += place[lane * 3])
      to[i] = lane + 15;
}

template <typename T> void check() {
  constexpr unsigned kThreads = 512;
  std::vector<unsigned> places(kThreads);
  std::vector<T> values(kThreads);
  for (unsigned i = 0; i < kThreads; ++i) {
    places[i] = i * 37 % kThreads;
    values[i] = static_cast<T>(i + 1);
  }
  DeviceArray<unsigned> index(places);
  DeviceArray<T> from(values);
  for (unsigned least : {0u, 33u, 60u, 64u}) {
    DeviceArray<T> moved(std::vector<T>(kThreads, T(0))), stored(std::vector<T>(3 * kThreads, T(0)));
    move_some<<<4, kThreads / 4>>>(moved.get(), from.get(), index.get(), least);
    CHECK_LAUNCH();
    store_some<<<4, kThreads / 4>>>(stored.get(), index.get(), least);
    CHECK_LAUNCH();
    std::vector<T> all_moved(kThreads, T(0)), all_stored(3 * kThreads, T(0));
    for (unsigned i = 0; i < kThreads; ++i) {
      if (places[i] % 64 >= least)
        all_moved[places[i]] = values[places[i] ^ 1];
      if (i % 64 >= least)
        all_stored[places[i] * 3] = static_cast<T>(i);
    }
    CHECK_SAME(moved.host(), all_moved);
    CHECK_SAME(stored.host(), all_stored);
  }
}

void checkWithoutLanes() {
  std::vector<unsigned> counts(128);
  for (unsigned i = 0; i < 128; ++i)
    counts[i] = i + 1;
  DeviceArray<unsigned> count(counts), stored(std::vector<unsigned>(128, 0));
  store_never<<<1, 32>>>(stored.get(), count.get());
  CHECK_LAUNCH();
  CHECK_SAME(stored.host(), std::vector<unsigned>(128, 0));
  store_nowhere<<<1, 32>>>(stored.get(), count.get());
  CHECK_LAUNCH();
  CHECK_SAME(stored.host(), std::vector<unsigned>(128, 0));
}

int main() {
  checkWithoutLanes();
  check<unsigned char>();
  check<unsigned short>();
  check<unsigned>();
  check<double>();
  return verdict();
}
