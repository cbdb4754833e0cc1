// To fmin and fmax, -0 is less than +0, and a NaN is no number.
#include "bits.h"

__global__ void run(float *f, double *d, float zero) {
  float minus = -zero, nan = zero / zero;
  f[0] = fminf(zero, minus), f[1] = fminf(minus, zero), f[2] = fmaxf(zero, minus), f[3] = fmaxf(minus, zero);
  f[4] = fminf(nan, 1.0f), f[5] = fmaxf(1.0f, nan), f[6] = fminf(nan, nan), f[7] = min(zero, minus);
  double z = zero, m = minus, n = nan;
  d[0] = fmin(z, m), d[1] = fmin(m, z), d[2] = fmax(z, m), d[3] = fmax(m, z);
  d[4] = fmin(n, 1.0), d[5] = fmax(1.0, n), d[6] = fmin(n, n), d[7] = min(z, m);
}

// A zero that is a constant, and a number whose sign the compiler knows.
__global__ void constants(float *f, double *d, unsigned zero) {
  const float plus = __uint2float_rn(zero * (threadIdx.x + 1)), minus = -plus;
  f[0] = fminf(0.0f, minus), f[1] = fminf(minus, 0.0f), f[2] = fmaxf(plus, -0.0f), f[3] = fmaxf(-0.0f, plus);
  f[4] = fminf(-0.0f, plus), f[5] = fmaxf(minus, 0.0f), f[6] = fmaxf(minus, -0.0f), f[7] = fminf(plus, 0.0f);
  const double p = plus, m = minus;
  d[0] = fmin(0.0, m), d[1] = fmin(m, 0.0), d[2] = fmax(p, -0.0), d[3] = fmax(-0.0, p);
  d[4] = fmin(-0.0, p), d[5] = fmax(m, 0.0), d[6] = fmax(m, -0.0), d[7] = fmin(p, 0.0);
}

int main() {
  DeviceArray<float> f(8);
  DeviceArray<double> d(8);
  run<<<1, 1>>>(f.get(), d.get(), 0.0f);
  CHECK_LAUNCH();
  const double expected[] = {-0.0, -0.0, 0.0, 0.0, 1, 1, NAN, -0.0};
  for (int i = 0; i < 8; ++i) {
    CHECK_EQ(bitsOf(f.host()[static_cast<std::size_t>(i)]), bitsOf(static_cast<float>(expected[i])));
    CHECK_EQ(bitsOf(d.host()[static_cast<std::size_t>(i)]), bitsOf(expected[i]));
  }
  constants<<<1, 1>>>(f.get(), d.get(), 0);
  CHECK_LAUNCH();
  const double zeros[] = {-0.0, -0.0, 0.0, 0.0, -0.0, 0.0, -0.0, 0.0};
  for (int i = 0; i < 8; ++i) {
    CHECK_EQ(bitsOf(f.host()[static_cast<std::size_t>(i)]), bitsOf(static_cast<float>(zeros[i])));
    CHECK_EQ(bitsOf(d.host()[static_cast<std::size_t>(i)]), bitsOf(zeros[i]));
  }
  return verdict();
}
