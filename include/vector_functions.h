// make_char1 ... make_double4: vectors from their elements, in C too.
#ifndef __VECTOR_FUNCTIONS_H__
#define __VECTOR_FUNCTIONS_H__

#include "raddle/names/hide.h"

#include "vector_types.h"

#if defined(__CUDA__)
#define RADDLE_MAKE static __inline__ __attribute__((host, device, always_inline, nodebug, unused))
#else
#define RADDLE_MAKE static __inline__ __attribute__((unused))
#endif

#define RADDLE_MAKE_VECTORS(element, base)                                                                   \
  RADDLE_MAKE base##1 make_##base##1(element x) {                                                            \
    base##1 v;                                                                                               \
    v.x = x;                                                                                                 \
    return v;                                                                                                \
  }                                                                                                          \
  RADDLE_MAKE base##2 make_##base##2(element x, element y) {                                                 \
    base##2 v;                                                                                               \
    v.x = x;                                                                                                 \
    v.y = y;                                                                                                 \
    return v;                                                                                                \
  }                                                                                                          \
  RADDLE_MAKE base##3 make_##base##3(element x, element y, element z) {                                      \
    base##3 v;                                                                                               \
    v.x = x;                                                                                                 \
    v.y = y;                                                                                                 \
    v.z = z;                                                                                                 \
    return v;                                                                                                \
  }                                                                                                          \
  RADDLE_MAKE base##4 make_##base##4(element x, element y, element z, element w) {                           \
    base##4 v;                                                                                               \
    v.x = x;                                                                                                 \
    v.y = y;                                                                                                 \
    v.z = z;                                                                                                 \
    v.w = w;                                                                                                 \
    return v;                                                                                                \
  }

RADDLE_MAKE_VECTORS(signed char, char)
RADDLE_MAKE_VECTORS(unsigned char, uchar)
RADDLE_MAKE_VECTORS(short, short)
RADDLE_MAKE_VECTORS(unsigned short, ushort)
RADDLE_MAKE_VECTORS(int, int)
RADDLE_MAKE_VECTORS(unsigned int, uint)
RADDLE_MAKE_VECTORS(long, long)
RADDLE_MAKE_VECTORS(unsigned long, ulong)
RADDLE_MAKE_VECTORS(long long, longlong)
RADDLE_MAKE_VECTORS(unsigned long long, ulonglong)
RADDLE_MAKE_VECTORS(float, float)
RADDLE_MAKE_VECTORS(double, double)

#undef RADDLE_MAKE_VECTORS
#undef RADDLE_MAKE

#include "raddle/names/show.h"

#endif
