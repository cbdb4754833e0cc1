// Several steps of heat that spreads over a plate, whose edges keep it in. What is a double constant in the source makes
// part of a step's arithmetic double.
#ifndef RADDLE_BENCH_SHRINKING_STENCIL_H
#define RADDLE_BENCH_SHRINKING_STENCIL_H

#include "../common/harness.h"

#include <vector>

struct ShrinkingStencil {
  static constexpr const char *kUnit = "Gcell/s";
  static constexpr int kSteps = 12;
  static constexpr float kRate = 0.3f, kAcross = 0.1f, kAlong = 0.12f, kLoss = 0.0123f, kOutside = 80;

  explicit ShrinkingStencil(bool tiny)
      : size(tiny ? 100 : 1024), heat(std::size_t(size) * size), power(heat.size()) {
    bench::Random random;
    for (float &value : heat)
      value = random.uniform(320, 340);
    for (float &value : power)
      value = random.uniform(0, 1);
  }
  double work() const { return 1e-9 * size * size * kSteps; }
  void check(const float *out) const {
    std::vector<float> now(heat.data(), heat.data() + heat.size()), next(now.size());
    for (int step = 0; step < kSteps; ++step) {
      for (int y = 0; y < size; ++y)
        for (int x = 0; x < size; ++x) {
          auto at = [&](int row, int column) {
            row = std::min(std::max(row, 0), size - 1), column = std::min(std::max(column, 0), size - 1);
            return double(now[std::size_t(row) * size + column]);
          };
          const std::size_t i = std::size_t(y) * size + x;
          const double cell = at(y, x);
          next[i] = float(cell + kRate * (power[i] + (at(y + 1, x) + at(y - 1, x) - 2 * cell) * kAcross +
                                          (at(y, x + 1) + at(y, x - 1) - 2 * cell) * kAlong +
                                          (kOutside - cell) * kLoss));
        }
      now.swap(next);
    }
    for (std::size_t i = 0; i < now.size(); ++i)
      bench::requireNear("out", i, out[i], now[i], 1e-5);
  }

  int size;
  bench::Array<float> heat, power;
};

#endif
