// threadIdx, blockIdx, blockDim, gridDim and warpSize.
//
// clang's header declares them with properties, so that each read of a member is one NVVM intrinsic.
#ifndef RADDLE_DEVICE_BUILTIN_VARIABLES_H
#define RADDLE_DEVICE_BUILTIN_VARIABLES_H

#define warpSize __raddle_warp_size
#include <__clang_cuda_builtin_vars.h>
#undef warpSize

// Left to a program that has its own.
#ifndef __RADDLE_OWN_WARP_SIZE__
__device__ const int warpSize = 32;
#endif

// The conversions that clang's header leaves to whoever defines dim3 and uint3.
#define RADDLE_CONVERSIONS(variable)                                                                         \
  __device__ inline __cuda_builtin_##variable##_t::operator dim3() const { return dim3(x, y, z); }           \
  __device__ inline __cuda_builtin_##variable##_t::operator uint3() const { return uint3{x, y, z}; }

RADDLE_CONVERSIONS(threadIdx)
RADDLE_CONVERSIONS(blockIdx)
RADDLE_CONVERSIONS(blockDim)
RADDLE_CONVERSIONS(gridDim)

#undef RADDLE_CONVERSIONS

#endif
