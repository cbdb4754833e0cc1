// __half and __half2: IEEE 754 binary16, for host and device code. Results are those of a GPU, bit by bit, on
// any CPU; docs/device_library.md names the exceptions.
//
// __CUDA_NO_HALF_CONVERSIONS__, __CUDA_NO_HALF_OPERATORS__, __CUDA_NO_HALF2_OPERATORS__ and CUDA_NO_HALF (the
// short names) leave parts out, as with CUDA.
#ifndef __CUDA_FP16_H__
#define __CUDA_FP16_H__

#include "raddle/names/hide.h"

#define __CUDA_FP16_TYPES_EXIST__

// Bit patterns, which are all that C has of these types.
typedef struct __attribute__((aligned(2))) {
  unsigned short x;
} __half_raw;

typedef struct __attribute__((aligned(4))) {
  unsigned short x;
  unsigned short y;
} __half2_raw;

#if defined(__cplusplus)

#include "raddle/float16/half_format.h"

struct __nv_bfloat16;

#define RADDLE_T __half
#define RADDLE_T2 __half2
#define RADDLE_OTHER_T __nv_bfloat16
#define RADDLE_RAW __half_raw
#define RADDLE_RAW2 __half2_raw
#define RADDLE_FORMAT raddle_float16::Half
#define RADDLE_FROM(name, suffix) __##name##2half##suffix
#define RADDLE_TO(name, suffix) __half2##name##suffix
#define RADDLE_AS(prefix, suffix) prefix##half##suffix
#define RADDLE_TO_PAIR __half2half2

#if !defined(__CUDA_NO_HALF_CONVERSIONS__)
#define RADDLE_HAS_CONVERSIONS 1
#endif
#if !defined(__CUDA_FP16_DISABLE_IMPLICIT_INTEGER_CONVERTS_FOR_HOST_COMPILERS__) || defined(__CUDACC__)
#define RADDLE_HAS_INTEGER_CONVERSIONS 1
#endif
#if !defined(__CUDA_NO_HALF_OPERATORS__)
#define RADDLE_HAS_OPERATORS 1
#endif
#if !defined(__CUDA_NO_HALF2_OPERATORS__)
#define RADDLE_HAS_PAIR_OPERATORS 1
#endif
#include "raddle/float16/interface.h"

#if !defined(CUDA_NO_HALF)
typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;
#endif

#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7C00U)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7FFFU)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7BFFU)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000U)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000U)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3C00U)

#include "raddle/float16/half_and_bfloat16.h"

#endif

#include "raddle/names/show.h"

#endif
