// f16 and bf16 instructions of PTX, alone and in pairs, and conversions to and from small floating-point
// formats (src/ptx/instructions/half_instructions.cpp, conversion_instructions.cpp). As include/raddle/float16, of which
// this uses the formats: sums and products are rounded from float, NaN results are 0x7fff.

struct __half_raw {
  unsigned short x;
};
struct __nv_bfloat16_raw {
  unsigned short x;
};
#include "raddle/float16/bfloat16_format.h"
#include "raddle/float16/half_format.h"

#include "raddle/small_floats/format.h"

#define DEVICE extern "C"

DEVICE double __nv_exp2(double x);
DEVICE double __nv_tanh(double x);
DEVICE unsigned short __raddle_scoped_cas_i16(void *address, unsigned short expected, unsigned short desired,
                                              int mode);
DEVICE unsigned int __raddle_scoped_cas_i32(void *address, unsigned int expected, unsigned int desired,
                                            int mode);

namespace {

using namespace raddle_float16;

using u16 = unsigned short;
using u32 = unsigned int;

template <class Format> float widen(u16 x) { return Format::widen({x}); }
template <class Format> u16 narrow(float x) { return Format::narrow(x).x; }
template <class Format> bool isNan(u16 x) { return (x & 0x7fff) > Format::kInfinity; }

template <class Format> u16 add(u16 x, u16 y) { return narrow<Format>(widen<Format>(x) + widen<Format>(y)); }
template <class Format> u16 sub(u16 x, u16 y) { return narrow<Format>(widen<Format>(x) - widen<Format>(y)); }
template <class Format> u16 mul(u16 x, u16 y) { return narrow<Format>(widen<Format>(x) * widen<Format>(y)); }
template <class Format> u16 fma(u16 x, u16 y, u16 z) { return Format::fma({x}, {y}, {z}).x; }
template <class Format> u16 relu(u16 x) { return isNan<Format>(x) ? 0x7fff : x & 0x8000 ? 0 : x; }
template <class Format> u16 fma_relu(u16 x, u16 y, u16 z) { return relu<Format>(fma<Format>(x, y, z)); }
template <class Format> u16 neg(u16 x) { return isNan<Format>(x) ? 0x7fff : x ^ 0x8000; }
template <class Format> u16 abs(u16 x) { return isNan<Format>(x) ? 0x7fff : x & 0x7fff; }

// Both are numbers; -0 is below +0.
template <class Format> bool isLess(u16 x, u16 y) {
  const float a = widen<Format>(x), b = widen<Format>(y);
  return a < b || (a == b && (x & 0x8000) > (y & 0x8000));
}
template <class Format> u16 min(u16 x, u16 y) {
  if (isNan<Format>(x) || isNan<Format>(y))
    return !isNan<Format>(x) ? x : !isNan<Format>(y) ? y : 0x7fff;
  return isLess<Format>(x, y) ? x : y;
}
template <class Format> u16 max(u16 x, u16 y) {
  if (isNan<Format>(x) || isNan<Format>(y))
    return !isNan<Format>(x) ? x : !isNan<Format>(y) ? y : 0x7fff;
  return isLess<Format>(x, y) ? y : x;
}
template <class Format> u16 min_nan(u16 x, u16 y) {
  return isNan<Format>(x) || isNan<Format>(y) ? 0x7fff : min<Format>(x, y);
}
template <class Format> u16 max_nan(u16 x, u16 y) {
  return isNan<Format>(x) || isNan<Format>(y) ? 0x7fff : max<Format>(x, y);
}

// The smaller or larger magnitude with the product's sign.
u16 signedAs(u16 magnitude, u16 x, u16 y) { return magnitude | ((x ^ y) & 0x8000); }
template <class Format> u16 min_xorsign(u16 x, u16 y) {
  const u16 result = min<Format>(x & 0x7fff, y & 0x7fff);
  return isNan<Format>(result) ? result : signedAs(result, x, y);
}
template <class Format> u16 max_xorsign(u16 x, u16 y) {
  const u16 result = max<Format>(x & 0x7fff, y & 0x7fff);
  return isNan<Format>(result) ? result : signedAs(result, x, y);
}
template <class Format> u16 min_nan_xorsign(u16 x, u16 y) {
  return isNan<Format>(x) || isNan<Format>(y) ? 0x7fff : min_xorsign<Format>(x, y);
}
template <class Format> u16 max_nan_xorsign(u16 x, u16 y) {
  return isNan<Format>(x) || isNan<Format>(y) ? 0x7fff : max_xorsign<Format>(x, y);
}

template <class Format> u16 tanh(u16 x) { return toNearest<Format>(__nv_tanh(widen<Format>(x))).x; }
template <class Format> u16 ex2(u16 x) { return toNearest<Format>(__nv_exp2(widen<Format>(x))).x; }

// Modifiers of other instructions.
template <class Format> u16 saturate(u16 x) {
  return isNan<Format>(x) || x & 0x8000 ? 0 : x > Format::kOne ? Format::kOne : x;
}
template <class Format> u16 flush(u16 x) { return x & Format::kInfinity ? x : x & 0x8000; }
template <class Format> u16 finite(u16 x) { return (x & 0x7fff) == Format::kInfinity ? x - 1 : x; }

} // namespace

