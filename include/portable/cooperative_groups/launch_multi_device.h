// Launches one kernel on several devices at once, so that this_multi_grid() is valid in it.
//
// Include it in every file that launches such a kernel or defines one. CUDA 12 deprecates its own launch of
// this kind and CUDA 13 has none, so for nvcc this one is made of cooperative launches, one for each device;
// kernels find each other through a workspace (detail/multi_grid_nvcc.h). For Raddle it is the function of
// the CUDA runtime.
#ifndef COOPERATIVE_GROUPS_LAUNCH_MULTI_DEVICE_H
#define COOPERATIVE_GROUPS_LAUNCH_MULTI_DEVICE_H

#if defined(__RADDLE__)
#include "raddle/names/hide.h"
#endif

#include "../cooperative_groups.h"

#include <cuda_runtime.h>

#if defined(__NVCC__) && !defined(__RADDLE__)
#include "detail/launch_multi_device_nvcc.h"
#else

namespace cooperative_groups::__v1 {

inline cudaError_t launch_multi_device(cudaLaunchParams *list, unsigned num_devices, unsigned flags = 0) {
  return ::cudaLaunchCooperativeKernelMultiDevice(list, num_devices, flags);
}

} // namespace cooperative_groups::__v1

#endif
#if defined(__RADDLE__)
#include "raddle/names/show.h"
#endif

#endif
