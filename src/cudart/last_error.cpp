#include "cudart/last_error.h"

#include "cuda_runtime_api.h"

#include <utility>

namespace raddle::cudart {

namespace {
thread_local cudaError_t last_error = cudaSuccess;
} // namespace

cudaError_t recordError(cudaError_t error) {
  if (error != cudaSuccess)
    last_error = error;
  return error;
}

} // namespace raddle::cudart

cudaError_t cudaGetLastError(void) { return std::exchange(raddle::cudart::last_error, cudaSuccess); }

cudaError_t cudaPeekAtLastError(void) { return raddle::cudart::last_error; }