#define UNARY_OF(name, type, Format)                                                                         \
  DEVICE u16 __raddle_ptx_##name##_##type(u16 x) { return name<Format>(x); }                                 \
  DEVICE u32 __raddle_ptx_##name##_##type##x2(u32 x) {                                                       \
    return name<Format>(static_cast<u16>(x)) | static_cast<u32>(name<Format>(static_cast<u16>(x >> 16)))     \
                                                   << 16;                                                    \
  }
#define BINARY_OF(name, type, Format)                                                                        \
  DEVICE u16 __raddle_ptx_##name##_##type(u16 x, u16 y) { return name<Format>(x, y); }                       \
  DEVICE u32 __raddle_ptx_##name##_##type##x2(u32 x, u32 y) {                                                \
    return name<Format>(static_cast<u16>(x), static_cast<u16>(y)) |                                          \
           static_cast<u32>(name<Format>(static_cast<u16>(x >> 16), static_cast<u16>(y >> 16))) << 16;       \
  }
#define TERNARY_OF(name, type, Format)                                                                       \
  DEVICE u16 __raddle_ptx_##name##_##type(u16 x, u16 y, u16 z) { return name<Format>(x, y, z); }             \
  DEVICE u32 __raddle_ptx_##name##_##type##x2(u32 x, u32 y, u32 z) {                                         \
    return name<Format>(static_cast<u16>(x), static_cast<u16>(y), static_cast<u16>(z)) |                     \
           static_cast<u32>(name<Format>(static_cast<u16>(x >> 16), static_cast<u16>(y >> 16),               \
                                         static_cast<u16>(z >> 16)))                                         \
               << 16;                                                                                        \
  }
#define UNARY(name) UNARY_OF(name, f16, Half) UNARY_OF(name, bf16, Bfloat16)
#define BINARY(name) BINARY_OF(name, f16, Half) BINARY_OF(name, bf16, Bfloat16)
#define TERNARY(name) TERNARY_OF(name, f16, Half) TERNARY_OF(name, bf16, Bfloat16)

BINARY(add)
BINARY(sub)
BINARY(mul)
TERNARY(fma)
TERNARY(fma_relu)
UNARY(neg)
UNARY(abs)
UNARY(relu)
UNARY(tanh)
UNARY(ex2)
UNARY(saturate)
UNARY(flush)
UNARY(finite)
BINARY(min)
BINARY(max)
BINARY(min_nan)
BINARY(max_nan)
BINARY(min_xorsign)
BINARY(max_xorsign)
BINARY(min_nan_xorsign)
BINARY(max_nan_xorsign)

