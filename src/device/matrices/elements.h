// The element types of matrices: how many are in a register of 32 bits, and their values.
//
// Value is what products and sums are made in: float for floating-point numbers, which holds all values of the smaller
// formats, and int for integers.
#ifndef RADDLE_DEVICE_MATRICES_ELEMENTS_H
#define RADDLE_DEVICE_MATRICES_ELEMENTS_H

#include "device/matrices/lanes.h"

namespace raddle_matrices {

INLINE float halfToFloat(u32 bits) {
  return static_cast<float>(__builtin_bit_cast(_Float16, static_cast<u16>(bits)));
}

INLINE u32 floatToHalf(float x) {
  return x != x ? 0x7fff : __builtin_bit_cast(u16, static_cast<_Float16>(x));
}

struct F16 {
  using Value = float;
  static constexpr int kPerRegister = 2;
  static INLINE float at(u32 word, int i) { return halfToFloat(word >> (16 * i)); }
};

struct BF16 {
  using Value = float;
  static constexpr int kPerRegister = 2;
  static INLINE float at(u32 word, int i) {
    return __builtin_bit_cast(float, i == 0 ? word << 16 : word & 0xffff0000);
  }
};

// The instructions do not look at the 13 bits that tf32 lacks.
struct TF32 {
  using Value = float;
  static constexpr int kPerRegister = 1;
  static INLINE float at(u32 word, int) { return __builtin_bit_cast(float, word & 0xffffe000); }
};

// A half's upper byte.
struct E5M2 {
  using Value = float;
  static constexpr int kPerRegister = 4;
  static INLINE float at(u32 word, int i) { return halfToFloat((word >> (8 * i) & 0xff) << 8); }
};

// In a float's place, its exponent is 120 less than it should be, which also holds for subnormal numbers.
struct E4M3 {
  using Value = float;
  static constexpr int kPerRegister = 4;
  static INLINE float at(u32 word, int i) {
    const u32 code = word >> (8 * i) & 0xff, magnitude = code & 0x7f;
    const float number = __builtin_bit_cast(float, (code & 0x80) << 24 | magnitude << 20) * 0x1p120f;
    return magnitude == 0x7f ? __builtin_nanf("") : number;
  }
};

template <int bits, bool is_signed> struct Integer {
  using Value = s32;
  static constexpr int kPerRegister = 32 / bits;
  static INLINE s32 at(u32 word, int i) {
    const u32 top = word << (32 - bits - bits * i);
    return is_signed ? static_cast<s32>(top) >> (32 - bits) : static_cast<s32>(top >> (32 - bits));
  }
};
using S8 = Integer<8, true>;
using U8 = Integer<8, false>;
using S4 = Integer<4, true>;
using U4 = Integer<4, false>;

} // namespace raddle_matrices

#endif
