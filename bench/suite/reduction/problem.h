// The sum of an array.
#ifndef RADDLE_BENCH_REDUCTION_H
#define RADDLE_BENCH_REDUCTION_H

#include "../common/harness.h"

struct Reduction {
  static constexpr const char *kUnit = "GB/s";

  explicit Reduction(bool tiny) : size(tiny ? 10000 : 64 << 20), values(size) {
    bench::Random random;
    for (float &value : values) {
      value = random.uniform(0, 1);
      expected += value;
    }
  }
  double work() const { return 4e-9 * size; }
  void check(float sum) const { bench::requireNear("sum", 0, sum, expected, 1e-4); }

  int size;
  bench::Array<float> values;
  double expected = 0;
};

#endif
