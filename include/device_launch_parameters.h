// threadIdx and its kin, for host compilers that parse kernels they never run (editors, mostly). In a
// CUDA compilation they exist already.
#ifndef __DEVICE_LAUNCH_PARAMETERS_H__
#define __DEVICE_LAUNCH_PARAMETERS_H__

#include "raddle/names/hide.h"

#if defined(__CUDA__)
#include "cuda_runtime.h"
#else
#include "vector_types.h"

#if defined(__cplusplus)
extern "C" {
#endif
extern const uint3 threadIdx;
extern const uint3 blockIdx;
extern const dim3 blockDim;
extern const dim3 gridDim;
extern const int warpSize;
#if defined(__cplusplus)
}
#endif
#endif

#include "raddle/names/show.h"

#endif
