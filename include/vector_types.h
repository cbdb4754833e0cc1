// CUDA's short vectors (char1 ... double4) and dim3.
//
// Sizes and alignments are those of the GPU: a vector of two or four elements is aligned to its size, at
// most 16 bytes, so that one load moves it; a vector of one or three is aligned as its element.
#ifndef __VECTOR_TYPES_H__
#define __VECTOR_TYPES_H__

#include "raddle/names/hide.h"

#include "crt/host_defines.h"

#define RADDLE_VECTOR_TYPES(element, base, align2, align4)                                                   \
  struct base##1 { element x; };                                                                             \
  struct __attribute__((aligned(align2))) base##2 { element x, y; };                                         \
  struct base##3 { element x, y, z; };                                                                       \
  struct __attribute__((aligned(align4))) base##4 { element x, y, z, w; };                                   \
  typedef struct base##1 base##1;                                                                            \
  typedef struct base##2 base##2;                                                                            \
  typedef struct base##3 base##3;                                                                            \
  typedef struct base##4 base##4;

RADDLE_VECTOR_TYPES(signed char, char, 2, 4)
RADDLE_VECTOR_TYPES(unsigned char, uchar, 2, 4)
RADDLE_VECTOR_TYPES(short, short, 4, 8)
RADDLE_VECTOR_TYPES(unsigned short, ushort, 4, 8)
RADDLE_VECTOR_TYPES(int, int, 8, 16)
RADDLE_VECTOR_TYPES(unsigned int, uint, 8, 16)
RADDLE_VECTOR_TYPES(long, long, 16, 16)
RADDLE_VECTOR_TYPES(unsigned long, ulong, 16, 16)
RADDLE_VECTOR_TYPES(long long, longlong, 16, 16)
RADDLE_VECTOR_TYPES(unsigned long long, ulonglong, 16, 16)
RADDLE_VECTOR_TYPES(float, float, 8, 16)
RADDLE_VECTOR_TYPES(double, double, 16, 16)

#undef RADDLE_VECTOR_TYPES

// An extent of a grid or block; what is not given is 1.
struct dim3 {
  unsigned int x, y, z;
#if defined(__cplusplus)
#if __cplusplus >= 201103L
  __host__ __device__ constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
      : x(vx), y(vy), z(vz) {}
  __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __host__ __device__ constexpr operator uint3() const { return uint3{x, y, z}; }
#else
  __host__ __device__ dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
      : x(vx), y(vy), z(vz) {}
  __host__ __device__ dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __host__ __device__ operator uint3() const {
    uint3 v = {x, y, z};
    return v;
  }
#endif
#endif
};
typedef struct dim3 dim3;

#include "raddle/names/show.h"

#endif
