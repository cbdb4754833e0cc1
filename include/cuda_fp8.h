// Floating-point numbers of 8 bits, for host and device code: e4m3 (largest 448, no infinity) and e5m2 (a half's upper
// byte). They are stored and converted; one computes with what they are converted to.
#ifndef __CUDA_FP8_H__
#define __CUDA_FP8_H__

#include "cuda_bf16.h"
#include "cuda_fp16.h"

#include "raddle/names/hide.h"

#define __CUDA_FP8_TYPES_EXIST__

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;

// What becomes of numbers beyond the largest: an infinity (e5m2) or NaN (e4m3), or the largest.
typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;

#if defined(__cplusplus)

namespace raddle_float16 {

RADDLE_FLOAT16 unsigned char toByte(double x, __nv_saturation_t saturation,
                                    __nv_fp8_interpretation_t format) {
  const bool e4m3 = format == __NV_E4M3;
  const int mantissa_bits = e4m3 ? 3 : 2, bias = e4m3 ? 7 : 15;
  const unsigned largest = e4m3 ? 0x7e : 0x7b, beyond = saturation == __NV_SATFINITE ? largest : largest + 1;
  const unsigned long long bits = __builtin_bit_cast(unsigned long long, x);
  const unsigned sign = static_cast<unsigned>(bits >> 56) & 0x80;
  const int exponent = static_cast<int>(bits >> 52 & 0x7ff) - 1023;
  if (x != x)
    return 0x7f;
  if (exponent > bias + 1)
    return static_cast<unsigned char>(sign | beyond);
  // In units of the last place, to nearest even.
  const int least = exponent < 1 - bias ? 1 - bias : exponent;
  const double unit =
      __builtin_bit_cast(double, static_cast<unsigned long long>(1023 + mantissa_bits - least) << 52);
  const unsigned units = static_cast<unsigned>(__builtin_rint(__builtin_fabs(x) * unit));
  const unsigned code = (static_cast<unsigned>(least + bias - 1) << mantissa_bits) + units;
  return static_cast<unsigned char>(sign | (code > largest ? beyond : code));
}

RADDLE_FLOAT16 float fromByte(unsigned char byte, __nv_fp8_interpretation_t format) {
  if (format == __NV_E5M2)
    return Half::toFloat(__half_raw{static_cast<unsigned short>(byte << 8)});
  const unsigned exponent = byte >> 3 & 0xf, mantissa = byte & 7;
  const float magnitude =
      exponent == 0 ? static_cast<float>(mantissa) * 0x1p-9f
                    : static_cast<float>(8 + mantissa) * static_cast<float>(1u << exponent) * 0x1p-10f;
  return (byte & 0x7f) == 0x7f ? __builtin_bit_cast(float, 0x7fffffff)
         : (byte & 0x80) != 0  ? -magnitude
                               : magnitude;
}

} // namespace raddle_float16

RADDLE_FLOAT16 __nv_fp8_storage_t __nv_cvt_double_to_fp8(double x, __nv_saturation_t saturation,
                                                         __nv_fp8_interpretation_t format) {
  return raddle_float16::toByte(x, saturation, format);
}
RADDLE_FLOAT16 __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t saturation,
                                                        __nv_fp8_interpretation_t format) {
  return raddle_float16::toByte(x, saturation, format);
}
RADDLE_FLOAT16 __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw x, __nv_saturation_t saturation,
                                                          __nv_fp8_interpretation_t format) {
  return raddle_float16::toByte(raddle_float16::Half::toFloat(x), saturation, format);
}
RADDLE_FLOAT16 __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw x,
                                                              __nv_saturation_t saturation,
                                                              __nv_fp8_interpretation_t format) {
  return raddle_float16::toByte(__bfloat162float(__nv_bfloat16(x)), saturation, format);
}
RADDLE_FLOAT16 __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x, __nv_fp8_interpretation_t format) {
  return raddle_float16::Half::narrow(raddle_float16::fromByte(x, format));
}

