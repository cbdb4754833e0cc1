// The gravity of all bodies on each of them.
#ifndef RADDLE_BENCH_NBODY_H
#define RADDLE_BENCH_NBODY_H

#include "../common/harness.h"

struct Nbody {
  static constexpr const char *kUnit = "G/s";
  static constexpr float kSoftening = 0.01f;

  explicit Nbody(bool tiny) : size(tiny ? 512 : 8192), x(size), y(size), z(size), mass(size) {
    bench::Random random;
    for (int i = 0; i < size; ++i) {
      x[i] = random.uniform(-1, 1);
      y[i] = random.uniform(-1, 1);
      z[i] = random.uniform(-1, 1);
      mass[i] = random.uniform(0.5f, 1) / size;
    }
  }
  double work() const { return 1e-9 * size * size; }
  // Accelerations lie `stride` floats apart. Every 31st body is looked at.
  void check(const float *ax, const float *ay, const float *az, int stride) const {
    for (int i = 0; i < size; i += 31) {
      double sums[3] = {};
      for (int j = 0; j < size; ++j) {
        double dx = double(x[j]) - x[i], dy = double(y[j]) - y[i], dz = double(z[j]) - z[i];
        double squared = dx * dx + dy * dy + dz * dz + kSoftening,
               factor = mass[j] / (squared * std::sqrt(squared));
        sums[0] += dx * factor;
        sums[1] += dy * factor;
        sums[2] += dz * factor;
      }
      bench::requireNear("ax", i, ax[std::size_t(i) * stride], sums[0], 1e-3);
      bench::requireNear("ay", i, ay[std::size_t(i) * stride], sums[1], 1e-3);
      bench::requireNear("az", i, az[std::size_t(i) * stride], sums[2], 1e-3);
    }
  }

  int size;
  bench::Array<float> x, y, z, mass;
};

#endif
