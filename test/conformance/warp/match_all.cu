// __match_all_sync: the whole mask and a true predicate when all its lanes agree, else zero and false.
#include "../check.h"

template <typename T>
__global__ void match(const unsigned *masks, const T *values, int rounds, unsigned *out, int *predicates) {
  int lane = threadIdx.x;
  for (int round = 0; round < rounds; ++round)
    if (masks[round] >> lane & 1) {
      int predicate = -1;
      out[round * 32 + lane] = __match_all_sync(masks[round], values[round * 32 + lane], &predicate);
      predicates[round * 32 + lane] = predicate;
    }
}

template <typename T> void check(T usual, T other) {
  const int rounds = 40;
  Random random;
  std::vector<unsigned> masks(rounds);
  std::vector<T> values(rounds * 32, usual);
  for (int round = 0; round < rounds; ++round) {
    masks[round] = round % 2 ? 0xffffffffu : static_cast<unsigned>(random.bits()) | 1;
    if (round % 3)
      values[round * 32 + random.below(32)] = other;
  }
  DeviceArray<unsigned> device_masks(masks), out(rounds * 32);
  DeviceArray<T> device_values(values);
  DeviceArray<int> predicates(rounds * 32);
  match<<<1, 32>>>(device_masks.get(), device_values.get(), rounds, out.get(), predicates.get());
  CHECK_LAUNCH();
  std::vector<unsigned> got = out.host();
  std::vector<int> got_predicates = predicates.host();
  for (int i = 0; i < rounds * 32; ++i) {
    unsigned mask = masks[i / 32];
    if (!(mask >> i % 32 & 1))
      continue;
    bool agree = true;
    for (int lane = 0; lane < 32; ++lane)
      agree &= !(mask >> lane & 1) || values[i / 32 * 32 + lane] == values[i];
    CHECK_EQ(got[i], agree ? mask : 0);
    CHECK_EQ(got_predicates[i] != 0, agree);
  }
}

int main() {
  check<int>(-7, 7);
  check<unsigned>(1, 0x80000001u);
  check<long>(1, (1L << 32) + 1);
  check<unsigned long>(3, (1UL << 63) + 3);
  check<long long>(1, (1LL << 32) + 1);
  check<unsigned long long>(0, 1ULL << 32);
  check<float>(1.0f, 1.5f);
  check<double>(1.0, 1.0000000001);
  return verdict();
}
