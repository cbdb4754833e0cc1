// An image turned about its middle: the nearest texel.
#ifndef RADDLE_BENCH_TEXTURE_POINT_H
#define RADDLE_BENCH_TEXTURE_POINT_H

#include "../common/image.h"

struct TexturePoint {
  static constexpr const char *kUnit = "Mpix/s";

  explicit TexturePoint(bool tiny)
      : size(tiny ? 64 : 2048), turn{float(size) * 0.5f}, in(std::size_t(size) * size) {
    bench::fill(in);
  }
  double work() const { return 1e-6 * size * size; }
  float expected(int x, int y) const {
    return in[std::size_t(bench::nearest(turn.y(x, y), size)) * size + bench::nearest(turn.x(x, y), size)];
  }
  // Where a coordinate lies between two texels, as far as floats tell, either is right.
  void check(const float *out) const {
    std::size_t others = 0;
    for (int y = 0; y < size; ++y)
      for (int x = 0; x < size; ++x)
        others += out[std::size_t(y) * size + x] != expected(x, y);
    bench::requireNear("texels that differ", 0, double(others), 0, 1e-4 * size * size);
  }

  int size;
  bench::Turn turn;
  bench::Array<float> in;
};

#endif
