// What cuda_occupancy.h, where the arithmetic is, wants to be asked.
#ifndef RADDLE_OCCUPANCY_QUESTION_H
#define RADDLE_OCCUPANCY_QUESTION_H

#include "cuda_occupancy.h"
#include "occupancy/occupancy.h"

namespace raddle::occupancy {

struct Question {
  Question(const Architecture &architecture, const KernelResources &resources);

  cudaOccDeviceProp device; // with one SM
  cudaOccFuncAttributes kernel;
  cudaOccDeviceState state;
};

} // namespace raddle::occupancy

#endif
