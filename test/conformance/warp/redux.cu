// __reduce_{add,min,max,and,or,xor}_sync over random values and masks, signed and unsigned.
#include "../check.h"

template <typename T> __global__ void reduce(const unsigned *masks, const T *values, int rounds, T *out) {
  int lane = threadIdx.x;
  for (int round = 0; round < rounds; ++round) {
    unsigned mask = masks[round];
    if (!(mask >> lane & 1))
      continue;
    T value = values[round * 32 + lane];
    T *row = out + (round * 32 + lane) * 6;
    row[0] = __reduce_add_sync(mask, value);
    row[1] = __reduce_min_sync(mask, value);
    row[2] = __reduce_max_sync(mask, value);
    unsigned bits = value;
    row[3] = __reduce_and_sync(mask, bits | 0x0f000000u);
    row[4] = __reduce_or_sync(mask, bits & 0x00ff00ffu);
    row[5] = __reduce_xor_sync(mask, bits);
  }
}

template <typename T> void check() {
  const int rounds = 100;
  Random random;
  std::vector<unsigned> masks(rounds);
  std::vector<T> values(rounds * 32);
  for (int round = 0; round < rounds; ++round)
    masks[round] = round % 2 ? 0xffffffffu : static_cast<unsigned>(random.bits() & random.bits()) | 1u << 31;
  for (T &value : values)
    value = static_cast<T>(random.bits());
  DeviceArray<unsigned> device_masks(masks);
  DeviceArray<T> device_values(values), out(rounds * 32 * 6);
  reduce<<<1, 32>>>(device_masks.get(), device_values.get(), rounds, out.get());
  CHECK_LAUNCH();
  std::vector<T> got = out.host();
  for (int i = 0; i < rounds * 32; ++i) {
    if (!(masks[i / 32] >> i % 32 & 1))
      continue;
    unsigned sum = 0, conjunction = 0xffffffffu, disjunction = 0, parity = 0;
    T least = values[i], most = values[i];
    for (int lane = 0; lane < 32; ++lane) {
      if (!(masks[i / 32] >> lane & 1))
        continue;
      T value = values[i / 32 * 32 + lane];
      unsigned bits = static_cast<unsigned>(value);
      sum += bits;
      least = value < least ? value : least;
      most = value > most ? value : most;
      conjunction &= bits | 0x0f000000u;
      disjunction |= bits & 0x00ff00ffu;
      parity ^= bits;
    }
    const T expected[6] = {
        static_cast<T>(sum),   least, most, static_cast<T>(conjunction), static_cast<T>(disjunction),
        static_cast<T>(parity)};
    for (int k = 0; k < 6; ++k)
      CHECK_EQ(got[i * 6 + k], expected[k]);
  }
}

int main() {
  check<int>();
  check<unsigned>();
  return verdict();
}
