// __all_sync, __any_sync and __ballot_sync over random predicates and masks.
#include "../check.h"

__global__ void vote(const unsigned *masks, const unsigned *predicates, int rounds, unsigned *out) {
  int lane = threadIdx.x;
  for (int round = 0; round < rounds; ++round) {
    unsigned mask = masks[round];
    if (!(mask >> lane & 1))
      continue;
    // Any non-zero value is true.
    int predicate = predicates[round] >> lane & 1 ? (lane % 2 ? 1 << lane : -lane - 1) : 0;
    unsigned *row = out + (round * 32 + lane) * 3;
    row[0] = __all_sync(mask, predicate) != 0;
    row[1] = __any_sync(mask, predicate) != 0;
    row[2] = __ballot_sync(mask, predicate);
  }
}

int main() {
  Random random;
  std::vector<unsigned> masks, predicates;
  for (int round = 0; round < 200; ++round) {
    masks.push_back(round % 3 == 0 ? 0xffffffffu
                                   : static_cast<unsigned>(random.bits()) | 1u << random.below(32));
    predicates.push_back(round % 5 == 0   ? 0
                         : round % 5 == 1 ? 0xffffffffu
                         : round % 5 == 2 ? masks.back()
                                          : static_cast<unsigned>(random.bits()));
  }
  DeviceArray<unsigned> device_masks(masks), device_predicates(predicates), out(200 * 96);
  vote<<<1, 32>>>(device_masks.get(), device_predicates.get(), 200, out.get());
  CHECK_LAUNCH();
  std::vector<unsigned> got = out.host();
  for (int i = 0; i < 200 * 32; ++i) {
    unsigned mask = masks[i / 32], voted = predicates[i / 32] & mask;
    if (!(mask >> i % 32 & 1))
      continue;
    CHECK_EQ(got[i * 3], unsigned{voted == mask});
    CHECK_EQ(got[i * 3 + 1], unsigned{voted != 0});
    CHECK_EQ(got[i * 3 + 2], voted);
  }
  return verdict();
}
