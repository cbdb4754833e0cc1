// a[i] = b[i] + scale * c[i]: as fast as memory allows.
#ifndef RADDLE_BENCH_TRIAD_H
#define RADDLE_BENCH_TRIAD_H

#include "../common/harness.h"

struct Triad {
  static constexpr const char *kUnit = "GB/s";
  static constexpr float kScale = 3.0f;

  explicit Triad(bool tiny) : size(tiny ? 10000 : 64 << 20), b(size), c(size) {
    for (int i = 0; i < size; ++i) {
      b[i] = float(i % 1000);
      c[i] = float(i % 77);
    }
  }
  double work() const { return 12e-9 * size; }
  void check(const float *a) const {
    for (int i = 0; i < size; ++i)
      bench::requireEqual("a", i, a[i], b[i] + kScale * c[i]);
  }

  int size;
  bench::Array<float> b, c;
};

#endif
