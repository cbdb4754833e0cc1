// What the shuffles must return, stated on the host: lane by lane, for every width.
#ifndef RADDLE_TEST_CONFORMANCE_SHUFFLE_MODEL_H
#define RADDLE_TEST_CONFORMANCE_SHUFFLE_MODEL_H

#include "../check.h"

#include <cstring>

enum class Shuffle { kIndex, kUp, kDown, kXor };

// The lane whose value `lane` receives; `operand` is srcLane, delta or laneMask.
inline int sourceLane(Shuffle kind, int lane, int operand, int width) {
  int segment = lane / width * width;
  int source = lane;
  switch (kind) {
  case Shuffle::kIndex:
    return segment + ((operand % width) + width) % width;
  case Shuffle::kUp:
    source = lane - operand;
    return source < segment ? lane : source;
  case Shuffle::kDown:
    source = lane + operand;
    return source >= segment + width ? lane : source;
  case Shuffle::kXor:
    // Lanes of earlier segments can be read, lanes of later ones cannot.
    source = lane ^ operand;
    return source >= segment + width ? lane : source;
  }
  return lane;
}

template <Shuffle kKind, int kWidth, typename T> __device__ T shuffle(unsigned mask, T value, int operand) {
  if constexpr (kKind == Shuffle::kIndex)
    return __shfl_sync(mask, value, operand, kWidth);
  else if constexpr (kKind == Shuffle::kUp)
    return __shfl_up_sync(mask, value, operand, kWidth);
  else if constexpr (kKind == Shuffle::kDown)
    return __shfl_down_sync(mask, value, operand, kWidth);
  else
    return __shfl_xor_sync(mask, value, operand, kWidth);
}

// Round r: every lane shuffles its own value with the operand of (round, lane).
template <Shuffle kKind, int kWidth, typename T>
__global__ void shuffleRounds(const T *values, const int *operands, int rounds, T *out) {
  for (int round = 0; round < rounds; ++round) {
    int i = round * 32 + threadIdx.x;
    out[i] = shuffle<kKind, kWidth>(0xffffffffu, values[i], operands[i]);
  }
}

template <Shuffle kKind, int kWidth, typename T> void checkWidth(Random &random) {
  const int rounds = 64;
  std::vector<T> values(rounds * 32);
  std::vector<int> operands(rounds * 32);
  for (T &value : values) {
    // Any bit pattern that compares equal to itself.
    do {
      std::uint64_t bits = random.bits();
      std::memcpy(&value, &bits, sizeof value);
    } while (!(value == value));
  }
  for (int round = 0; round < rounds; ++round) {
    int common = random.below(32);
    for (int lane = 0; lane < 32; ++lane) {
      int &operand = operands[round * 32 + lane];
      // xor must agree in a warp to be a butterfly; the others may differ from lane to lane.
      operand = kKind == Shuffle::kXor || round % 2 ? common : static_cast<int>(random.below(32));
      if (kKind == Shuffle::kIndex && round % 4 == 2)
        operand += 32 * (static_cast<int>(random.below(5)) - 2);
    }
  }
  DeviceArray<T> device_values(values), out(rounds * 32);
  DeviceArray<int> device_operands(operands);
  shuffleRounds<kKind, kWidth><<<1, 32>>>(device_values.get(), device_operands.get(), rounds, out.get());
  CHECK_LAUNCH();
  std::vector<T> got = out.host();
  for (int i = 0; i < rounds * 32; ++i)
    CHECK_EQ(got[i], values[i / 32 * 32 + sourceLane(kKind, i % 32, operands[i], kWidth)]);
}

template <Shuffle kKind, typename T> void checkType(Random &random) {
  checkWidth<kKind, 2, T>(random);
  checkWidth<kKind, 4, T>(random);
  checkWidth<kKind, 8, T>(random);
  checkWidth<kKind, 16, T>(random);
  checkWidth<kKind, 32, T>(random);
}

template <Shuffle kKind> void checkShuffle() {
  Random random;
  checkType<kKind, int>(random);
  checkType<kKind, unsigned>(random);
  checkType<kKind, long>(random);
  checkType<kKind, unsigned long>(random);
  checkType<kKind, long long>(random);
  checkType<kKind, unsigned long long>(random);
  checkType<kKind, float>(random);
  checkType<kKind, double>(random);
}

#endif
