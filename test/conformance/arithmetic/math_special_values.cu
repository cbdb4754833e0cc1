// Classification, results that are split in two, rounding to integers, and special arguments.
#include "ulp.h"

template <typename T> __global__ void classify(const T *values, int *out) {
  T x = values[threadIdx.x];
  bool nan = isnan(x), infinite = isinf(x), finite = isfinite(x), negative = signbit(x);
  out[threadIdx.x] = nan | infinite << 1 | finite << 2 | negative << 3;
}

__global__ void split(const double *values, double *out) {
  double x = values[threadIdx.x], whole, *row = out + threadIdx.x * 12;
  float whole_float;
  int exponent;
  row[0] = frexp(x, &exponent), row[1] = exponent;
  row[2] = modf(x, &whole), row[3] = whole;
  row[4] = frexpf(static_cast<float>(x), &exponent), row[5] = exponent;
  row[6] = modff(static_cast<float>(x), &whole_float), row[7] = whole_float;
  row[8] = static_cast<double>(lround(x)), row[9] = static_cast<double>(llrint(x)), row[10] = ilogb(x);
  double s, c;
  sincos(x, &s, &c);
  row[11] = (s == sin(x)) + (c == cos(x));
}

__global__ void special(double *out) {
  volatile double zero = 0, one = 1;
  double infinity = one / zero, nan = zero / zero;
  out[0] = fmin(nan, 2.0), out[1] = fmax(3.0, nan), out[2] = exp(-infinity), out[3] = log(zero);
  out[4] = sqrt(-one), out[5] = pow(zero, zero), out[6] = atan(infinity), out[7] = fmod(5.5, infinity);
  out[8] = 1 / infinity, out[9] = hypot(infinity, nan), out[10] = cbrt(-27.0),
  out[11] = rint(2.5) + round(2.5);
  out[12] = fabs(-zero), out[13] = copysign(3.0, -zero), out[14] = tgamma(5.0 * one), out[15] = erf(infinity);
}

template <typename T> void checkClasses() {
  std::vector<T> values{0,
                        T(-0.0),
                        1,
                        -1,
                        INFINITY,
                        -INFINITY,
                        NAN,
                        std::numeric_limits<T>::denorm_min(),
                        -std::numeric_limits<T>::max()};
  DeviceArray<T> device(values);
  DeviceArray<int> out(values.size());
  classify<<<1, static_cast<unsigned>(values.size())>>>(device.get(), out.get());
  CHECK_LAUNCH();
  std::vector<int> got = out.host();
  for (std::size_t i = 0; i < values.size(); ++i) {
    T x = values[i];
    int expected = std::isnan(x) | std::isinf(x) << 1 | std::isfinite(x) << 2 | std::signbit(x) << 3;
    CHECK_EQ(std::isnan(x) ? got[i] & 7 : got[i], std::isnan(x) ? expected & 7 : expected);
  }
}

int main() {
  checkClasses<float>();
  checkClasses<double>();
  std::vector<double> values{1, -1, 0.5, 2.5, -2.5, 3.75, -1234.0625, 1e-3, 1e6 + 0.5, 0.1};
  int count = static_cast<int>(values.size());
  DeviceArray<double> device(values), out(count * 12), specials(16);
  split<<<1, count>>>(device.get(), out.get());
  CHECK_LAUNCH();
  std::vector<double> got = out.host();
  for (int i = 0; i < count; ++i) {
    double x = values[i], whole, *row = &got[i * 12];
    float whole_float;
    int exponent;
    CHECK_EQ(row[0], std::frexp(x, &exponent));
    CHECK_EQ(row[1], exponent);
    CHECK_EQ(row[2], std::modf(x, &whole));
    CHECK_EQ(row[3], whole);
    CHECK_EQ(row[4], std::frexp(static_cast<float>(x), &exponent));
    CHECK_EQ(row[5], exponent);
    CHECK_EQ(row[6], std::modf(static_cast<float>(x), &whole_float));
    CHECK_EQ(row[7], whole_float);
    CHECK_EQ(row[8], std::lround(x));
    CHECK_EQ(row[9], std::llrint(x));
    CHECK_EQ(row[10], std::ilogb(x));
    CHECK_EQ(row[11], 2);
  }
  special<<<1, 1>>>(specials.get());
  CHECK_LAUNCH();
  got = specials.host();
  const double expected[16] = {2,  3, 0, -INFINITY, NAN, 1, 1.5707963267948966, 5.5, 0, INFINITY,
                               -3, 5, 0, -3,        24,  1};
  for (int i = 0; i < 16; ++i)
    CHECK(ulpDistance(got[i], expected[i]) <= 2);
  return verdict();
}
