// The functions that CUDA has and the host's libm lacks, in double precision: the host's versions
// (special_math.h) and the device library (src/device) are made of these. They find exp, erfc and so on
// by unqualified lookup. The float versions are these, rounded once.
#ifndef RADDLE_DEVICE_SPECIAL_FUNCTIONS_H
#define RADDLE_DEVICE_SPECIAL_FUNCTIONS_H

#ifndef RADDLE_SPECIAL
#define RADDLE_SPECIAL static inline
#endif

namespace raddle_math {

// Within 0.8 ulp. As for floats (src/device/maths/reciprocal_root.h), from the bits of x; the second step of third
// order brings 30 bits to all.
RADDLE_SPECIAL double rsqrt(double x) {
  if (!(x >= 0x1p-1022 && x < __builtin_inf()))
    return 1 / __builtin_sqrt(x);
  double y =
      __builtin_bit_cast(double, 0x5fe1670000000000ull - (__builtin_bit_cast(unsigned long long, x) >> 1));
  y *= __builtin_fma(-(x * y), y, 0x1.e417fep+0);
  double e = __builtin_fma(-(x * y), y, 1.0);
  y = __builtin_fma(y * e, __builtin_fma(e, 0.375, 0.5), y);
  e = __builtin_fma(-(x * y), y, 1.0);
  return __builtin_fma(y * e, 0.5, y);
}
RADDLE_SPECIAL double rcbrt(double x) { return 1 / cbrt(x); }

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

// The power of two that brings x, which is not negative, near 1; 2^1023 for x below 2^-1022.
RADDLE_SPECIAL double scaleToOne(double x) {
  unsigned long long exponent = __builtin_bit_cast(unsigned long long, x) >> 52;
  // The reciprocal of the largest powers is subnormal.
  return exponent < 2046 ? __builtin_bit_cast(double, (2046 - exponent) << 52) : 0x1p-1023;
}

// The sum of squares of scale * p[i], rounded nearly once: what each step rounds off is summed, too.
RADDLE_SPECIAL double sumOfSquares(int dimension, const double *p, double scale) {
  double sum = 0, low = 0;
  for (int i = 0; i < dimension; ++i) {
    double x = p[i] * scale, square = x * x, next = sum + square;
    double from_sum = next - square;
    low += __builtin_fma(x, x, -square) + ((sum - from_sum) + (square - (next - from_sum)));
    sum = next;
  }
  return sum + low;
}

// sqrt(p[0]^2 + ... + p[dimension-1]^2) without overflow on the way, or its reciprocal.
RADDLE_SPECIAL double norm(int dimension, const double *p, bool reciprocal) {
  double largest = 0;
  for (int i = 0; i < dimension; ++i)
    largest = __builtin_fmax(largest, __builtin_fabs(p[i]));
  double scale = scaleToOne(largest), sum = sumOfSquares(dimension, p, scale);
  // An infinity counts more than a NaN. The square of the scale can overflow, the scale itself cannot.
  if (__builtin_isinf(largest))
    return reciprocal ? 0 : largest;
  return reciprocal ? rsqrt(sum) * scale : __builtin_sqrt(sum) / scale;
}

// In double, the squares of floats neither overflow nor lose anything.
RADDLE_SPECIAL double norm(int dimension, const float *p, bool reciprocal) {
  double sum = 0;
  bool infinite = false;
  for (int i = 0; i < dimension; ++i) {
    sum = __builtin_fma(static_cast<double>(p[i]), static_cast<double>(p[i]), sum);
    infinite |= __builtin_isinf(p[i]);
  }
  sum = infinite ? __builtin_inf() : sum;
  return reciprocal ? rsqrt(sum) : __builtin_sqrt(sum);
}

template <class T> RADDLE_SPECIAL double norm(int dimension, const T *p) { return norm(dimension, p, false); }
template <class T> RADDLE_SPECIAL double rnorm(int dimension, const T *p) { return norm(dimension, p, true); }
template <class T> RADDLE_SPECIAL double norm3d(T x, T y, T z) {
  T p[] = {x, y, z};
  return norm(3, p);
}
template <class T> RADDLE_SPECIAL double norm4d(T x, T y, T z, T w) {
  T p[] = {x, y, z, w};
  return norm(4, p);
}
template <class T> RADDLE_SPECIAL double rhypot(T x, T y) {
  T p[] = {x, y};
  return rnorm(2, p);
}
template <class T> RADDLE_SPECIAL double rnorm3d(T x, T y, T z) {
  T p[] = {x, y, z};
  return rnorm(3, p);
}
template <class T> RADDLE_SPECIAL double rnorm4d(T x, T y, T z, T w) {
  T p[] = {x, y, z, w};
  return rnorm(4, p);
}

constexpr double kErfSlope = 1.12837916709551257390; // 2/sqrt(pi), the slope of erf at 0

// exp(x^2) erfc(x).
RADDLE_SPECIAL double erfcx(double x) {
  const double root_of_pi = 1.77245385090551602730;
  if (x < 10) {
    // exp of the rounded square, corrected to first order for what rounding took. Below -26.7 it overflows.
    double bounded = x < -27 ? -27 : x;
    double square = bounded * bounded;
    return exp(square) * (1 + __builtin_fma(bounded, bounded, -square)) * erfc(bounded);
  }
  // 1/(x sqrt(pi)) (1 - 1/(2x^2) + 3/(2x^2)^2 - 15/(2x^2)^3 ...)
  double minus_inverse = x < 0x1p500 ? -1 / (2 * x * x) : 0;
  double sum = 1, term = 1;
  for (int n = 1; n < 20; ++n) {
    term *= (2 * n - 1) * minus_inverse;
    sum += term;
  }
  return sum / root_of_pi / x;
}

// The y with erfc(y) = tail, for 0 < tail <= 1/2. Winitzki's formula gives two digits (S. Winitzki, "A handy
// approximation for the error function and its inverse", 2008), and each step of Newton's method on
// log erfc, which is nearly a parabola, doubles them.
RADDLE_SPECIAL double inverseTail(double tail) {
  const double a = 0.147;
  double log_product = log(tail * (2 - tail));
  double half = 2 / (kPi * a) + log_product / 2;
  double y = __builtin_sqrt(__builtin_sqrt(half * half - log_product / a) - half);
  if (tail < 1e-100) {
    // erfc(y) may be subnormal: log erfc(y) = log erfcx(y) - y^2.
    double log_tail = log(tail);
    for (int step = 0; step < 4; ++step) {
      double scaled = erfcx(y);
      y += (log(scaled) - log_tail - y * y) * scaled / kErfSlope;
    }
    return y;
  }
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

constexpr double kSqrtHalf = 0.70710678118654752440, kSqrtHalfLow = -4.8336466567264567e-17;
constexpr double kSqrt2 = 1.41421356237309504880;

// The normal distribution and its inverse. Far out, erfc is so steep that the product's rounding error
// counts.
RADDLE_SPECIAL double normcdf(double x) {
  double bounded = x < -40 ? -40 : x > 40 ? 40 : x;
  double z = -bounded * kSqrtHalf;
  double lost = __builtin_fma(-bounded, kSqrtHalf, -z) - bounded * kSqrtHalfLow;
  return (erfc(z) - lost * kErfSlope * exp(-z * z)) / 2;
}
RADDLE_SPECIAL double normcdfinv(double p) { return -kSqrt2 * erfcinv(2 * p); }

// A number as the sum of two, with twice the bits.
struct Pair {
  double high, low;
};
RADDLE_SPECIAL Pair product(double x, double y) {
  double high = x * y;
  return {high, __builtin_fma(x, y, -high)};
}
RADDLE_SPECIAL Pair product(Pair x, Pair y) {
  Pair result = product(x.high, y.high);
  result.low += x.high * y.low + x.low * y.high;
  return result;
}
RADDLE_SPECIAL Pair quotient(Pair x, double y) {
  double high = x.high / y;
  return {high, (__builtin_fma(-high, y, x.high) + x.low) / y};
}

// The modified Bessel functions of the first kind, order 0 and 1: the power series, whose terms gather errors
// unless they have more bits than the sum, and for large x the asymptotic one (Abramowitz and Stegun 9.6.10
// and 9.7.1).
RADDLE_SPECIAL double besselI(int order, double x) {
  double size = __builtin_fabs(x);
  size = size > 800 ? 800 : size; // an infinity long before
  double value;
  if (size < 30) {
    Pair quarter_square = product(size / 2, size / 2), term = {order ? size / 2 : 1, 0};
    double low = 0;
    value = term.high;
    for (int k = 1; term.high > value * 1e-20; ++k) {
      term = quotient(product(term, quarter_square), static_cast<double>(k) * (k + order));
      double next = value + term.high, added = next - value;
      low += ((value - (next - added)) + (term.high - added)) + term.low;
      value = next;
    }
    value += low;
  } else {
    double sum = 1, term = 1;
    for (int k = 1; k <= 30; ++k) {
      int odd = 2 * k - 1;
      term *= -(4.0 * order - static_cast<double>(odd) * odd) / (8 * k * size);
      sum += term;
    }
    // exp(x) overflows before the quotient does: x - 10 is exact, and e^10 a factor.
    bool large = size > 700;
    value = exp(large ? size - 10 : size) * (sum / __builtin_sqrt(2 * kPi * size));
    value = large ? value * 22026.46579480671651695790 : value;
  }
  return order ? __builtin_copysign(value, x) : value;
}

RADDLE_SPECIAL double cyl_bessel_i0(double x) { return besselI(0, x); }
RADDLE_SPECIAL double cyl_bessel_i1(double x) { return besselI(1, x); }

} // namespace raddle_math

#endif
