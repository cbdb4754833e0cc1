// Inclusive prefix sums of each 256 elements in a row.
#ifndef RADDLE_BENCH_SCAN_H
#define RADDLE_BENCH_SCAN_H

#include "../common/harness.h"

struct Scan {
  static constexpr const char *kUnit = "GB/s";
  static constexpr int kSegment = 256;

  explicit Scan(bool tiny) : size(tiny ? 64 * kSegment : 16 << 20), in(size) {
    bench::Random random;
    for (int &value : in)
      value = int(random.next() % 1000) - 500;
  }
  double work() const { return 8e-9 * size; }
  void check(const int *out) const {
    for (int i = 0, sum = 0; i < size; ++i) {
      sum = i % kSegment == 0 ? in[i] : sum + in[i];
      bench::requireEqual("out", i, out[i], sum);
    }
  }

  int size;
  bench::Array<int> in;
};

#endif
