// The functions that CUDA has and the host's libm lacks, in double precision: the host's versions
// (special_math.h) and the device library (src/device) are made of these. They find exp, erfc and so on
// by unqualified lookup. The float versions are these, rounded once.
#ifndef RADDLE_DEVICE_SPECIAL_FUNCTIONS_H
#define RADDLE_DEVICE_SPECIAL_FUNCTIONS_H

#ifndef RADDLE_SPECIAL
#define RADDLE_SPECIAL static inline
#endif

namespace raddle_math {

RADDLE_SPECIAL double rsqrt(double x) { return 1 / __builtin_sqrt(x); }
RADDLE_SPECIAL double rcbrt(double x) { return 1 / cbrt(x); }
RADDLE_SPECIAL double rhypot(double x, double y) { return 1 / hypot(x, y); }

constexpr double kPi = 3.14159265358979323846;

// x = 2k + n/2 + r with n in -2..2 and |r| <= 1/4, all exact.
RADDLE_SPECIAL double reduceHalfTurns(double x, int *quarter) {
  double turns = x - 2 * __builtin_rint(x / 2);
  double quarters = __builtin_rint(2 * turns);
  *quarter = static_cast<int>(quarters) & 3;
  return turns - quarters / 2;
}

// sin(pi x) and cos(pi x).
RADDLE_SPECIAL void sincospi(double x, double *sine, double *cosine) {
  if (!__builtin_isfinite(x)) {
    *sine = *cosine = x - x;
    return;
  }
  int quarter;
  double angle = kPi * reduceHalfTurns(x, &quarter);
  double s = sin(angle), c = cos(angle);
  double swapped_s = quarter & 1 ? c : s, swapped_c = quarter & 1 ? s : c;
  *sine = quarter & 2 ? -swapped_s : swapped_s;
  *cosine = quarter == 1 || quarter == 2 ? -swapped_c : swapped_c;
  // Zeros: sin takes the sign of x, cos is +0.
  if (*sine == 0)
    *sine = __builtin_copysign(0.0, x);
  if (*cosine == 0)
    *cosine = 0;
}

RADDLE_SPECIAL double sinpi(double x) {
  double s, c;
  sincospi(x, &s, &c);
  return s;
}

RADDLE_SPECIAL double cospi(double x) {
  double s, c;
  sincospi(x, &s, &c);
  return c;
}

// sqrt(p[0]^2 + ... + p[dimension-1]^2) without overflow on the way.
RADDLE_SPECIAL double norm(int dimension, const double *p) {
  double scale = 0;
  for (int i = 0; i < dimension; ++i)
    scale = __builtin_fmax(scale, __builtin_fabs(p[i]));
  if (scale == 0 || __builtin_isinf(scale))
    return scale;
  double sum = 0;
  for (int i = 0; i < dimension; ++i)
    sum = __builtin_fma(p[i] / scale, p[i] / scale, sum);
  return scale * __builtin_sqrt(sum);
}

// In double, the squares of floats neither overflow nor lose anything.
RADDLE_SPECIAL double norm(int dimension, const float *p) {
  double sum = 0;
  bool infinite = false;
  for (int i = 0; i < dimension; ++i) {
    sum = __builtin_fma(static_cast<double>(p[i]), static_cast<double>(p[i]), sum);
    infinite |= __builtin_isinf(p[i]);
  }
  return infinite ? __builtin_inf() : __builtin_sqrt(sum);
}

RADDLE_SPECIAL double norm3d(double x, double y, double z) {
  double p[] = {x, y, z};
  return norm(3, p);
}
RADDLE_SPECIAL double norm4d(double x, double y, double z, double w) {
  double p[] = {x, y, z, w};
  return norm(4, p);
}
RADDLE_SPECIAL double rnorm(int dimension, const double *p) { return 1 / norm(dimension, p); }
RADDLE_SPECIAL double rnorm(int dimension, const float *p) { return 1 / norm(dimension, p); }
RADDLE_SPECIAL double rnorm3d(double x, double y, double z) { return 1 / norm3d(x, y, z); }
RADDLE_SPECIAL double rnorm4d(double x, double y, double z, double w) { return 1 / norm4d(x, y, z, w); }

constexpr double kErfSlope = 1.12837916709551257390;  // 2/sqrt(pi), the slope of erf at 0

// The y with erfc(y) = tail, for 0 < tail <= 1/2. Winitzki's formula gives two digits (S. Winitzki, "A handy
// approximation for the error function and its inverse", 2008), and each step of Newton's method on
// log erfc, which is nearly a parabola, doubles them.
RADDLE_SPECIAL double inverseTail(double tail) {
  const double a = 0.147;
  double log_product = log(tail * (2 - tail));
  double half = 2 / (kPi * a) + log_product / 2;
  double y = __builtin_sqrt(__builtin_sqrt(half * half - log_product / a) - half);
  for (int step = 0; step < 4; ++step) {
    double value = erfc(y);
    y += log(value / tail) * value / (kErfSlope * exp(-y * y));
  }
  return y;
}

RADDLE_SPECIAL double erfinv(double x) {
  double size = __builtin_fabs(x);
  if (!(size <= 1))
    return __builtin_nan("");
  if (size == 1)
    return __builtin_copysign(__builtin_inf(), x);
  if (size > 0.5)
    return __builtin_copysign(inverseTail(1 - size), x);
  // Here 1 - x would lose the digits of x: Newton's method on erf, from the tangent at 0.
  double y = x / kErfSlope;
  for (int step = 0; step < 6; ++step)
    y -= (erf(y) - x) / (kErfSlope * exp(-y * y));
  return y;
}

RADDLE_SPECIAL double erfcinv(double x) {
  if (!(x >= 0 && x <= 2))
    return __builtin_nan("");
  if (x >= 0.5 && x <= 1.5)
    return erfinv(1 - x);
  if (x == 0 || x == 2)
    return x == 0 ? __builtin_inf() : -__builtin_inf();
  return x < 1 ? inverseTail(x) : -inverseTail(2 - x);
}

constexpr double kSqrtHalf = 0.70710678118654752440;
constexpr double kSqrt2 = 1.41421356237309504880;

// The normal distribution and its inverse.
RADDLE_SPECIAL double normcdf(double x) { return erfc(-x * kSqrtHalf) / 2; }
RADDLE_SPECIAL double normcdfinv(double p) { return -kSqrt2 * erfcinv(2 * p); }

// exp(x^2) erfc(x).
RADDLE_SPECIAL double erfcx(double x) {
  double square = x * x;
  if (x < 10)
    // exp of the rounded square, corrected to first order for what rounding took.
    return exp(square) * (1 + __builtin_fma(x, x, -square)) * erfc(x);
  if (__builtin_isinf(square))
    return 1 / (x * __builtin_sqrt(kPi));
  // 1/(x sqrt(pi)) (1 - 1/(2x^2) + 3/(2x^2)^2 - 15/(2x^2)^3 ...)
  double sum = 1, term = 1;
  for (int n = 1; n < 20; ++n) {
    term *= -(2 * n - 1) / (2 * square);
    sum += term;
  }
  return sum / (x * __builtin_sqrt(kPi));
}

// The modified Bessel functions of the first kind, order 0 and 1: the power series, and for large x the
// asymptotic one (Abramowitz and Stegun 9.6.10 and 9.7.1).
RADDLE_SPECIAL double besselI(int order, double x) {
  double size = __builtin_fabs(x);
  double value;
  if (size < 20) {
    double quarter_square = size * size / 4, term = order ? size / 2 : 1;
    value = term;
    for (int k = 1; term > value * 1e-17; ++k) {
      term *= quarter_square / (static_cast<double>(k) * (k + order));
      value += term;
    }
  } else {
    double sum = 1, term = 1;
    for (int k = 1; k <= 30; ++k) {
      int odd = 2 * k - 1;
      term *= -(4.0 * order - static_cast<double>(odd) * odd) / (8 * k * size);
      sum += term;
    }
    // In two steps, since exp(x) overflows before the quotient does.
    double half = exp(size / 2);
    value = half / __builtin_sqrt(2 * kPi * size) * sum * half;
  }
  return order && x < 0 ? -value : value;
}

RADDLE_SPECIAL double cyl_bessel_i0(double x) { return besselI(0, x); }
RADDLE_SPECIAL double cyl_bessel_i1(double x) { return besselI(1, x); }

}  // namespace raddle_math

#endif
