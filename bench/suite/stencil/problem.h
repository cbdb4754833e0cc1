// One step of a five-point stencil over a grid whose border stays.
#ifndef RADDLE_BENCH_STENCIL_H
#define RADDLE_BENCH_STENCIL_H

#include "../common/harness.h"

struct Stencil {
  static constexpr const char *kUnit = "GB/s";
  static constexpr float kCentre = 0.6f, kSide = 0.1f;

  explicit Stencil(bool tiny) : size(tiny ? 100 : 8192), in(std::size_t(size) * size) {
    bench::Random random;
    for (float &value : in)
      value = random.uniform(0, 1);
  }
  double work() const { return 8e-9 * size * size; }
  void check(const float *out) const {
    for (int y = 0; y < size; ++y)
      for (int x = 0; x < size; ++x) {
        std::size_t i = std::size_t(y) * size + x;
        bool border = y == 0 || x == 0 || y == size - 1 || x == size - 1;
        double expected =
            border ? 0 : kCentre * in[i] + kSide * (in[i - 1] + in[i + 1] + in[i - size] + in[i + size]);
        bench::requireNear("out", i, out[i], expected, 1e-5);
      }
  }

  int size;
  bench::Array<float> in;
};

#endif