// --- Conversions -------------------------------------------------------------------------------------------

DEVICE float __raddle_ptx_f32_from_f16(u16 x) { return Half::toFloat({x}); }
DEVICE float __raddle_ptx_f32_from_bf16(u16 x) { return Bfloat16::toFloat({x}); }

// From numbers that are exact in double. A NaN becomes 0x7fff, but keeps its first bits where it was a
// double.
#define FROM_DOUBLE(type, Format)                                                                            \
  DEVICE u16 __raddle_ptx_##type##_from_f64_rn(double x) { return toNearest<Format>(x).x; }                  \
  DEVICE u16 __raddle_ptx_##type##_from_f64_rz(double x) { return toZero<Format>(x).x; }                     \
  DEVICE u16 __raddle_ptx_##type##_from_f64_ru(double x) { return up<Format>(x).x; }                         \
  DEVICE u16 __raddle_ptx_##type##_from_f64_rd(double x) { return down<Format>(x).x; }                       \
  DEVICE u16 __raddle_ptx_##type##_nan_of_f64(double x) { return converted<Format>(x).x; }
FROM_DOUBLE(f16, Half)
FROM_DOUBLE(bf16, Bfloat16)

// Integers as doubles that round to 16 bits as the integers do.
DEVICE double __raddle_ptx_sticky_f64_from_u64(unsigned long long x) { return roundable(x); }
DEVICE double __raddle_ptx_sticky_f64_from_s64(long long x) { return roundable(x); }

namespace {

// To 10 bits of mantissa in a float.
u32 tf32(float x, u32 rounding_bits) {
  const u32 bits = __builtin_bit_cast(u32, x);
  return x != x ? 0x7fffffff : (bits + rounding_bits) & ~0x1fffu;
}
u32 tf32_rn(float x) { return tf32(x, 0xfff + (__builtin_bit_cast(u32, x) >> 13 & 1)); }
u32 tf32_rna(float x) { return tf32(x, 0x1000); }
u32 tf32_rz(float x) { return tf32(x, 0); }
u32 positive(u32 bits) { return bits >> 31 ? 0 : bits; }

// One code of a pair of 8 bits each, or of 4.
template <class Format> u32 code(float x) { return Format::code(x); }
template <class Format> u32 positiveCode(float x) {
  const u32 code = Format::code(x);
  return code & Format::kSign ? 0 : code;
}
template <class Format> u16 halfOfCode(u32 code) { return narrow<Half>(Format::number(code)); }
u32 scale(float x, raddle_small_floats::Rounding rounding, u32 beyond) {
  return raddle_small_floats::E8m0::code(x, rounding, beyond);
}
u32 withoutNegative(u32 halves) { return __raddle_ptx_relu_f16x2(halves); }

} // namespace

#define TF32(rounding)                                                                                       \
  DEVICE u32 __raddle_ptx_tf32_##rounding##_(float x) { return tf32_##rounding(x); }                         \
  DEVICE u32 __raddle_ptx_tf32_##rounding##_relu(float x) { return positive(tf32_##rounding(x)); }
TF32(rn)
TF32(rna)
TF32(rz)

// The first operand of a pair becomes the upper part.
#define SMALL_PAIRS(name, Format, word, bits)                                                                \
  DEVICE word __raddle_ptx_##name##_(float a, float b) {                                                     \
    return static_cast<word>(code<raddle_small_floats::Format>(a) << bits |                                  \
                             code<raddle_small_floats::Format>(b));                                          \
  }                                                                                                          \
  DEVICE word __raddle_ptx_##name##_relu(float a, float b) {                                                 \
    return static_cast<word>(positiveCode<raddle_small_floats::Format>(a) << bits |                          \
                             positiveCode<raddle_small_floats::Format>(b));                                  \
  }                                                                                                          \
  DEVICE u32 __raddle_ptx_f16x2_from_##name##_(word x) {                                                     \
    const u32 mask = (1u << bits) - 1;                                                                       \
    return halfOfCode<raddle_small_floats::Format>(x & mask) |                                               \
           static_cast<u32>(halfOfCode<raddle_small_floats::Format>(x >> bits & mask)) << 16;                \
  }                                                                                                          \
  DEVICE u32 __raddle_ptx_f16x2_from_##name##_relu(word x) {                                                 \
    return withoutNegative(__raddle_ptx_f16x2_from_##name##_(x));                                            \
  }
