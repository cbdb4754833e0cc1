// fmod, remainder and remquo: exact.
//
// As long as the quotient has fewer bits than a number's fraction, x - q y is exact in one fused step, for
// the right q and for its neighbours, so that a rounded quotient can be corrected. Other arguments take the C
// library's function.
#ifndef RADDLE_DEVICE_MATHS_REMAINDER_H
#define RADDLE_DEVICE_MATHS_REMAINDER_H

#include "device/maths/exponent.h"
#include "device/maths/libm.h"

template <class T> struct LargestQuotient;
template <> struct LargestQuotient<float> {
  static constexpr float value = 0x1p22f;
};
template <> struct LargestQuotient<double> {
  static constexpr double value = 0x1p50;
};

inline float truncated(float x) { return __builtin_truncf(x); }
inline double truncated(double x) { return __builtin_trunc(x); }
inline float toNearest(float x) { return __builtin_rintf(x); }
inline double toNearest(double x) { return __builtin_rint(x); }
inline float copySign(float x, float y) { return __builtin_copysignf(x, y); }
inline double copySign(double x, double y) { return __builtin_copysign(x, y); }
inline float magnitude(float x) { return __builtin_fabsf(x); }
inline double magnitude(double x) { return __builtin_fabs(x); }

// Below, the quotient could be subnormal, and in error.
template <class T> bool hasSmallQuotient(T size, T divisor) {
  constexpr T kSmallest = sizeof(T) == 4 ? T(0x1p-100f) : T(0x1p-960);
  return divisor > kSmallest && divisor < T(__builtin_inf()) && size < divisor * LargestQuotient<T>::value;
}

template <class T> T truncatedRemainder(T x, T y) {
  T size = magnitude(x), divisor = magnitude(y);
  if (likely(hasSmallQuotient(size, divisor))) {
    T rest = fma(-truncated(size / divisor), divisor, size);
    rest = rest < 0 ? rest + divisor : rest; // the quotient was rounded up
    return copySign(rest, x);
  }
  if constexpr (sizeof(T) == 4)
    return libm::fmodf(x, y);
  else
    return libm::fmod(x, y);
}

/// x - q y with q the integer nearest to x / y, even in case of a tie; *quotient gets its sign and lowest 3
/// bits.
template <class T> T nearestRemainder(T x, T y, int *quotient) {
  T size = magnitude(x), divisor = magnitude(y);
  if (likely(hasSmallQuotient(size, divisor))) {
    // First of the truncated quotient, which is exact; then whether the rest is more than half of the
    // divisor.
    T q = truncated(size / divisor);
    T rest = fma(-q, divisor, size);
    bool too_large = rest < 0;
    q = too_large ? q - 1 : q;
    rest = too_large ? rest + divisor : rest;
    T complement = divisor - rest; // exact where it matters: near the tie
    bool odd = truncated(q * T(0.5)) != q * T(0.5);
    bool up = rest > complement || (rest == complement && odd);
    q = up ? q + 1 : q;
    rest = up ? rest - divisor : rest;
    int low = static_cast<int>(static_cast<long long>(q)) & 7;
    *quotient = (x < 0) != (y < 0) ? -low : low;
    return (toBits(x) & kSignBit<T>) != 0 ? -rest : rest;
  }
  // Through a variable, because nothing sees what functions of the host write: neither the checks of addresses nor those of
  // races and of values that were never set.
  int written = 0;
  T rest;
  if constexpr (sizeof(T) == 4)
    rest = libm::remquof(x, y, &written);
  else
    rest = libm::remquo(x, y, &written);
  *quotient = written;
  return rest;
}

#endif
