// Launches from device code, by the functions that CUDA has for it. They are declared, since libraries name them in
// functions for host and device; nothing defines them, so that a kernel that gets there is refused by name. And how a
// kernel waits for the one that it was launched to overlap with.
#ifndef RADDLE_DEVICE_DEVICE_LAUNCHES_H
#define RADDLE_DEVICE_DEVICE_LAUNCHES_H

#include "driver_types.h"

extern "C" {
__device__ void *cudaGetParameterBuffer(__SIZE_TYPE__ alignment, __SIZE_TYPE__ size);
__device__ void *cudaGetParameterBufferV2(void *kernel, dim3 grid, dim3 block, unsigned int shared_bytes);
__device__ cudaError_t cudaLaunchDevice(void *kernel, void *parameters, dim3 grid, dim3 block,
                                        unsigned int shared_bytes, cudaStream_t stream);
__device__ cudaError_t cudaLaunchDeviceV2(void *parameters, cudaStream_t stream);
__device__ cudaError_t __cudaDeviceSynchronizeDeprecationAvoidance();
}

// A launch starts when those before it in its stream are done, whatever its attributes allow.
RADDLE_DEVICE void cudaGridDependencySynchronize() {}
RADDLE_DEVICE void cudaTriggerProgrammaticLaunchCompletion() {}

#endif
