// Rounding to a 16-bit format, whichever it is.
//
// A format (half_format.h, bfloat16_format.h) is a class with the type of its bit patterns, Raw, and
//   kOne, kInfinity, kMantissaBits
//   static float widen(Raw)    exact; any NaN for a NaN
//   static float toFloat(Raw)  exact, with a GPU's NaN
//   static Raw narrow(float)   rounds to nearest even; every NaN becomes 0x7fff, as on a GPU
#ifndef RADDLE_FLOAT16_ROUNDING_H
#define RADDLE_FLOAT16_ROUNDING_H

#include "raddle/float16/attributes.h"

namespace raddle_float16 {

// `x` rounded to odd at 13 significant bits: the last bit kept also says whether any after it was set.
// 13 bits are two more than half has, so rounding the result once more, to nearest, gives what rounding `x`
// itself would have. And they are few enough that the result is a float unless bfloat16 makes zero of it.
RADDLE_FLOAT16 float shortened(double x) {
  const unsigned long long dropped = (1ull << 40) - 1;
  unsigned long long bits = __builtin_bit_cast(unsigned long long, x);
  bits |= (bits & dropped) + dropped;
  return static_cast<float>(__builtin_bit_cast(double, bits & ~dropped));
}

// Integers as numbers that round to 16 bits as they do themselves.
RADDLE_FLOAT16 float roundable(short x) { return x; }
RADDLE_FLOAT16 float roundable(unsigned short x) { return x; }
RADDLE_FLOAT16 double roundable(int x) { return x; }
RADDLE_FLOAT16 double roundable(unsigned int x) { return x; }
RADDLE_FLOAT16 double roundable(unsigned long long x) {
  // Below 2^53 exact; above, the lowest of 52 bits stands for the twelve that are dropped.
  unsigned long long shortened = x >> 12 | ((x & 0xfff) != 0);
  return x >> 53 ? static_cast<double>(shortened) * 4096 : static_cast<double>(x);
}
RADDLE_FLOAT16 double roundable(long long x) {
  double magnitude =
      roundable(x < 0 ? 0 - static_cast<unsigned long long>(x) : static_cast<unsigned long long>(x));
  return x < 0 ? -magnitude : magnitude;
}

template <class Format> RADDLE_FLOAT16 typename Format::Raw toNearest(float x) { return Format::narrow(x); }
template <class Format> RADDLE_FLOAT16 typename Format::Raw toNearest(double x) {
  return Format::narrow(shortened(x));
}

// The conversion that programs ask for. A GPU keeps the first bits of a NaN then (measured on an H100,
// CUDA 13.0), nvcc's host code does not.
template <class Format> RADDLE_FLOAT16 typename Format::Raw converted(double x) {
#if defined(__CUDA_ARCH__)
  const unsigned long long bits = __builtin_bit_cast(unsigned long long, x);
  const unsigned long long quiet_nan = Format::kInfinity | 1 << (Format::kMantissaBits - 1);
  const unsigned long long nan = (bits >> 48 & 0x8000) | quiet_nan |
                                 (bits >> (52 - Format::kMantissaBits) & ~Format::kInfinity & 0x7fff);
  if (x != x)
    return typename Format::Raw{static_cast<unsigned short>(nan)};
#endif
  return toNearest<Format>(x);
}
template <class Format> RADDLE_FLOAT16 typename Format::Raw converted(float x) { return Format::narrow(x); }

template <class Real> RADDLE_FLOAT16 Real magnitudeOf(Real x) { return x < 0 ? -x : x; }

// The neighbour of what rounding to nearest gives, where that lies on the wrong side of `x`. Its sign is that
// of `x` also where it is zero.
template <class Format, class Real> RADDLE_FLOAT16 typename Format::Raw toZero(Real x) {
  typename Format::Raw nearest = toNearest<Format>(x);
  if (magnitudeOf<Real>(Format::widen(nearest)) > magnitudeOf(x))
    --nearest.x;
  return nearest;
}
template <class Format, class Real> RADDLE_FLOAT16 typename Format::Raw awayFromZero(Real x) {
  typename Format::Raw nearest = toNearest<Format>(x);
  if (magnitudeOf<Real>(Format::widen(nearest)) < magnitudeOf(x))
    ++nearest.x;
  return nearest;
}
template <class Format, class Real> RADDLE_FLOAT16 typename Format::Raw down(Real x) {
  return x < 0 ? awayFromZero<Format>(x) : toZero<Format>(x);
}
template <class Format, class Real> RADDLE_FLOAT16 typename Format::Raw up(Real x) {
  return x < 0 ? toZero<Format>(x) : awayFromZero<Format>(x);
}

// A whole number as an integer; what does not fit gives the nearest one that does. NaN gives 0, and of 64
// bits the highest alone, as the instruction cvt does. Casts in device code do all of that for 32 and 64
// bits.
template <class Integer> RADDLE_FLOAT16 Integer saturated(float whole) {
  const bool is_signed = Integer(-1) < Integer(0);
  const int bits = 8 * sizeof(Integer);
  const Integer lowest = is_signed ? static_cast<Integer>(1ull << (bits - 1)) : Integer(0);
  const Integer highest = static_cast<Integer>(~lowest);
#if defined(__CUDA_ARCH__)
  if (bits >= 32)
    return static_cast<Integer>(whole);
  const int number = static_cast<int>(whole);
  return static_cast<Integer>(number < lowest ? lowest : number > highest ? highest : number);
#else
  const float limit = static_cast<float>(1ull << (bits - 1)) * (is_signed ? 1 : 2);
  if (whole != whole)
    return bits == 64 ? static_cast<Integer>(1ull << 63) : Integer(0);
  return whole >= limit ? highest : whole < static_cast<float>(lowest) ? lowest : static_cast<Integer>(whole);
#endif
}

} // namespace raddle_float16

#endif
