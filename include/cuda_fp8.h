// Floating-point numbers of 8 bits, for host and device code: e4m3 (largest 448, no infinity), e5m2 (a half's upper byte)
// and e8m0 (powers of two, as scales). They are stored and converted; one computes with what they are converted to.
#ifndef __CUDA_FP8_H__
#define __CUDA_FP8_H__

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "device_types.h"

#include "raddle/names/hide.h"

#define __CUDA_FP8_TYPES_EXIST__

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;

// What becomes of numbers beyond the largest: an infinity (e5m2) or NaN (e4m3, e8m0), or the largest.
typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;

#if defined(__cplusplus)

#include "raddle/small_floats/format.h"

namespace raddle_small_floats {

RADDLE_FLOAT16 unsigned char codeOf8(double x, __nv_saturation_t saturation,
                                     __nv_fp8_interpretation_t format) {
  const bool saturates = saturation == __NV_SATFINITE;
  return static_cast<unsigned char>(format == __NV_E4M3
                                        ? E4m3::code(x, kToNearest, E4m3::kLargest + !saturates)
                                        : E5m2::code(x, kToNearest, E5m2::kLargest + !saturates));
}
RADDLE_FLOAT16 float numberOf8(unsigned code, __nv_fp8_interpretation_t format) {
  return format == __NV_E4M3 ? E4m3::number(code) : E5m2::number(code);
}
RADDLE_FLOAT16 unsigned char codeOfScale(double x, __nv_saturation_t saturation, cudaRoundMode rounding) {
  return static_cast<unsigned char>(
      E8m0::code(x, static_cast<Rounding>(rounding), saturation == __NV_SATFINITE ? 0xfe : 0xff));
}

} // namespace raddle_small_floats

#include "raddle/small_floats/classes.h"

#define RADDLE_CODE(x) raddle_small_floats::codeOf8(x, saturation, format)
#define RADDLE_NUMBER(code) raddle_small_floats::numberOf8(code, format)
RADDLE_SMALL_FLOAT_CONVERSIONS(fp8, __nv_fp8x2_storage_t, 8, __nv_fp8_interpretation_t,
                               __nv_saturation_t saturation, __nv_fp8_interpretation_t format)

// ---- Scales. They are rounded up (cudaRoundPosInf) or to zero; their sign is lost ----

RADDLE_FLOAT16 __nv_fp8_storage_t __nv_cvt_double_to_e8m0(double x, __nv_saturation_t saturation,
                                                          cudaRoundMode rounding) {
  return raddle_small_floats::codeOfScale(x, saturation, rounding);
}
RADDLE_FLOAT16 __nv_fp8_storage_t __nv_cvt_float_to_e8m0(float x, __nv_saturation_t saturation,
                                                         cudaRoundMode rounding) {
  return raddle_small_floats::codeOfScale(x, saturation, rounding);
}
RADDLE_FLOAT16 __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_e8m0(__nv_bfloat16_raw x,
                                                               __nv_saturation_t saturation,
                                                               cudaRoundMode rounding) {
  return raddle_small_floats::codeOfScale(raddle_float16::Bfloat16::toFloat(x), saturation, rounding);
}
RADDLE_FLOAT16 __nv_fp8x2_storage_t __nv_cvt_double2_to_e8m0x2(double2 x, __nv_saturation_t saturation,
                                                               cudaRoundMode rounding) {
  return static_cast<__nv_fp8x2_storage_t>(__nv_cvt_double_to_e8m0(x.x, saturation, rounding) |
                                           __nv_cvt_double_to_e8m0(x.y, saturation, rounding) << 8);
}
RADDLE_FLOAT16 __nv_fp8x2_storage_t __nv_cvt_float2_to_e8m0x2(float2 x, __nv_saturation_t saturation,
                                                              cudaRoundMode rounding) {
  return __nv_cvt_double2_to_e8m0x2(double2{x.x, x.y}, saturation, rounding);
}
RADDLE_FLOAT16 __nv_fp8x2_storage_t __nv_cvt_bfloat162raw_to_e8m0x2(__nv_bfloat162_raw x,
                                                                    __nv_saturation_t saturation,
                                                                    cudaRoundMode rounding) {
  return static_cast<__nv_fp8x2_storage_t>(
      __nv_cvt_bfloat16raw_to_e8m0(__nv_bfloat16_raw{x.x}, saturation, rounding) |
      __nv_cvt_bfloat16raw_to_e8m0(__nv_bfloat16_raw{x.y}, saturation, rounding) << 8);
}
RADDLE_FLOAT16 __nv_bfloat16_raw __nv_cvt_e8m0_to_bf16raw(__nv_fp8_storage_t x) {
  return raddle_float16::Bfloat16::narrow(raddle_small_floats::E8m0::number(x));
}
RADDLE_FLOAT16 __nv_bfloat162_raw __nv_cvt_e8m0x2_to_bf162raw(__nv_fp8x2_storage_t x) {
  return __nv_bfloat162_raw{__nv_cvt_e8m0_to_bf16raw(static_cast<__nv_fp8_storage_t>(x)).x,
                            __nv_cvt_e8m0_to_bf16raw(static_cast<__nv_fp8_storage_t>(x >> 8)).x};
}

// ---- Classes, whose constructors saturate ----

RADDLE_SMALL_FLOAT(__nv_fp8_e4m3, raddle_small_floats::E4m3, (__x & 0x7f) != 0)
RADDLE_SMALL_FLOAT(__nv_fp8_e5m2, raddle_small_floats::E5m2, (__x & 0x7f) != 0)
RADDLE_SMALL_FLOAT(__nv_fp8_e8m0, raddle_small_floats::E8m0, true)
RADDLE_SMALL_FLOAT_PAIR(__nv_fp8x2_e4m3, __nv_fp8x2_storage_t, raddle_small_floats::E4m3, 8)
RADDLE_SMALL_FLOAT_PAIR(__nv_fp8x2_e5m2, __nv_fp8x2_storage_t, raddle_small_floats::E5m2, 8)
RADDLE_SMALL_FLOAT_PAIR(__nv_fp8x2_e8m0, __nv_fp8x2_storage_t, raddle_small_floats::E8m0, 8)
RADDLE_SMALL_FLOAT_FOUR(__nv_fp8x4_e4m3, __nv_fp8x4_storage_t, __nv_fp8x2_e4m3, raddle_small_floats::E4m3, 8)
RADDLE_SMALL_FLOAT_FOUR(__nv_fp8x4_e5m2, __nv_fp8x4_storage_t, __nv_fp8x2_e5m2, raddle_small_floats::E5m2, 8)
RADDLE_SMALL_FLOAT_FOUR(__nv_fp8x4_e8m0, __nv_fp8x4_storage_t, __nv_fp8x2_e8m0, raddle_small_floats::E8m0, 8)

#include "raddle/small_floats/end.h"

#endif

#include "raddle/names/show.h"

#endif
