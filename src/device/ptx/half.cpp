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

// To 8 bits, of which the lower ones are the mantissa; what is too large becomes `largest`, NaN 0x7f.
template <int mantissa_bits, int bias, u32 largest> u32 toByte(double x) {
  const unsigned long long bits = __builtin_bit_cast(unsigned long long, x);
  const u32 sign = bits >> 63 ? 0x80 : 0;
  if (x != x)
    return 0x7f;
  int exponent = static_cast<int>(bits >> 52 & 0x7ff) - 1023;
  if (exponent < 1 - bias)
    exponent = 1 - bias;
  if (exponent > 16)
    return sign | largest;
  // In units of the last place; the code of a number follows that of its predecessor across all exponents.
  const double unit =
      __builtin_bit_cast(double, static_cast<unsigned long long>(exponent - mantissa_bits + 1023) << 52);
  const u32 units = static_cast<u32>(__builtin_rint(magnitudeOf(x) / unit));
  const u32 code = (static_cast<u32>(exponent + bias - 1) << mantissa_bits) + units;
  return sign | (code > largest ? largest : code);
}
u32 e4m3x2(double x) { return toByte<3, 7, 0x7e>(x); }
u32 e5m2x2(double x) { return toByte<2, 15, 0x7b>(x); }
u32 reluByte(u32 code) { return code & 0x80 ? 0 : code; }

u16 halfFrom_e5m2x2(u32 code) { return (code & 0x7f) > 0x7c ? 0x7fff : static_cast<u16>(code << 8); }
u16 halfFrom_e4m3x2(u32 code) {
  if ((code & 0x7f) == 0x7f)
    return 0x7fff;
  const u32 exponent = code >> 3 & 0xf, mantissa = code & 7;
  const float magnitude =
      exponent == 0 ? static_cast<float>(mantissa) * 0x1p-9f
                    : static_cast<float>(8 + mantissa) * static_cast<float>(1u << exponent) * 0x1p-10f;
  return narrow<Half>(magnitude) | static_cast<u16>((code & 0x80) << 8);
}
u32 withoutNegative(u32 halves) { return __raddle_ptx_relu_f16x2(halves); }

} // namespace

#define TF32(rounding)                                                                                       \
  DEVICE u32 __raddle_ptx_tf32_##rounding##_(float x) { return tf32_##rounding(x); }                         \
  DEVICE u32 __raddle_ptx_tf32_##rounding##_relu(float x) { return positive(tf32_##rounding(x)); }
TF32(rn)
TF32(rna)
TF32(rz)

// The first operand of a pair becomes the upper byte.
#define BYTES(format)                                                                                        \
  DEVICE u16 __raddle_ptx_##format##_(float a, float b) {                                                    \
    return static_cast<u16>(format(a) << 8 | format(b));                                                     \
  }                                                                                                          \
  DEVICE u16 __raddle_ptx_##format##_relu(float a, float b) {                                                \
    return static_cast<u16>(reluByte(format(a)) << 8 | reluByte(format(b)));                                 \
  }                                                                                                          \
  DEVICE u16 __raddle_ptx_##format##_from_f16x2_(u32 x) {                                                    \
    return __raddle_ptx_##format##_(widen<Half>(static_cast<u16>(x >> 16)),                                  \
                                    widen<Half>(static_cast<u16>(x)));                                       \
  }                                                                                                          \
  DEVICE u16 __raddle_ptx_##format##_from_f16x2_relu(u32 x) {                                                \
    return __raddle_ptx_##format##_relu(widen<Half>(static_cast<u16>(x >> 16)),                              \
                                        widen<Half>(static_cast<u16>(x)));                                   \
  }                                                                                                          \
  DEVICE u32 __raddle_ptx_f16x2_from_##format##_(u16 x) {                                                    \
    return halfFrom_##format(x & 0xff) | static_cast<u32>(halfFrom_##format(x >> 8)) << 16;                  \
  }                                                                                                          \
  DEVICE u32 __raddle_ptx_f16x2_from_##format##_relu(u16 x) {                                                \
    return withoutNegative(__raddle_ptx_f16x2_from_##format##_(x));                                          \
  }
BYTES(e4m3x2)
BYTES(e5m2x2)

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
