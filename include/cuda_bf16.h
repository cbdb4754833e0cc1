// __nv_bfloat16 and __nv_bfloat162: the upper half of a float, for host and device code. Results are those of
// a GPU, bit by bit, on any CPU; docs/device_library.md names the exceptions.
//
// __CUDA_NO_BFLOAT16_CONVERSIONS__, __CUDA_NO_BFLOAT16_OPERATORS__, __CUDA_NO_BFLOAT162_OPERATORS__ and
// CUDA_NO_BFLOAT16 (the short names) leave parts out, as with CUDA.
#ifndef __CUDA_BF16_H__
#define __CUDA_BF16_H__

#include "raddle/names/hide.h"

#define __CUDA_BF16_TYPES_EXIST__

// Bit patterns, which are all that C has of these types.
typedef struct __attribute__((aligned(2))) {
  unsigned short x;
} __nv_bfloat16_raw;

typedef struct __attribute__((aligned(4))) {
  unsigned short x;
  unsigned short y;
} __nv_bfloat162_raw;

#if defined(__cplusplus)

#include "raddle/float16/bfloat16_format.h"

struct __half;

#define RADDLE_T __nv_bfloat16
#define RADDLE_T2 __nv_bfloat162
#define RADDLE_OTHER_T __half
#define RADDLE_RAW __nv_bfloat16_raw
#define RADDLE_RAW2 __nv_bfloat162_raw
#define RADDLE_FORMAT raddle_float16::Bfloat16
#define RADDLE_FROM(name, suffix) __##name##2bfloat16##suffix
#define RADDLE_TO(name, suffix) __bfloat162##name##suffix
#define RADDLE_AS(prefix, suffix) prefix##bfloat16##suffix
#define RADDLE_TO_PAIR __bfloat162bfloat162

#if !defined(__CUDA_NO_BFLOAT16_CONVERSIONS__)
#define RADDLE_HAS_CONVERSIONS 1
#endif
#if !defined(__CUDA_BF16_DISABLE_IMPLICIT_INTEGER_CONVERTS_FOR_HOST_COMPILERS__) || defined(__CUDACC__)
#define RADDLE_HAS_INTEGER_CONVERSIONS 1
#endif
#if !defined(__CUDA_NO_BFLOAT16_OPERATORS__)
#define RADDLE_HAS_OPERATORS 1
#endif
#if !defined(__CUDA_NO_BFLOAT162_OPERATORS__)
#define RADDLE_HAS_PAIR_OPERATORS 1
#endif
#include "raddle/float16/interface.h"

#if !defined(CUDA_NO_BFLOAT16)
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
#endif

#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7F80U)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7FFFU)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7F7FU)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x8000U)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000U)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3F80U)

#include "raddle/float16/half_and_bfloat16.h"

#endif

#include "raddle/names/show.h"

#endif
