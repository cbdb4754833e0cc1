// The occupancy calculator that CUDA has as a header: how many blocks of a kernel one SM holds, and which block size keeps
// it fullest. It needs neither a device nor a library, and may be used from C.
//
//   cudaOccDeviceProp device = properties;      // of cudaGetDeviceProperties, or of a GPU that is not there
//   cudaOccFuncAttributes kernel = attributes;  // of cudaFuncGetAttributes
//   cudaOccDeviceState state;
//   cudaOccResult result;
//   if (cudaOccMaxActiveBlocksPerMultiprocessor(&result, &device, &kernel, &state, 256, 0) == CUDA_OCC_SUCCESS)
//     ... result.activeBlocksPerMultiprocessor ...
//
// cudaOccupancyMaxActiveBlocksPerMultiprocessor and its siblings, and `raddle occupancy`, are the same code.
#ifndef RADDLE_CUDA_OCCUPANCY_H
#define RADDLE_CUDA_OCCUPANCY_H

#include <limits.h>
#include <stddef.h>

#include "raddle/names/hide.h"

#include "raddle/occupancy/calculator.h"

#include "raddle/names/show.h"

#endif
