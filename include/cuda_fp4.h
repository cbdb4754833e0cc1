// Floating-point numbers of 4 bits, for host and device code: e2m1, which is 0, 0.5, 1, 1.5, 2, 3, 4, 6 and their negatives.
// What is beyond the largest becomes it, and NaN too. Two are stored in 8 bits, one in the lower half of 8.
#ifndef __CUDA_FP4_H__
#define __CUDA_FP4_H__

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_fp6.h"
#include "cuda_fp8.h"
#include "device_types.h"

#include "raddle/names/hide.h"

#define __CUDA_FP4_TYPES_EXIST__

typedef unsigned char __nv_fp4_storage_t;
typedef unsigned char __nv_fp4x2_storage_t;
typedef unsigned short __nv_fp4x4_storage_t;

typedef enum __nv_fp4_interpretation_t { __NV_E2M1 } __nv_fp4_interpretation_t;

#if defined(__cplusplus)

#include "raddle/small_floats/format.h"

namespace raddle_small_floats {

RADDLE_FLOAT16 unsigned char codeOf4(double x, __nv_fp4_interpretation_t, cudaRoundMode rounding) {
  return static_cast<unsigned char>(E2m1::code(x, static_cast<Rounding>(rounding)));
}
RADDLE_FLOAT16 float numberOf4(unsigned code, __nv_fp4_interpretation_t) { return E2m1::number(code); }

} // namespace raddle_small_floats

#include "raddle/small_floats/classes.h"

#define RADDLE_CODE(x) raddle_small_floats::codeOf4(x, format, rounding)
#define RADDLE_NUMBER(code) raddle_small_floats::numberOf4(code, format)
RADDLE_SMALL_FLOAT_CONVERSIONS(fp4, __nv_fp4x2_storage_t, 4, __nv_fp4_interpretation_t,
                               __nv_fp4_interpretation_t format, cudaRoundMode rounding)

RADDLE_SMALL_FLOAT(__nv_fp4_e2m1, raddle_small_floats::E2m1, (__x & 7) != 0)
RADDLE_SMALL_FLOAT_PAIR(__nv_fp4x2_e2m1, __nv_fp4x2_storage_t, raddle_small_floats::E2m1, 4)
RADDLE_SMALL_FLOAT_FOUR(__nv_fp4x4_e2m1, __nv_fp4x4_storage_t, __nv_fp4x2_e2m1, raddle_small_floats::E2m1, 4)

#include "raddle/small_floats/end.h"

#endif

#include "raddle/names/show.h"

#endif