// The first of a pair is the lower byte.
RADDLE_FLOAT16 __nv_fp8x2_storage_t __nv_cvt_double2_to_fp8x2(double2 x, __nv_saturation_t saturation,
                                                              __nv_fp8_interpretation_t format) {
  return static_cast<__nv_fp8x2_storage_t>(raddle_float16::toByte(x.y, saturation, format) << 8 |
                                           raddle_float16::toByte(x.x, saturation, format));
}
RADDLE_FLOAT16 __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2 x, __nv_saturation_t saturation,
                                                             __nv_fp8_interpretation_t format) {
  return __nv_cvt_double2_to_fp8x2(double2{x.x, x.y}, saturation, format);
}
RADDLE_FLOAT16 __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(__half2_raw x, __nv_saturation_t saturation,
                                                               __nv_fp8_interpretation_t format) {
  return static_cast<__nv_fp8x2_storage_t>(__nv_cvt_halfraw_to_fp8(__half_raw{x.y}, saturation, format) << 8 |
                                           __nv_cvt_halfraw_to_fp8(__half_raw{x.x}, saturation, format));
}
RADDLE_FLOAT16 __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t x,
                                                      __nv_fp8_interpretation_t format) {
  return __half2_raw{__nv_cvt_fp8_to_halfraw(static_cast<__nv_fp8_storage_t>(x), format).x,
                     __nv_cvt_fp8_to_halfraw(static_cast<__nv_fp8_storage_t>(x >> 8), format).x};
}

#define RADDLE_FROM_NUMBER(name, type)                                                                       \
  RADDLE_FLOAT16_MEMBER explicit name(type x)                                                                \
      : __x(raddle_float16::toByte(static_cast<double>(x), __NV_SATFINITE, kFormat)) {}
#define RADDLE_TO_NUMBER(type)                                                                               \
  RADDLE_FLOAT16_MEMBER explicit operator type() const {                                                     \
    return raddle_float16::saturated<type>(__builtin_truncf(raddle_float16::fromByte(__x, kFormat)));        \
  }

#define RADDLE_FP8(name, format)                                                                             \
  struct __attribute__((aligned(1))) name {                                                                  \
    static constexpr __nv_fp8_interpretation_t kFormat = format;                                             \
    __nv_fp8_storage_t __x;                                                                                  \
    name() = default;                                                                                        \
    RADDLE_FROM_NUMBER(name, float)                                                                          \
    RADDLE_FROM_NUMBER(name, double)                                                                         \
    RADDLE_FROM_NUMBER(name, short)                                                                          \
    RADDLE_FROM_NUMBER(name, unsigned short)                                                                 \
    RADDLE_FROM_NUMBER(name, int)                                                                            \
    RADDLE_FROM_NUMBER(name, unsigned)                                                                       \
    RADDLE_FROM_NUMBER(name, long)                                                                           \
    RADDLE_FROM_NUMBER(name, unsigned long)                                                                  \
    RADDLE_FROM_NUMBER(name, long long)                                                                      \
    RADDLE_FROM_NUMBER(name, unsigned long long)                                                             \
    RADDLE_FLOAT16_MEMBER explicit name(__half x) : name(__half2float(x)) {}                                 \
    RADDLE_FLOAT16_MEMBER explicit name(__nv_bfloat16 x) : name(__bfloat162float(x)) {}                      \
    RADDLE_FLOAT16_MEMBER explicit operator float() const { return raddle_float16::fromByte(__x, kFormat); } \
    RADDLE_FLOAT16_MEMBER explicit operator double() const {                                                 \
      return raddle_float16::fromByte(__x, kFormat);                                                         \
    }                                                                                                        \
    RADDLE_FLOAT16_MEMBER explicit operator __half() const {                                                 \
      return __half(__nv_cvt_fp8_to_halfraw(__x, kFormat));                                                  \
    }                                                                                                        \
    RADDLE_FLOAT16_MEMBER explicit operator __nv_bfloat16() const {                                          \
      return __float2bfloat16_rz(raddle_float16::fromByte(__x, kFormat));                                    \
    }                                                                                                        \
    RADDLE_FLOAT16_MEMBER explicit operator bool() const { return (__x & 0x7f) != 0; }                       \
    RADDLE_TO_NUMBER(char)                                                                                   \
    RADDLE_TO_NUMBER(signed char)                                                                            \
    RADDLE_TO_NUMBER(unsigned char)                                                                          \
    RADDLE_TO_NUMBER(short)                                                                                  \
    RADDLE_TO_NUMBER(unsigned short)                                                                         \
    RADDLE_TO_NUMBER(int)                                                                                    \
    RADDLE_TO_NUMBER(unsigned)                                                                               \
    RADDLE_TO_NUMBER(long)                                                                                   \
    RADDLE_TO_NUMBER(unsigned long)                                                                          \
    RADDLE_TO_NUMBER(long long)                                                                              \
    RADDLE_TO_NUMBER(unsigned long long)                                                                     \
  };

