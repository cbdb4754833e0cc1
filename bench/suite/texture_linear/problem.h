// An image turned about its middle, with linear filtering.
#ifndef RADDLE_BENCH_TEXTURE_LINEAR_H
#define RADDLE_BENCH_TEXTURE_LINEAR_H

#include "../common/image.h"

struct TextureLinear {
  static constexpr const char *kUnit = "Mpix/s";

  explicit TextureLinear(bool tiny)
      : size(tiny ? 64 : 2048), turn{float(size) * 0.5f}, in(std::size_t(size) * size) {
    bench::fill(in);
  }
  double work() const { return 1e-6 * size * size; }
  float expected(int x, int y) const {
    return bench::linear(in.data(), size, size, turn.x(x, y), turn.y(x, y));
  }
  void check(const float *out) const {
    for (int y = 0; y < size; ++y)
      for (int x = 0; x < size; ++x)
        bench::requireNear("out", std::size_t(y) * size + x, out[std::size_t(y) * size + x], expected(x, y),
                           1e-2);
  }

  int size;
  bench::Turn turn;
  bench::Array<float> in;
};

#endif
