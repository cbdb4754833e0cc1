// Functions that take numbers apart, put them together, or go to the next one: all exact.
#ifndef RADDLE_DEVICE_MATHS_EXPONENT_H
#define RADDLE_DEVICE_MATHS_EXPONENT_H

#include "device/maths/bits.h"

template <class T> struct Format;
template <> struct Format<float> {
  using Bits = unsigned int;
  static constexpr int kFractionBits = 23, kBias = 127;
};
template <> struct Format<double> {
  using Bits = unsigned long long;
  static constexpr int kFractionBits = 52, kBias = 1023;
};

template <class T> constexpr auto kSignBit = typename Format<T>::Bits(1) << (8 * sizeof(T) - 1);

/// 2^n for a normal result.
template <class T> T powerOfTwo(int n) {
  using F = Format<T>;
  return fromBits(static_cast<typename F::Bits>(n + F::kBias) << F::kFractionBits);
}

inline int bounded(int n, int limit) { return n > limit ? limit : n < -limit ? -limit : n; }

/// x * 2^n, rounded once. In double every step but the last is exact.
inline float scaled(float x, int n) { return static_cast<float>(x * powerOfTwo<double>(bounded(n, 300))); }
inline double scaled(double x, int n) {
  // Three factors reach every exponent. The first two leave the normal numbers only where the third cannot
  // bring the result back: downwards, 53 bits are kept for the last one to round.
  int left = bounded(n, 2200);
  for (int step = 0; step < 2; ++step) {
    int part = left > 1023 ? 1023 : left < -1022 ? -969 : 0;
    x *= powerOfTwo<double>(part);
    left -= part;
  }
  left = left > 1023 ? 1023 : left < -1022 ? -1022 : left;
  return x * powerOfTwo<double>(left);
}

template <class T> bool isFinite(T x) { return __builtin_fabs(x) < __builtin_inf(); }

/// The exponent of a finite x that is not zero; subnormal numbers count as if normalised.
template <class T> int exponentOf(T x) {
  using F = Format<T>;
  bool subnormal = __builtin_fabs(x) < static_cast<T>(powerOfTwo<T>(1 - F::kBias));
  T normal = subnormal ? x * powerOfTwo<T>(F::kFractionBits) : x;
  int exponent = static_cast<int>((toBits(normal) & ~kSignBit<T>) >> F::kFractionBits) - F::kBias;
  return subnormal ? exponent - F::kFractionBits : exponent;
}

template <class T> int integralLogarithm(T x) {
  int result = exponentOf(x);
  result = x == 0 ? -__INT_MAX__ - 1 : result;
  result = __builtin_fabs(x) == __builtin_inf() ? __INT_MAX__ : result;
  return x != x ? -__INT_MAX__ - 1 : result;
}

template <class T> T exponentAsNumber(T x) {
  T result = static_cast<T>(exponentOf(x));
  result = x == 0 ? static_cast<T>(-__builtin_inf()) : result;
  return isFinite(x) ? result : x * x;
}

template <class T> T splitExponent(T x, int *exponent) {
  using F = Format<T>;
  bool whole = x == 0 || !isFinite(x);
  bool subnormal = __builtin_fabs(x) < powerOfTwo<T>(1 - F::kBias);
  T normal = subnormal ? x * powerOfTwo<T>(F::kFractionBits) : x;
  auto exponent_bits = typename F::Bits(2 * F::kBias + 1) << F::kFractionBits;
  auto half = typename F::Bits(F::kBias - 1) << F::kFractionBits;
  *exponent = whole ? 0 : exponentOf(x) + 1;
  return whole ? x + x : fromBits((toBits(normal) & ~exponent_bits) | half);
}

template <class T> T splitFraction(T x, T *whole) {
  T integer = sizeof(T) == 4 ? static_cast<T>(__builtin_truncf(static_cast<float>(x)))
                             : static_cast<T>(__builtin_trunc(x));
  *whole = integer;
  T fraction = __builtin_fabs(x) == __builtin_inf() ? T(0) : x - integer;
  return sizeof(T) == 4 ? static_cast<T>(__builtin_copysignf(fraction, x))
                        : static_cast<T>(__builtin_copysign(fraction, x));
}

template <class T> T nextNumber(T x, T y) {
  using Bits = typename Format<T>::Bits;
  Bits bits = toBits(x);
  bool away = (y > x) == (x > 0);
  T next = x == 0 ? fromBits(Bits(1) | (toBits(y) & kSignBit<T>)) : fromBits(away ? bits + 1 : bits - 1);
  next = x == y ? y : next;
  return x != x || y != y ? x + y : next;
}

template <class T> T positiveDifference(T x, T y) { return x <= y ? T(0) : x - y; }

#endif
