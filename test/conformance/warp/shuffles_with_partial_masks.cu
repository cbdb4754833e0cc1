// Shuffles among the lanes of a mask; the other lanes do something else meanwhile.
#include "shuffle_model.h"

__global__ void shuffle_some(const unsigned *masks, int rounds, int *out) {
  int lane = threadIdx.x;
  for (int round = 0; round < rounds; ++round) {
    unsigned mask = masks[round];
    int *row = out + (round * 32 + lane) * 2;
    if (mask >> lane & 1) {
      int value = round * 1000 + lane;
      // The next lane of the mask, around.
      unsigned above = mask & ~((2u << lane) - 1);
      int next = __ffs(above ? above : mask) - 1;
      row[0] = __shfl_sync(mask, value, next);
      row[1] = __shfl_sync(mask, row[0], __ffs(mask) - 1);
    } else {
      row[0] = -1;
    }
  }
}

int main() {
  Random random;
  std::vector<unsigned> masks{1u, 0x80000000u, 0xffffffffu, 0x55555555u, 0xffff0000u, 0x00010001u};
  while (masks.size() < 100)
    masks.push_back(static_cast<unsigned>(random.bits() & random.bits()) | 1u << random.below(32));
  int rounds = static_cast<int>(masks.size());
  DeviceArray<unsigned> device_masks(masks);
  DeviceArray<int> out(rounds * 64);
  shuffle_some<<<1, 32>>>(device_masks.get(), rounds, out.get());
  CHECK_LAUNCH();
  std::vector<int> got = out.host();
  auto next = [](unsigned mask, int lane) {
    do
      lane = (lane + 1) % 32;
    while (!(mask >> lane & 1));
    return lane;
  };
  for (int round = 0; round < rounds; ++round)
    for (int lane = 0; lane < 32; ++lane) {
      const int *row = &got[(round * 32 + lane) * 2];
      bool takes_part = masks[round] >> lane & 1;
      int first = next(masks[round], 31);
      CHECK_EQ(row[0], takes_part ? round * 1000 + next(masks[round], lane) : -1);
      CHECK_EQ(row[1], takes_part ? round * 1000 + next(masks[round], first) : 0);
    }
  return verdict();
}
