// c = a * b for square matrices of float, row by row.
#ifndef RADDLE_BENCH_SGEMM_H
#define RADDLE_BENCH_SGEMM_H

#include "../common/harness.h"

struct Sgemm {
  static constexpr const char *kUnit = "GFLOP/s";

  explicit Sgemm(bool tiny)
      : size(tiny ? 128 : 1024), a(std::size_t(size) * size), b(std::size_t(size) * size) {
    bench::Random random;
    for (float &value : a)
      value = random.uniform(-1, 1);
    for (float &value : b)
      value = random.uniform(-1, 1);
  }
  double work() const { return 2e-9 * size * size * size; }

  // Each row is looked at, in a few columns.
  void check(const float *c) const {
    for (int y = 0; y < size; ++y)
      for (int x = y % 61; x < size; x += 61) {
        double expected = 0;
        for (int k = 0; k < size; ++k)
          expected += double(a[std::size_t(y) * size + k]) * b[std::size_t(k) * size + x];
        bench::requireNear("c", std::size_t(y) * size + x, c[std::size_t(y) * size + x], expected, 1e-3);
      }
  }

  int size;
  bench::Array<float> a, b;
};

#endif
