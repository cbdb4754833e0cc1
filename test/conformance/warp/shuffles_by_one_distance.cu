// Shuffles whose distance is the same in all lanes, and known to the run only: every kind, every distance, within
// segments, and where lanes are missing or on another side of a branch.
#include "shuffle_model.h"

template <Shuffle kKind, int kWidth, typename T>
__global__ void all_lanes(const T *in, T *out, int distance) {
  const int lane = threadIdx.x % 32;
  out[threadIdx.x] = shuffle<kKind, kWidth>(0xffffffff, in[threadIdx.x], distance) + T(1);
  if (kKind == Shuffle::kIndex) // from a lane as far away as for all others
    out[threadIdx.x] = __shfl_sync(0xffffffff, in[threadIdx.x], (lane + distance) % 32) + T(1);
}

// A loop of distances, as in a butterfly of any size; every fourth lane has its own values on another side.
template <Shuffle kKind, typename T> __global__ void some_lanes(const T *in, T *out, int most) {
  T value = in[threadIdx.x];
  if (threadIdx.x % 4 != 3) {
    const unsigned mask = __activemask() & 0x77777777;
    for (int distance = most; distance > 0; distance /= 2)
      if (distance % 4 == 0)
        value += shuffle<kKind, 32>(mask, value, distance);
  } else {
    value = -value;
  }
  out[threadIdx.x] = value;
}

template <Shuffle kKind, int kWidth, typename T> void checkDistances() {
  constexpr int kThreads = 64;
  std::vector<T> values(kThreads);
  for (int i = 0; i < kThreads; ++i)
    values[i] = static_cast<T>(static_cast<T>(i * 12345.0) * T(1000) + T(i));
  DeviceArray<T> in(values), out(kThreads);
  for (int distance = 0; distance < 32; ++distance) {
    all_lanes<kKind, kWidth><<<1, kThreads>>>(in.get(), out.get(), distance);
    CHECK_LAUNCH();
    std::vector<T> expected(kThreads);
    for (int i = 0; i < kThreads; ++i) {
      const int from =
          kKind == Shuffle::kIndex ? (i + distance) % 32 : sourceLane(kKind, i % 32, distance, kWidth);
      expected[i] = values[i / 32 * 32 + from] + T(1);
    }
    CHECK_SAME(out.host(), expected);
  }
}

template <Shuffle kKind, typename T> void checkType() {
  checkDistances<kKind, 32, T>();
  checkDistances<kKind, 8, T>();
  constexpr int kThreads = 32;
  std::vector<T> values(kThreads);
  for (int i = 0; i < kThreads; ++i)
    values[i] = static_cast<T>(i * i + 7);
  DeviceArray<T> in(values), out(kThreads);
  some_lanes<kKind><<<1, kThreads>>>(in.get(), out.get(), 16);
  CHECK_LAUNCH();
  std::vector<T> expected = values;
  for (int distance = 16; distance >= 4; distance /= 2) {
    const std::vector<T> before = expected;
    for (int i = 0; i < kThreads; ++i)
      if (i % 4 != 3)
        expected[i] += before[sourceLane(kKind, i, distance, 32)];
  }
  for (int i = 3; i < kThreads; i += 4)
    expected[i] = -values[i];
  CHECK_SAME(out.host(), expected);
}

template <Shuffle kKind> void checkKind() {
  checkType<kKind, int>();
  checkType<kKind, float>();
  checkType<kKind, long long>();
  checkType<kKind, double>();
}

int main() {
  checkKind<Shuffle::kXor>();
  checkKind<Shuffle::kUp>();
  checkKind<Shuffle::kDown>();
  checkDistances<Shuffle::kIndex, 32, int>();
  checkDistances<Shuffle::kIndex, 32, float>();
  checkDistances<Shuffle::kIndex, 32, long long>();
  checkDistances<Shuffle::kIndex, 32, double>();
  return verdict();
}