SMALL_PAIRS(e4m3x2, E4m3, u16, 8)
SMALL_PAIRS(e5m2x2, E5m2, u16, 8)
SMALL_PAIRS(e2m3x2, E2m3, u16, 8)
SMALL_PAIRS(e3m2x2, E3m2, u16, 8)
SMALL_PAIRS(e2m1x2, E2m1, unsigned char, 4)

#define FROM_HALVES(name)                                                                                    \
  DEVICE u16 __raddle_ptx_##name##_from_f16x2_(u32 x) {                                                      \
    return __raddle_ptx_##name##_(widen<Half>(static_cast<u16>(x >> 16)), widen<Half>(static_cast<u16>(x))); \
  }                                                                                                          \
  DEVICE u16 __raddle_ptx_##name##_from_f16x2_relu(u32 x) {                                                  \
    return __raddle_ptx_##name##_relu(widen<Half>(static_cast<u16>(x >> 16)),                                \
                                      widen<Half>(static_cast<u16>(x)));                                     \
  }
FROM_HALVES(e4m3x2)
FROM_HALVES(e5m2x2)

#define SCALES(rnd, satfinite, rounding, beyond)                                                             \
  DEVICE u16 __raddle_ptx_ue8m0x2_##rnd##_##satfinite(float a, float b) {                                    \
    return static_cast<u16>(scale(a, raddle_small_floats::rounding, beyond) << 8 |                           \
                            scale(b, raddle_small_floats::rounding, beyond));                                \
  }                                                                                                          \
  DEVICE u16 __raddle_ptx_ue8m0x2_from_bf16x2_##rnd##_##satfinite(u32 x) {                                   \
    return __raddle_ptx_ue8m0x2_##rnd##_##satfinite(widen<Bfloat16>(static_cast<u16>(x >> 16)),              \
                                                    widen<Bfloat16>(static_cast<u16>(x)));                   \
  }
SCALES(rz, , kToZero, 0xff)
SCALES(rp, , kUp, 0xff)
SCALES(rz, satfinite, kToZero, 0xfe)
SCALES(rp, satfinite, kUp, 0xfe)
DEVICE u32 __raddle_ptx_bf16x2_from_ue8m0x2(u16 x) {
  using raddle_small_floats::E8m0;
  return narrow<Bfloat16>(E8m0::number(x & 0xff)) | static_cast<u32>(narrow<Bfloat16>(E8m0::number(x >> 8)))
                                                        << 16;
}

// --- Atomic operations -------------------------------------------------------------------------------------

#define ATOMIC_OF(name, type, word, bits)                                                                    \
  DEVICE word __raddle_ptx_atomic_##name##_##type(void *address, word value, int mode) {                     \
    word expected, found = __atomic_load_n(static_cast<word *>(address), __ATOMIC_RELAXED);                  \
    do {                                                                                                     \
      expected = found;                                                                                      \
      found = __raddle_scoped_cas_i##bits(address, expected, __raddle_ptx_##name##_##type(expected, value),  \
                                          mode);                                                             \
    } while (found != expected);                                                                             \
    return found;                                                                                            \
  }
#define ATOMIC(name)                                                                                         \
  ATOMIC_OF(name, f16, u16, 16)                                                                              \
  ATOMIC_OF(name, bf16, u16, 16)                                                                             \
  ATOMIC_OF(name, f16x2, u32, 32)                                                                            \
  ATOMIC_OF(name, bf16x2, u32, 32)
ATOMIC(add)
ATOMIC(min)
ATOMIC(max)