#define RADDLE_FP8_PAIR(name, format)                                                                        \
  struct __attribute__((aligned(2))) name {                                                                  \
    __nv_fp8x2_storage_t __x;                                                                                \
    name() = default;                                                                                        \
    RADDLE_FLOAT16_MEMBER explicit name(float2 x)                                                            \
        : __x(__nv_cvt_float2_to_fp8x2(x, __NV_SATFINITE, format)) {}                                        \
    RADDLE_FLOAT16_MEMBER explicit name(double2 x)                                                           \
        : __x(__nv_cvt_double2_to_fp8x2(x, __NV_SATFINITE, format)) {}                                       \
    RADDLE_FLOAT16_MEMBER explicit name(__half2 x) : name(__half22float2(x)) {}                              \
    RADDLE_FLOAT16_MEMBER explicit operator float2() const {                                                 \
      return float2{raddle_float16::fromByte(static_cast<unsigned char>(__x), format),                       \
                    raddle_float16::fromByte(static_cast<unsigned char>(__x >> 8), format)};                 \
    }                                                                                                        \
    RADDLE_FLOAT16_MEMBER explicit operator __half2() const {                                                \
      return __half2(__nv_cvt_fp8x2_to_halfraw2(__x, format));                                               \
    }                                                                                                        \
  };

#define RADDLE_FP8_FOUR(name, format)                                                                        \
  struct __attribute__((aligned(4))) name {                                                                  \
    __nv_fp8x4_storage_t __x;                                                                                \
    name() = default;                                                                                        \
    RADDLE_FLOAT16_MEMBER explicit name(float4 x)                                                            \
        : __x(__nv_cvt_float2_to_fp8x2(float2{x.x, x.y}, __NV_SATFINITE, format) |                           \
              static_cast<unsigned>(__nv_cvt_float2_to_fp8x2(float2{x.z, x.w}, __NV_SATFINITE, format))      \
                  << 16) {}                                                                                  \
    RADDLE_FLOAT16_MEMBER explicit operator float4() const {                                                 \
      return float4{raddle_float16::fromByte(static_cast<unsigned char>(__x), format),                       \
                    raddle_float16::fromByte(static_cast<unsigned char>(__x >> 8), format),                  \
                    raddle_float16::fromByte(static_cast<unsigned char>(__x >> 16), format),                 \
                    raddle_float16::fromByte(static_cast<unsigned char>(__x >> 24), format)};                \
    }                                                                                                        \
  };

RADDLE_FP8(__nv_fp8_e4m3, __NV_E4M3)
RADDLE_FP8(__nv_fp8_e5m2, __NV_E5M2)
RADDLE_FP8_PAIR(__nv_fp8x2_e4m3, __NV_E4M3)
RADDLE_FP8_PAIR(__nv_fp8x2_e5m2, __NV_E5M2)
RADDLE_FP8_FOUR(__nv_fp8x4_e4m3, __NV_E4M3)
RADDLE_FP8_FOUR(__nv_fp8x4_e5m2, __NV_E5M2)

#undef RADDLE_FP8_FOUR
#undef RADDLE_FP8_PAIR
#undef RADDLE_FP8
#undef RADDLE_TO_NUMBER
#undef RADDLE_FROM_NUMBER

#endif

#include "raddle/names/show.h"

#endif
