// Conversions with a stated rounding (include/raddle/device/conversions.h).
//
// Casts to integers saturate and make 0 of NaN: the library is compiled with
// -fno-strict-float-cast-overflow, as the GPU's cvt instruction does it.

#include "device/arithmetic/rounding.h"

#define DEVICE extern "C"

namespace {

float whole(float x, Rounding rounding) {
  switch (rounding) {
  case Rounding::Nearest:
    return __builtin_rintf(x);
  case Rounding::Zero:
    return x;
  case Rounding::Up:
    return __builtin_ceilf(x);
  case Rounding::Down:
    return __builtin_floorf(x);
  }
}

double whole(double x, Rounding rounding) {
  switch (rounding) {
  case Rounding::Nearest:
    return __builtin_rint(x);
  case Rounding::Zero:
    return x;
  case Rounding::Up:
    return __builtin_ceil(x);
  case Rounding::Down:
    return __builtin_floor(x);
  }
}

// PTX ISA, cvt: NaN gives 0 from .f32 to 32 bits, and the highest bit alone from .f64 or to 64 bits.
template <Rounding rounding, class To, class From> To toInteger(From x) {
  constexpr bool nan_is_zero = sizeof(To) == 4 && sizeof(From) == 4;
  if (!nan_is_zero && x != x)
    return static_cast<To>(1ull << (8 * sizeof(To) - 1));
  return static_cast<To>(whole(x, rounding));
}

// The sign of x - f, for an f that is x rounded to nearest, hence whole.
template <class From, class To> double integerLost(From x, To f) {
  constexpr To limit = From(-1) < 0 ? To(0x1p63) : To(0x1p64);
  if (f >= limit)
    return -1;
  From back = static_cast<From>(f);
  return x > back ? 1 : x < back ? -1 : 0;
}

template <Rounding rounding, class To, class From> To fromInteger(From x) {
  To nearest = static_cast<To>(x);
  return rounded<rounding>(nearest, integerLost(x, nearest));
}

template <Rounding rounding> float narrow(double x) {
  float nearest = static_cast<float>(x);
  return rounded<rounding>(nearest, x - static_cast<double>(nearest));
}

} // namespace

#define CONVERSIONS(suffix, rounding)                                                                        \
  DEVICE int __float2int_##suffix(float x) { return toInteger<rounding, int>(x); }                           \
  DEVICE unsigned int __float2uint_##suffix(float x) { return toInteger<rounding, unsigned int>(x); }        \
  DEVICE long long __float2ll_##suffix(float x) { return toInteger<rounding, long long>(x); }                \
  DEVICE unsigned long long __float2ull_##suffix(float x) {                                                  \
    return toInteger<rounding, unsigned long long>(x);                                                       \
  }                                                                                                          \
  DEVICE int __double2int_##suffix(double x) { return toInteger<rounding, int>(x); }                         \
  DEVICE unsigned int __double2uint_##suffix(double x) { return toInteger<rounding, unsigned int>(x); }      \
  DEVICE long long __double2ll_##suffix(double x) { return toInteger<rounding, long long>(x); }              \
  DEVICE unsigned long long __double2ull_##suffix(double x) {                                                \
    return toInteger<rounding, unsigned long long>(x);                                                       \
  }                                                                                                          \
  DEVICE float __int2float_##suffix(int x) { return narrow<rounding>(x); }                                   \
  DEVICE float __uint2float_##suffix(unsigned int x) { return narrow<rounding>(x); }                         \
  DEVICE float __ll2float_##suffix(long long x) { return fromInteger<rounding, float>(x); }                  \
  DEVICE float __ull2float_##suffix(unsigned long long x) { return fromInteger<rounding, float>(x); }        \
  DEVICE double __ll2double_##suffix(long long x) { return fromInteger<rounding, double>(x); }               \
  DEVICE double __ull2double_##suffix(unsigned long long x) { return fromInteger<rounding, double>(x); }     \
  DEVICE float __double2float_##suffix(double x) { return narrow<rounding>(x); }

CONVERSIONS(rn, Rounding::Nearest)
CONVERSIONS(rz, Rounding::Zero)
CONVERSIONS(ru, Rounding::Up)
CONVERSIONS(rd, Rounding::Down)
