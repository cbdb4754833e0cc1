// Floating-point formats of 8, 6 and 4 bits: a sign, an exponent, a mantissa; and e8m0, powers of two alone.
//
// Codes of magnitudes are in the order of the numbers: the code after the largest of one exponent is the smallest of the next.
#ifndef RADDLE_SMALL_FLOATS_FORMAT_H
#define RADDLE_SMALL_FLOATS_FORMAT_H

#include "raddle/float16/attributes.h"

namespace raddle_small_floats {

// As cudaRoundMode.
enum Rounding { kToNearest, kToZero, kUp, kDown };

RADDLE_FLOAT16 float powerOfTwo(int exponent) {
  return __builtin_bit_cast(float, static_cast<unsigned>(exponent + 127) << 23);
}

RADDLE_FLOAT16 double roundedTo(double magnitude, bool is_negative, Rounding rounding) {
  const bool away = rounding == (is_negative ? kDown : kUp);
  return rounding == kToNearest ? __builtin_rint(magnitude)
         : away                 ? __builtin_ceil(magnitude)
                                : __builtin_trunc(magnitude);
}

/// `largest` is the code of the largest number, `nan` that which NaN becomes.
template <int exponent_bits, int mantissa_bits, unsigned largest, unsigned nan> struct Format {
  enum : unsigned {
    kLargest = largest,
    kSign = 1u << (exponent_bits + mantissa_bits),
    kMagnitude = kSign - 1,
  };
  enum : int { kBias = (1 << (exponent_bits - 1)) - 1 };

  /// Numbers beyond the largest become `beyond`, without their sign.
  RADDLE_FLOAT16 unsigned code(double x, Rounding rounding = kToNearest, unsigned beyond = largest) {
    const unsigned long long bits = __builtin_bit_cast(unsigned long long, x);
    const unsigned sign = bits >> 63 ? +kSign : 0;
    const int exponent = static_cast<int>(bits >> 52 & 0x7ff) - 1023;
    if (x != x)
      return nan;
    if (exponent > 16)
      return sign | beyond;
    // In units of the last place.
    const int least = exponent < 1 - kBias ? 1 - kBias : exponent;
    const double unit =
        __builtin_bit_cast(double, static_cast<unsigned long long>(1023 + mantissa_bits - least) << 52);
    const double units = roundedTo(__builtin_fabs(x) * unit, sign != 0, rounding);
    const unsigned magnitude =
        (static_cast<unsigned>(least + kBias - 1) << mantissa_bits) + static_cast<unsigned>(units);
    return sign | (magnitude > largest ? beyond : magnitude);
  }

  /// In a float's place, the exponent of a magnitude is less than it should be, which also holds for subnormal numbers.
  RADDLE_FLOAT16 float finite(unsigned code) {
    const float magnitude = __builtin_bit_cast(float, (code & kMagnitude) << (23 - mantissa_bits));
    return magnitude * powerOfTwo(127 - kBias) * (code & kSign ? -1.0f : 1.0f);
  }
};

struct E4m3 : Format<4, 3, 0x7e, 0x7f> {
  RADDLE_FLOAT16 float number(unsigned code) {
    return (code & 0x7f) == 0x7f ? __builtin_bit_cast(float, 0x7fffffff) : finite(code);
  }
};
struct E5m2 : Format<5, 2, 0x7b, 0x7f> {
  RADDLE_FLOAT16 float number(unsigned code) {
    return (code & 0x7f) > 0x7c    ? __builtin_bit_cast(float, 0x7fffffff)
           : (code & 0x7f) == 0x7c ? __builtin_bit_cast(float, (code & 0x80) << 24 | 0x7f800000)
                                   : finite(code);
  }
};
// These have neither infinities nor NaN, which becomes the largest number.
struct E2m3 : Format<2, 3, 0x1f, 0x1f> {
  RADDLE_FLOAT16 float number(unsigned code) { return finite(code); }
};
struct E3m2 : Format<3, 2, 0x1f, 0x1f> {
  RADDLE_FLOAT16 float number(unsigned code) { return finite(code); }
};
struct E2m1 : Format<2, 1, 0x7, 0x7> {
  RADDLE_FLOAT16 float number(unsigned code) { return finite(code); }
};

// 2^-127 to 2^127; 0xff is NaN. There is no sign, and no zero, which becomes the least number.
struct E8m0 {
  RADDLE_FLOAT16 unsigned code(double x, Rounding rounding = kUp, unsigned beyond = 0xfe) {
    const unsigned long long bits = __builtin_bit_cast(unsigned long long, x) & 0x7fffffffffffffff;
    const bool is_power = (bits & 0xfffffffffffff) == 0;
    const int exponent = static_cast<int>(bits >> 52) - 1023 + (rounding == kUp && !is_power);
    return x != x            ? 0xff
           : exponent > 127  ? beyond
           : exponent < -127 ? 0
                             : static_cast<unsigned>(exponent + 127);
  }
  RADDLE_FLOAT16 float number(unsigned code) {
    return __builtin_bit_cast(float, code == 0xff ? 0x7fffffff : code == 0 ? 0x00400000 : code << 23);
  }
};

} // namespace raddle_small_floats

#endif
