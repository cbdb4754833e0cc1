// What a function of the driver API answers that does its work by the runtime API.
#ifndef RADDLE_API_CUDART_DRIVER_ANSWER_H
#define RADDLE_API_CUDART_DRIVER_ANSWER_H

#include "cuda.h"
#include "cuda_runtime_api.h"

#include "api/cudart/errors/last_error.h"

namespace raddle::cudart {

/// Runs `call()` -> cudaError_t, and leaves the runtime API's last error as it was, since the driver API has none.
template <typename Call> CUresult answer(Call call) {
  const cudaError_t before = lastError();
  const cudaError_t error = call();
  if (error == cudaSuccess)
    return CUDA_SUCCESS;
  clearLastError();
  recordError(before);
  // From here on the errors of both have the same numbers.
  constexpr int kFirstCommon = 100;
  const bool is_common = error >= kFirstCommon || error <= cudaErrorCudartUnloading;
  return is_common ? static_cast<CUresult>(error) : CUDA_ERROR_INVALID_VALUE;
}

} // namespace raddle::cudart

#endif
