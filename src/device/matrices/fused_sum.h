// What a tensor core of an H100 makes of up to 16 products and an addend, bit for bit (RADDLE_MMA=exact).
//
// The products are exact. They and the addend are aligned to the largest of their exponents, where a product's exponent is
// the sum of its factors' and a subnormal number has the exponent of the smallest normal one. What lies below the 25th binary place
// of that exponent is cut off each of them, toward zero; the rest is added up exactly. The sum is cut off to f32, or rounded to
// f16, ties to even. wgmma cuts off products of 8 bits, and their sums in f32, below the 13th place. docs/matrices.md says how this was
// found.
#ifndef RADDLE_DEVICE_MATRICES_FUSED_SUM_H
#define RADDLE_DEVICE_MATRICES_FUSED_SUM_H

#include "device/matrices/elements.h"

namespace raddle_matrices {

constexpr int kSumPlaces = 25;
constexpr s32 kNoExponent = -100000; // of zero, to which nothing is aligned

enum Special : u32 { kIsNan = 1, kIsInfinity = 2, kIsMinusInfinity = 4 };

/// A number as an integer of `places` binary places times 2^exponent.
template <int places> struct Number {
  bool is_negative, is_infinite, is_nan;
  u32 significand;
  s32 exponent;

  INLINE bool isZero() const { return significand == 0 && !is_infinite; }
};

/// What the code of a floating-point format with infinities is.
template <int exponent_bits, int places> INLINE Number<places> numberOf(u32 code) {
  constexpr u32 kLargest = (1u << exponent_bits) - 1;
  const u32 fraction = code & ((1u << places) - 1), exponent = code >> places & kLargest;
  const bool is_special = exponent == kLargest, is_normal = exponent != 0;
  return {(code >> (exponent_bits + places) & 1) != 0, is_special && fraction == 0,
          is_special && fraction != 0, fraction | static_cast<u32>(is_normal) << places,
          static_cast<s32>(is_normal ? exponent : 1) - static_cast<s32>(kLargest / 2)};
}

/// The codes of the multiplicands as a tensor core reads them: those of 8 bits are made f16 before.
template <class Element> struct Multiplicand;
template <> struct Multiplicand<F16> {
  static INLINE Number<10> at(u32 word, int i) { return numberOf<5, 10>(word >> (16 * i) & 0xffff); }
};
template <> struct Multiplicand<BF16> {
  static INLINE Number<7> at(u32 word, int i) { return numberOf<8, 7>(word >> (16 * i) & 0xffff); }
};
template <> struct Multiplicand<TF32> {
  static INLINE Number<10> at(u32 word, int) { return numberOf<8, 10>(word >> 13); }
};
template <> struct Multiplicand<E5M2> {
  static INLINE Number<10> at(u32 word, int i) { return numberOf<5, 10>((word >> (8 * i) & 0xff) << 8); }
};
template <> struct Multiplicand<E4M3> {
  static INLINE Number<10> at(u32 word, int i) { return numberOf<5, 10>(floatToHalf(E4M3::at(word, i))); }
};

/// The same for wgmma, which reads elements of 8 bits as they are.
template <class Element> struct NarrowMultiplicand {
  static INLINE Number<2> at(u32 word, int i) { return numberOf<5, 2>(word >> (8 * i) & 0xff); }
};
template <> struct NarrowMultiplicand<E4M3> {
  // There are no infinities, and one NaN.
  static INLINE Number<3> at(u32 word, int i) {
    const u32 code = word >> (8 * i) & 0xff, exponent = code >> 3 & 0xf;
    return {(code & 0x80) != 0, false, (code & 0x7f) == 0x7f,
            (code & 7) | static_cast<u32>(exponent != 0) << 3,
            static_cast<s32>(exponent != 0 ? exponent : 1) - 7};
  }
};

/// A product or the addend: `magnitude` has kSumPlaces binary places.
struct Term {
  bool is_negative;
  u32 special, magnitude;
  s32 exponent;
};

INLINE u32 infinity(bool is_negative) { return is_negative ? kIsMinusInfinity : kIsInfinity; }

template <int a_places, int b_places> INLINE Term product(Number<a_places> a, Number<b_places> b) {
  const bool is_negative = a.is_negative != b.is_negative;
  const bool is_nan = a.is_nan || b.is_nan || (a.is_infinite && b.isZero()) || (b.is_infinite && a.isZero());
  const u32 magnitude = a.significand * b.significand;
  return {is_negative,
          is_nan                           ? u32{kIsNan}
          : a.is_infinite || b.is_infinite ? infinity(is_negative)
                                           : 0,
          magnitude << (kSumPlaces - a_places - b_places),
          magnitude == 0 ? kNoExponent : a.exponent + b.exponent};
}
template <int places> INLINE Term addend(Number<places> c) {
  return {c.is_negative,
          c.is_nan        ? u32{kIsNan}
          : c.is_infinite ? infinity(c.is_negative)
                          : 0,
          c.significand << (kSumPlaces - places), c.significand == 0 ? kNoExponent : c.exponent};
}

/// Of the kSumPlaces that the result has, `places` are kept.
INLINE s32 aligned(Term term, s32 exponent, int places) {
  const s32 distance = exponent - term.exponent;
  const s32 kept =
      static_cast<s32>(term.magnitude >> (distance < 31 ? distance : 31) & ~0u << (kSumPlaces - places));
  return term.is_negative ? -kept : kept;
}

/// magnitude * 2^(exponent - kSumPlaces), of which `magnitude` is not zero.
struct Sum {
  u64 magnitude;
  s32 exponent;

