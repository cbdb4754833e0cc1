// Sorting networks on keys of all integer types and of floats, up and down, with extreme keys, with directions that
// differ between lanes, warps and blocks, and with something that is done to the keys between two exchanges.
#include "../check.h"

#include <algorithm>
#include <functional>
#include <limits>

enum Variant { kPlain, kTurnedPerBlock, kNotGreater, kAddedBetween, kOnlySmaller };

template <typename Key, int kCount, Variant kVariant> __global__ void sortKeys(Key *keys) {
  __shared__ Key shared[kCount];
  const int t = threadIdx.x;
  keys += blockIdx.x * kCount;
  shared[t] = keys[t];
  shared[t + kCount / 2] = keys[t + kCount / 2];
  for (int length = 2; length <= kCount; length *= 2)
    for (int stride = length / 2; stride > 0; stride /= 2) {
      __syncthreads();
      const int first = 2 * t - (t & (stride - 1));
      bool ascending = (first & length) == 0;
      if (kVariant == kTurnedPerBlock)
        ascending ^= blockIdx.x & 1;
      Key a = shared[first], b = shared[first + stride];
      if (kVariant == kAddedBetween && stride == 4) {
        a = static_cast<Key>(a + 1);
        b = static_cast<Key>(b + 1);
      }
      const bool exchange = kVariant == kNotGreater ? (a <= b) != ascending : (a > b) == ascending;
      if (kVariant == kOnlySmaller) {
        // One element is kept where both are the larger ones.
        shared[first] = exchange ? b : a;
        shared[first + stride] = exchange && stride != 2 ? a : b;
      } else {
        shared[first] = exchange ? b : a;
        shared[first + stride] = exchange ? a : b;
      }
    }
  __syncthreads();
  keys[t] = shared[t];
  keys[t + kCount / 2] = shared[t + kCount / 2];
}

// The same by one thread.
template <typename Key, int kCount, Variant kVariant> void onHost(Key *keys, int block) {
  for (int length = 2; length <= kCount; length *= 2)
    for (int stride = length / 2; stride > 0; stride /= 2)
      for (int t = 0; t < kCount / 2; ++t) {
        const int first = 2 * t - (t & (stride - 1));
        bool ascending = (first & length) == 0;
        if (kVariant == kTurnedPerBlock)
          ascending ^= block & 1;
        Key a = keys[first], b = keys[first + stride];
        if (kVariant == kAddedBetween && stride == 4) {
          a = static_cast<Key>(a + 1);
          b = static_cast<Key>(b + 1);
        }
        const bool exchange = kVariant == kNotGreater ? (a <= b) != ascending : (a > b) == ascending;
        keys[first] = exchange ? b : a;
        keys[first + stride] = exchange && (kVariant != kOnlySmaller || stride != 2) ? a : b;
      }
}

template <typename Key, int kCount, Variant kVariant> void check() {
  constexpr int kBlocks = 3;
  std::vector<Key> keys(kBlocks * kCount);
  unsigned state = 2024;
  for (Key &key : keys) {
    state = state * 1664525u + 1013904223u;
    key = static_cast<Key>(state >> 7);
    if (state % 11 == 0)
      key = std::numeric_limits<Key>::max();
    else if (state % 11 == 1)
      key = std::numeric_limits<Key>::lowest();
    else if (state % 11 == 2)
      key = Key(0);
  }
  DeviceArray<Key> device(keys);
  sortKeys<Key, kCount, kVariant><<<kBlocks, kCount / 2>>>(device.get());
  CHECK_LAUNCH();
  for (int block = 0; block < kBlocks; ++block) {
    Key *own = keys.data() + block * kCount;
    onHost<Key, kCount, kVariant>(own, block);
    if (kVariant == kPlain || kVariant == kNotGreater)
      CHECK(std::is_sorted(own, own + kCount));
    if (kVariant == kTurnedPerBlock && block == 1)
      CHECK(std::is_sorted(own, own + kCount, std::greater<Key>()));
  }
  CHECK_SAME(device.host(), keys);
}

template <typename Key> void checkType() {
  check<Key, 256, kPlain>();
  check<Key, 256, kTurnedPerBlock>();
}

int main() {
  checkType<int>();
  checkType<unsigned>();
  checkType<short>();
  checkType<unsigned char>();
  checkType<long long>();
  checkType<unsigned long long>();
  checkType<float>();
  check<int, 1024, kPlain>();
  check<int, 128, kNotGreater>();
  check<unsigned, 128, kNotGreater>();
  check<unsigned, 128, kAddedBetween>();
  check<int, 128, kOnlySmaller>();
  check<unsigned short, 512, kNotGreater>();
  return verdict();
}
