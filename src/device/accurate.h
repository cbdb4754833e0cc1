// Functions in double that CUDA promises to within 1 ulp. glibc's cbrt is off by up to 3.4 ulp, its exp10 by 2.
#ifndef RADDLE_DEVICE_ACCURATE_H
#define RADDLE_DEVICE_ACCURATE_H

#include "libm.h"

namespace accurate {

/// Below 0.501 ulp.
inline double cbrt(double x) {
  double y = libm::cbrt(x);
  double magnitude = __builtin_fabs(x);
  if (!(magnitude > 0 && magnitude < __builtin_inf()))
    return y;
  // The terms below need bits beyond those of x: keep them clear of the subnormal numbers.
  double scale = 1;
  if (magnitude < 0x1p-900) {
    scale = 0x1p-54;
    x *= 0x1p162;
    y *= 0x1p54;
  }
  // One step of Newton's method; x - y^3 without rounding errors that matter: y*y = square + error.
  double square = y * y;
  double error = __builtin_fma(y, y, -square);
  double rest = __builtin_fma(-y, error, __builtin_fma(-y, square, x));
  return (y + rest / (3 * square)) * scale;
}

/// Below 0.501 ulp.
inline double rcbrt(double x) {
  double y = 1 / libm::cbrt(x);
  double magnitude = __builtin_fabs(x);
  if (!(magnitude > 0 && magnitude < __builtin_inf()))
    return y;
  // Newton's method again, with 1 - (x*y) * (y*y), whose factors neither overflow nor become subnormal.
  double square = y * y;
  double square_error = __builtin_fma(y, y, -square);
  double product = x * y;
  double product_error = __builtin_fma(x, y, -product);
  double rest = __builtin_fma(-product, square, 1.0) - product * square_error - product_error * square;
  return __builtin_fma(y, rest / 3, y);
}

/// Below 0.62 ulp, 0.8 ulp where subnormal; exact where 10^x is a double, up to 1e22.
inline double exp10(double x) {
  if (!(x > -325)) // NaN too
    return x <= -325 ? 0 : x;
  if (x > 309)
    return __builtin_inf();
  // 10^x = 2^k * e^t with |t| <= ln(2) / 2, where k * log10(2) + t / ln(10) = x.
  constexpr double kLog2Of10 = 0x1.a934f0979a371p+1;
  constexpr double kLog10Of2High = 0x1.34413509f79ffp-2, kLog10Of2Low = -0x1.9dc1da994fd21p-59;
  constexpr double kLn10High = 0x1.26bb1bbb55516p+1, kLn10Low = -0x1.f48ad494ea3e9p-53;
  double k = __builtin_rint(x * kLog2Of10);
  double rest = __builtin_fma(-k, kLog10Of2High, x);  // exact: the leading bits cancel
  double t = rest * kLn10High;
  double t_low = __builtin_fma(rest, kLn10High, -t) + rest * kLn10Low - k * (kLog10Of2Low * kLn10High);

  // e^(t + t_low) = e^t + t_low * e^t, and e^t = 1 + t + t^2 * (1/2! + t/3! + ...), of which 1 + t is summed
  // without error.
  constexpr double kInverseFactorials[] = {1.0 / 87178291200, 1.0 / 6227020800, 1.0 / 479001600, 1.0 / 39916800,
                                           1.0 / 3628800,     1.0 / 362880,     1.0 / 40320,     1.0 / 5040,
                                           1.0 / 720,         1.0 / 120,        1.0 / 24,        1.0 / 6};
  double series = 0;
  for (double coefficient : kInverseFactorials)
    series = __builtin_fma(series, t, coefficient);
  series = __builtin_fma(series, t, 0.5);
  double sum = 1 + t;
  double sum_low = (1 - sum) + t;
  double small = t * t * series;
  double power = sum + (small + __builtin_fma(t_low, sum + small, sum_low));

  // 2^k in two steps: k may be beyond a double's exponents while the result is not.
  auto powerOfTwo = [](int exponent) {
    return __builtin_bit_cast(double, static_cast<long long>(exponent + 1023) << 52);
  };
  int exponent = static_cast<int>(k);
  return power * powerOfTwo(exponent / 2) * powerOfTwo(exponent - exponent / 2);
}

}  // namespace accurate

#endif
