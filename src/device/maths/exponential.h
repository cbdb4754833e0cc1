// e^x, 2^x, 10^x.
//
// b^x = 2^n * b^r with n = x * log2(b) rounded to an integer, and b^r a polynomial. Code of our own instead
// of SLEEF's, because it has no branch but one for results beyond the normal numbers, so that the kernel
// compiler makes vector code of it inside the kernel (docs/decisions.md). Polynomials: tools/dev/minimax.py.
#ifndef RADDLE_DEVICE_MATHS_EXPONENTIAL_H
#define RADDLE_DEVICE_MATHS_EXPONENTIAL_H

#include "device/maths/bits.h"

// Adding it rounds to an integer, and leaves that in the lowest bits.
template <class T> constexpr T kRounder = 0x1.8p23f;
template <> inline constexpr double kRounder<double> = 0x1.8p52;

// x * 2^n, where x and the result are normal numbers: no multiplication, whose units have the polynomials to do.
inline float timesPowerOfTwo(float x, unsigned int n) { return fromBits(toBits(x) + (n << 23)); }
inline double timesPowerOfTwo(double x, unsigned long long n) { return fromBits(toBits(x) + (n << 52)); }

struct NaturalBase {
  static constexpr float kLog2 = 0x1.715476p+0f;        // log2(e)
  static constexpr float kInverseHigh = 0x1.62e400p-1f; // ln(2)
  static constexpr float kInverseLow = 0x1.7f7d1cp-20f;
  static constexpr float kSmallest = -105, kLargest = 89; // beyond: 0, infinity
  static constexpr float kNormal = 87.3f;                 // up to here result and 2^n are normal numbers
  static constexpr float kPolynomial[] = {
      1, 1, 0x1.fffffcp-2f, 0x1.555492p-3f, 0x1.5558b0p-5f, 0x1.12398ep-7f, 0x1.6a4dd6p-10f};
};

struct BaseTwo {
  static constexpr float kLog2 = 1;
  static constexpr float kInverseHigh = 1;
  static constexpr float kInverseLow = 0;
  static constexpr float kSmallest = -151, kLargest = 128;
  static constexpr float kNormal = 126;
  static constexpr float kPolynomial[] = {
      1, 0x1.62e430p-1f, 0x1.ebfbdcp-3f, 0x1.c6af7ap-5f, 0x1.3b2dd4p-7f, 0x1.5f09c0p-10f, 0x1.41784cp-13f};
};

struct BaseTen {
  static constexpr float kLog2 = 0x1.a934f0p+1f;
  static constexpr float kInverseHigh = 0x1.344000p-2f; // log10(2)
  static constexpr float kInverseLow = 0x1.3509f8p-18f;
  static constexpr float kSmallest = -46, kLargest = 38.6f;
  static constexpr float kNormal = 37.9f;
  static constexpr float kPolynomial[] = {
      1, 0x1.26bb1cp+1f, 0x1.53524ap+1f, 0x1.046f9cp+1f, 0x1.2bd9f2p+0f, 0x1.156ab8p-1f, 0x1.a64da2p-3f};
};

template <class Base> struct Power {
  float fraction; // b^r
  unsigned int n; // in the lowest bits

  explicit Power(float x) {
    float shifted = fma(x, Base::kLog2, kRounder<float>);
    float rounded = shifted - kRounder<float>;
    float r = fma(rounded, -Base::kInverseLow, fma(rounded, -Base::kInverseHigh, x));
    fraction = polynomial(r, Base::kPolynomial);
    n = toBits(shifted);
  }
  // 2^(n + shift), where that is a normal number.
  float scale(int shift = 0) const { return fromBits((n + static_cast<unsigned int>(127 + shift)) << 23); }
  // b^x, where that and 2^n are normal numbers.
  float product() const { return timesPowerOfTwo(fraction, n); }
};

// Results near the ends of the normal numbers, and beyond. A product that is subnormal takes an x86 processor
// 130 cycles, a sum does not: after the one, subnormal numbers count the units in its last place.
template <class Base> float powerBeyondNormal(float x, const Power<Base> &parts) {
  const float infinity = __builtin_inff(), product = parts.product();
  float sum = fma(parts.fraction, parts.scale(126), 1.0f);
  // The zero is for -ftz=true.
  float small =
      static_cast<int>(toBits(product)) < 0x00800000 ? fromBits(toBits(sum) - toBits(1.0f)) + 0.0f : product;
  // After the largest number comes infinity, and after that what else has the largest exponent.
  float large = fromBits(toBits(product) < toBits(infinity) ? toBits(product) : toBits(infinity));
  float result = x > 0 ? large : small;
  result = x < Base::kSmallest ? 0 : result;
  return x <= Base::kLargest ? result : x + infinity;
}

template <class Base> float power(float x) {
  // A rare replacement costs a warp less than a choice of two ways.
  Power<Base> parts(x);
  float result = parts.product();
  if (!likely(__builtin_fabsf(x) < Base::kNormal))
    result = powerBeyondNormal(x, parts);
  return result;
}

/// e^x / 2 of an x from 80 on, up to where that is infinite.
inline float halfOfPower(float x) {
  Power<NaturalBase> parts(x > 90 ? 90 : x);
  return parts.fraction * parts.scale(-2) * 2;
}

// --- e^x in double -----------------------------------------------------------------------------------------

struct NaturalPower {
  double fraction;
  unsigned long long n; // in the lowest bits

  explicit NaturalPower(double x) {
    constexpr double kPolynomial[] = {1,
                                      1,
                                      0x1.0000000000000p-1,
                                      0x1.5555555555555p-3,
                                      0x1.5555555555555p-5,
                                      0x1.11111111112cep-7,
                                      0x1.6c16c16c16862p-10,
                                      0x1.a01a019f4ee0dp-13,
                                      0x1.a01a01a52611ep-16,
                                      0x1.71de3cfd2736dp-19,
                                      0x1.27e4ded10b4ccp-22,
                                      0x1.ae5bf8ee396c7p-26,
                                      0x1.1f6e1aa430ce1p-29,
                                      0x1.6b70d9fab8811p-33};
    double shifted = fma(x, 0x1.71547652b82fep+0, kRounder<double>);
    double rounded = shifted - kRounder<double>;
    double r = fma(rounded, -0x1.abc9e3b39803fp-56, fma(rounded, -0x1.62e42fefa39efp-1, x));
    fraction = polynomial(r, kPolynomial);
    n = toBits(shifted);
  }
};

inline double naturalPowerBeyondNormal(double x, int shift = 0) {
  double bounded = x > 720 ? 720 : x;
  bounded = bounded < -750 ? -750 : bounded;
  NaturalPower power(bounded);
  int n = static_cast<int>(power.n) - shift;
  int half = n >> 1;
  double first = fromBits(static_cast<unsigned long long>(half + 1023) << 52);
  double second = fromBits(static_cast<unsigned long long>(n - half + 1023) << 52);
  return power.fraction * first * second;
}

inline double naturalPower(double x) {
  if (likely(__builtin_fabs(x) < 708)) {
    NaturalPower result(x);
    return timesPowerOfTwo(result.fraction, result.n);
  }
  return naturalPowerBeyondNormal(x);
}

inline double halfOfPower(double x) { return naturalPowerBeyondNormal(x, 1); }

#endif