  /// Of the highest bit.
  INLINE s32 leadingExponent() const { return exponent - kSumPlaces + 63 - __builtin_clzll(magnitude); }
  /// How many bits lie below the last place of a format whose significand has `places` and which ends at `lowest`.
  INLINE s32 bitsBelow(int places, s32 lowest) const {
    const s32 leading = leadingExponent(), place = (leading < lowest ? lowest : leading) - places;
    return place - (exponent - kSumPlaces);
  }
};

/// The significand and what it carries into make the code: a normal number's highest bit adds one to the exponent.
template <int places> INLINE u32 codeOf(u32 significand, s32 leading_exponent, s32 lowest) {
  const s32 above = leading_exponent - lowest;
  return significand + (static_cast<u32>(above < 0 ? 0 : above) << places);
}

INLINE u32 cutOffToFloat(Sum sum) {
  const s32 below = sum.bitsBelow(23, -126);
  const u64 significand = below <= 0 ? sum.magnitude << -below : below > 63 ? 0 : sum.magnitude >> below;
  const u32 code = codeOf<23>(static_cast<u32>(significand), sum.leadingExponent(), -126);
  return sum.leadingExponent() > 127 ? 0x7f800000 : code;
}

INLINE u32 roundedToHalf(Sum sum) {
  const s32 below = sum.bitsBelow(10, -14);
  const s32 cut_off = below < 1 ? 1 : below > 63 ? 63 : below;
  const u64 kept = sum.magnitude >> cut_off, rest = sum.magnitude & ((u64{1} << cut_off) - 1);
  const u64 half = u64{1} << (cut_off - 1);
  const u64 rounded = kept + (rest > half || (rest == half && (kept & 1) != 0) ? 1 : 0);
  const u64 significand = below <= 0 ? sum.magnitude << -below : rounded;
  const u32 code = codeOf<10>(static_cast<u32>(significand), sum.leadingExponent(), -14);
  return sum.leadingExponent() > 15 || code > 0x7c00 ? 0x7c00 : code;
}

/// How sums of f32, and of f16, are read, made and written.
struct FloatSum {
  static constexpr int kPlaces = kSumPlaces;
  static constexpr u32 kNan = 0x7fffffff, kInfinity = 0x7f800000, kSign = 0x80000000;
  static INLINE Term addendOf(u32 code) { return addend(numberOf<8, 23>(code)); }
  static INLINE u32 rounded(Sum sum) { return cutOffToFloat(sum); }
};
struct HalfSum {
  static constexpr int kPlaces = kSumPlaces;
  static constexpr u32 kNan = 0x7fff, kInfinity = 0x7c00, kSign = 0x8000;
  static INLINE Term addendOf(u32 code) { return addend(numberOf<5, 10>(code)); }
  static INLINE u32 rounded(Sum sum) { return roundedToHalf(sum); }
};

/// The same for products of 8 bits by wgmma.
constexpr int kNarrowPlaces = 13;
struct NarrowFloatSum : FloatSum {
  static constexpr int kPlaces = kNarrowPlaces;
  static INLINE u32 rounded(Sum sum) { return cutOffToFloat(sum) & ~0u << (23 - kNarrowPlaces); }
};
struct NarrowHalfSum : HalfSum {
  static constexpr int kPlaces = kNarrowPlaces;
};

/// How an element is read for a sum.
template <class Format, class Element> struct MultiplicandOf : Multiplicand<Element> {};
template <class Element> struct MultiplicandOf<NarrowFloatSum, Element> : NarrowMultiplicand<Element> {};
template <class Element> struct MultiplicandOf<NarrowHalfSum, Element> : NarrowMultiplicand<Element> {};

template <class Format> INLINE u32 specialSum(u32 special) {
  if ((special & kIsNan) != 0 || special == (kIsInfinity | kIsMinusInfinity))
    return Format::kNan;
  return Format::kInfinity | (special == kIsInfinity ? 0 : Format::kSign);
}

/// C and `count` products; `products` gives the one with a number.
template <class Format, class Products> INLINE u32 fusedSum(Products products, int count, u32 c) {
  const Term first = Format::addendOf(c);
  u32 special = first.special;
  s32 exponent = first.exponent;
#pragma unroll 1
  for (int i = 0; i < count; ++i) {
    const Term term = products(i);
    special |= term.special;
    exponent = term.exponent > exponent ? term.exponent : exponent;
  }
  long long total = aligned(first, exponent, Format::kPlaces);
#pragma unroll 1
  for (int i = 0; i < count; ++i)
    total += aligned(products(i), exponent, Format::kPlaces);
  const bool is_negative = total < 0;
  const Sum sum{static_cast<u64>(is_negative ? -total : total), exponent};
  const u32 code = total == 0 ? 0 : Format::rounded({total == 0 ? 1 : sum.magnitude, exponent});
  // What is too small has no sign.
  return special != 0 ? specialSum<Format>(special) : code | (is_negative && code != 0 ? Format::kSign : 0);
}

/// An ordinary addition.
INLINE u32 plus(FloatSum, u32 a, u32 b) {
  const float sum = __builtin_bit_cast(float, a) + __builtin_bit_cast(float, b);
  return sum != sum ? FloatSum::kNan : __builtin_bit_cast(u32, sum);
}
INLINE u32 plus(HalfSum, u32 a, u32 b) { return floatToHalf(halfToFloat(a) + halfToFloat(b)); }

} // namespace raddle_matrices

#endif
