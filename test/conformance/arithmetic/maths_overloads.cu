// The C++ overloads of the maths functions, in std and in the global namespace, on the host and in kernels.
#include "../check.h"

#include <cmath>
#include <cstdlib>

static_assert(std::is_same_v<decltype(sqrt(1.0f)), float> &&
              std::is_same_v<decltype(std::sqrt(1.0f)), float>);
static_assert(std::is_same_v<decltype(abs(1.5)), double> && std::is_same_v<decltype(max(1, 2)), int>);

__host__ __device__ inline double mix(float f, double d, int i, long long l) {
  double result = sqrt(f) + std::sqrt(d) + std::abs(d) + abs(i) + std::fabs(f) + floor(f) + std::ceil(d);
  result +=
      std::pow(d, 2.0) + pow(f, 2.0f) + std::exp(f * 0) + std::log(d * 0 + 1) + fmax(f, 2.0f) + fmin(d, 1.0);
  result += max(i, 3) + min(l, 7LL) + max(f, 1.0f) + min(d, 2.0) + std::fmod(d, 1.5) + round(f) + trunc(d);
  result += std::isnan(f) + std::isinf(d) + std::signbit(d) + isfinite(f) + std::hypot(3.0, 4.0) + llabs(l);
  return result;
}

__global__ void run(const float *f, const double *d, double *out) {
  int t = threadIdx.x;
  out[t] = mix(f[t], d[t], t - 20, 10 - t);
}

int main() {
  const int count = 64;
  std::vector<float> f(count);
  std::vector<double> d(count);
  for (int i = 0; i < count; ++i) {
    f[i] = i * 0.37f;
    d[i] = i * 0.73 + 0.01;
  }
  DeviceArray<float> df(f);
  DeviceArray<double> dd(d), out(count);
  run<<<1, count>>>(df.get(), dd.get(), out.get());
  CHECK_LAUNCH();
  std::vector<double> got = out.host();
  for (int i = 0; i < count; ++i) {
    double expected = mix(f[i], d[i], i - 20, 10 - i);
    CHECK(std::fabs(got[i] - expected) <= 1e-5 * std::fabs(expected));
  }
  return verdict();
}
