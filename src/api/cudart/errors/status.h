// The host core's statuses as errors of the runtime API.
#ifndef RADDLE_API_CUDART_ERRORS_STATUS_H
#define RADDLE_API_CUDART_ERRORS_STATUS_H

#include "driver_types.h"
#include "host/status.h"

namespace raddle::cudart {

using host::Status;

namespace detail {
cudaError_t errorOfFailure(Status status);
}
inline cudaError_t errorOf(Status status) {
  return status == Status::kSuccess ? cudaSuccess : detail::errorOfFailure(status);
}

/// What kernels are answered: the same with CUDA 13.
cudaError_t errorForKernels(Status status);

/// From now on answers are those of CUDA 13: its codes for launches of impossible shapes and unknown kernels differ.
void answerAsCuda13();

/// The other way round; kInvalidValue for errors that only the API has.
Status statusOf(cudaError_t error);

} // namespace raddle::cudart

#endif
