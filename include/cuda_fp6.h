// Floating-point numbers of 6 bits, for host and device code: e2m3 (largest 7.5) and e3m2 (largest 28). They have neither
// infinities nor NaN; what is beyond the largest becomes it, and NaN too. Each is stored in 8 bits.
#ifndef __CUDA_FP6_H__
#define __CUDA_FP6_H__

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_fp8.h"
#include "device_types.h"

#include "raddle/names/hide.h"

#define __CUDA_FP6_TYPES_EXIST__

typedef unsigned char __nv_fp6_storage_t;
typedef unsigned short __nv_fp6x2_storage_t;
typedef unsigned int __nv_fp6x4_storage_t;

typedef enum __nv_fp6_interpretation_t { __NV_E2M3, __NV_E3M2 } __nv_fp6_interpretation_t;

#if defined(__cplusplus)

#include "raddle/small_floats/format.h"

namespace raddle_small_floats {

RADDLE_FLOAT16 unsigned char codeOf6(double x, __nv_fp6_interpretation_t format, cudaRoundMode rounding) {
  return static_cast<unsigned char>(format == __NV_E2M3 ? E2m3::code(x, static_cast<Rounding>(rounding))
                                                        : E3m2::code(x, static_cast<Rounding>(rounding)));
}
RADDLE_FLOAT16 float numberOf6(unsigned code, __nv_fp6_interpretation_t format) {
  return format == __NV_E2M3 ? E2m3::number(code) : E3m2::number(code);
}

} // namespace raddle_small_floats

#include "raddle/small_floats/classes.h"

#define RADDLE_CODE(x) raddle_small_floats::codeOf6(x, format, rounding)
#define RADDLE_NUMBER(code) raddle_small_floats::numberOf6(code, format)
RADDLE_SMALL_FLOAT_CONVERSIONS(fp6, __nv_fp6x2_storage_t, 8, __nv_fp6_interpretation_t,
                               __nv_fp6_interpretation_t format, cudaRoundMode rounding)

RADDLE_SMALL_FLOAT(__nv_fp6_e2m3, raddle_small_floats::E2m3, (__x & 0x1f) != 0)
RADDLE_SMALL_FLOAT(__nv_fp6_e3m2, raddle_small_floats::E3m2, (__x & 0x1f) != 0)
RADDLE_SMALL_FLOAT_PAIR(__nv_fp6x2_e2m3, __nv_fp6x2_storage_t, raddle_small_floats::E2m3, 8)
RADDLE_SMALL_FLOAT_PAIR(__nv_fp6x2_e3m2, __nv_fp6x2_storage_t, raddle_small_floats::E3m2, 8)
RADDLE_SMALL_FLOAT_FOUR(__nv_fp6x4_e2m3, __nv_fp6x4_storage_t, __nv_fp6x2_e2m3, raddle_small_floats::E2m3, 8)
RADDLE_SMALL_FLOAT_FOUR(__nv_fp6x4_e3m2, __nv_fp6x4_storage_t, __nv_fp6x2_e3m2, raddle_small_floats::E3m2, 8)

#include "raddle/small_floats/end.h"

#endif

#include "raddle/names/show.h"

#endif
