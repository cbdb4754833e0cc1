// The transpose of a square matrix.
#ifndef RADDLE_BENCH_TRANSPOSE_H
#define RADDLE_BENCH_TRANSPOSE_H

#include "../common/harness.h"

struct Transpose {
  static constexpr const char *kUnit = "GB/s";

  explicit Transpose(bool tiny) : size(tiny ? 128 : 4096), in(std::size_t(size) * size) {
    for (std::size_t i = 0; i < in.size(); ++i)
      in[i] = float(i % 16777213);
  }
  double work() const { return 8e-9 * size * size; }
  void check(const float *out) const {
    for (std::size_t y = 0; y < std::size_t(size); ++y)
      for (std::size_t x = 0; x < std::size_t(size); ++x)
        bench::requireEqual("out", y * size + x, out[y * size + x], in[x * size + y]);
  }

  int size;
  bench::Array<float> in;
};

#endif
