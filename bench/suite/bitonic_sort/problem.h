// Sorts each 1024 keys in a row by Batcher's bitonic network.
#ifndef RADDLE_BENCH_BITONIC_SORT_H
#define RADDLE_BENCH_BITONIC_SORT_H

#include "../common/harness.h"

struct BitonicSort {
  static constexpr const char *kUnit = "Mkeys/s";
  static constexpr int kSegment = 1024;

  explicit BitonicSort(bool tiny) : size(tiny ? 16 * kSegment : 4 << 20), in(size) {
    bench::Random random;
    for (int &key : in)
      key = int(random.next());
  }
  double work() const { return 1e-6 * size; }
  void check(const int *out) const {
    bench::Array<int> expected(size);
    std::copy(in.data(), in.data() + size, expected.data());
    for (int segment = 0; segment < size; segment += kSegment)
      std::sort(&expected[segment], &expected[segment] + kSegment);
    for (int i = 0; i < size; ++i)
      bench::requireEqual("out", i, out[i], expected[i]);
  }

  int size;
  bench::Array<int> in;
};

#endif
