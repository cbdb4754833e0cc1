// __match_any_sync: each lane learns which lanes of the mask hold the same value, for 32 and 64 bits.
#include "../check.h"

#include <cstring>

template <typename T>
__global__ void match(const unsigned *masks, const T *values, int rounds, unsigned *out) {
  int lane = threadIdx.x;
  for (int round = 0; round < rounds; ++round)
    if (masks[round] >> lane & 1)
      out[round * 32 + lane] = __match_any_sync(masks[round], values[round * 32 + lane]);
}

template <typename T> void check(T low, T step) {
  const int rounds = 60;
  Random random;
  std::vector<unsigned> masks(rounds);
  std::vector<T> values(rounds * 32);
  for (int round = 0; round < rounds; ++round) {
    masks[round] = round % 2 ? 0xffffffffu : static_cast<unsigned>(random.bits());
    for (int lane = 0; lane < 32; ++lane)
      values[round * 32 + lane] = low + step * static_cast<T>(random.below(1 + round));
  }
  DeviceArray<unsigned> device_masks(masks), out(rounds * 32);
  DeviceArray<T> device_values(values);
  match<<<1, 32>>>(device_masks.get(), device_values.get(), rounds, out.get());
  CHECK_LAUNCH();
  std::vector<unsigned> got = out.host();
  for (int i = 0; i < rounds * 32; ++i) {
    unsigned expected = 0;
    for (int lane = 0; lane < 32; ++lane)
      expected |= unsigned{std::memcmp(&values[i / 32 * 32 + lane], &values[i], sizeof(T)) == 0} << lane;
    CHECK_EQ(got[i], masks[i / 32] >> i % 32 & 1 ? expected & masks[i / 32] : 0u);
  }
}

int main() {
  check<int>(-7, 3);
  check<unsigned>(0xffffff00u, 1);
  check<long>(-1, 1L << 32);
  check<unsigned long>(1, 1UL << 32);
  check<long long>(-5, 1LL << 33);
  check<unsigned long long>(1, 1ULL << 40);
  check<float>(-1.0f, 0.5f);
  check<double>(1.0, 0.25);
  return verdict();
}
