// pow, atan2, hypot, fmod, remainder, fma, fmin, fmax, fdim, copysign, nextafter, ldexp and others, float and
// double.
#include "ulp.h"

constexpr int kRows = 14;

template <typename T> struct Functions;
template <> struct Functions<float> {
  static __device__ void run(float x, float y, float *row) {
    row[0] = powf(fabsf(x), y * 0.1f), row[1] = atan2f(x, y), row[2] = hypotf(x, y), row[3] = fmodf(x, y);
    row[4] = remainderf(x, y), row[5] = fmaf(x, y, x), row[6] = fminf(x, y), row[7] = fmaxf(x, y);
    row[8] = fdimf(x, y), row[9] = copysignf(x, y), row[10] = nextafterf(x, y);
    row[11] = ldexpf(x, static_cast<int>(y)), row[12] = scalbnf(y, -3);
    int quotient = 0;
    row[13] = remquof(x, y, &quotient) + (quotient & 7);
  }
};
template <> struct Functions<double> {
  static __device__ void run(double x, double y, double *row) {
    row[0] = pow(fabs(x), y * 0.1), row[1] = atan2(x, y), row[2] = hypot(x, y), row[3] = fmod(x, y);
    row[4] = remainder(x, y), row[5] = fma(x, y, x), row[6] = fmin(x, y), row[7] = fmax(x, y);
    row[8] = fdim(x, y), row[9] = copysign(x, y), row[10] = nextafter(x, y);
    row[11] = ldexp(x, static_cast<int>(y)), row[12] = scalbn(y, -3);
    int quotient = 0;
    row[13] = remquo(x, y, &quotient) + (quotient & 7);
  }
};

template <typename T> __global__ void evaluate(const T *x, const T *y, T *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Functions<T>::run(x[i], y[i], out + i * kRows);
}

template <typename T, typename Wide> void check(const double (&bounds)[kRows]) {
  const int count = 2048;
  Random random;
  std::vector<T> x(count), y(count);
  for (int i = 0; i < count; ++i) {
    x[i] = static_cast<T>(random.between(-100, 100));
    y[i] = static_cast<T>(i % 4 ? random.between(-50, 50) : random.between(-0.5, 0.5));
  }
  DeviceArray<T> dx(x), dy(y), out(count * kRows);
  evaluate<<<16, 128>>>(dx.get(), dy.get(), out.get());
  CHECK_LAUNCH();
  std::vector<T> got = out.host();
  for (int i = 0; i < count; ++i) {
    T a = x[i], b = y[i];
    Wide wa = a, wb = b;
    int quotient = 0;
    T rest = std::remquo(a, b, &quotient);
    const T expected[kRows] = {static_cast<T>(std::pow(std::fabs(wa), static_cast<Wide>(b * T(0.1)))),
                               static_cast<T>(std::atan2(wa, wb)),
                               static_cast<T>(std::hypot(wa, wb)),
                               std::fmod(a, b),
                               std::remainder(a, b),
                               std::fma(a, b, a),
                               std::fmin(a, b),
                               std::fmax(a, b),
                               std::fdim(a, b),
                               std::copysign(a, b),
                               std::nextafter(a, b),
                               std::ldexp(a, static_cast<int>(b)),
                               std::scalbn(b, -3),
                               rest + (quotient & 7)};
    for (int k = 0; k < kRows; ++k)
      CHECK_ULPS(got[i * kRows + k], expected[k], bounds[k], "row " + std::to_string(k), a);
  }
}

int main() {
  const double float_bounds[kRows] = {8, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  const double double_bounds[kRows] = {2, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  check<float, double>(float_bounds);
  check<double, long double>(double_bounds);
  return verdict();
}
