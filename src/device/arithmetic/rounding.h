// Directed rounding without touching the rounding mode: take the result rounded to nearest and the sign of
// what rounding lost, and step to the neighbour where the direction asks for it.
#ifndef RADDLE_DEVICE_ARITHMETIC_ROUNDING_H
#define RADDLE_DEVICE_ARITHMETIC_ROUNDING_H

enum class Rounding { Nearest, Zero, Up, Down };

inline float nextUp(float x) {
  unsigned int bits = __builtin_bit_cast(unsigned int, x);
  return x == 0 ? __builtin_bit_cast(float, 1u) : __builtin_bit_cast(float, x > 0 ? bits + 1 : bits - 1);
}
inline double nextUp(double x) {
  unsigned long long bits = __builtin_bit_cast(unsigned long long, x);
  return x == 0 ? __builtin_bit_cast(double, 1ull) : __builtin_bit_cast(double, x > 0 ? bits + 1 : bits - 1);
}

// `nearest` is the exact result rounded to nearest; `lost` has the sign of exact - nearest (NaN counts as
// zero: nothing is lost where the result is no number). After an overflow, the infinity gained, so `lost` is
// negative for +infinity.
template <Rounding rounding, class T> T rounded(T nearest, double lost) {
  if (rounding == Rounding::Up || (rounding == Rounding::Zero && nearest < 0))
    return lost > 0 ? nextUp(nearest) : nearest;
  if (rounding == Rounding::Down || (rounding == Rounding::Zero && nearest > 0))
    return lost < 0 ? -nextUp(-nearest) : nearest;
  return nearest;
}

// A sum that is exactly zero is +0, but -0 when rounding down, unless both terms are +0.
template <Rounding rounding, class T> T roundedSum(T nearest, double lost, T x, T y) {
  if (rounding == Rounding::Down && nearest == 0 && lost == 0)
    return __builtin_signbit(x) || __builtin_signbit(y) ? T(-0.0) : nearest;
  return rounded<rounding>(nearest, lost);
}

#endif
