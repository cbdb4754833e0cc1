// Structures of arrays. The compilers replace 1 / sqrt by the estimate and a step of Newton's.
#include "problem.h"

struct Program : Nbody {
  explicit Program(bool tiny) : Nbody(tiny), ax_(size), ay_(size), az_(size) {}
  void run() {
    const float *x = this->x.data(), *y = this->y.data(), *z = this->z.data(), *mass = this->mass.data();
    constexpr int kLanes = 32;
#pragma omp parallel for
    for (int i = 0; i < size; i += kLanes) {
      float ax[kLanes] = {}, ay[kLanes] = {}, az[kLanes] = {};
      for (int j = 0; j < size; ++j)
#pragma omp simd
        for (int lane = 0; lane < kLanes; ++lane) {
          float dx = x[j] - x[i + lane], dy = y[j] - y[i + lane], dz = z[j] - z[i + lane];
          float inverse = 1.0f / std::sqrt(dx * dx + dy * dy + dz * dz + kSoftening);
          float factor = mass[j] * inverse * inverse * inverse;
          ax[lane] += dx * factor;
          ay[lane] += dy * factor;
          az[lane] += dz * factor;
        }
      std::copy(ax, ax + kLanes, &ax_[i]);
      std::copy(ay, ay + kLanes, &ay_[i]);
      std::copy(az, az + kLanes, &az_[i]);
    }
  }
  void check() { Nbody::check(ax_.data(), ay_.data(), az_.data(), 1); }
  bench::Array<float> ax_, ay_, az_;
};

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
