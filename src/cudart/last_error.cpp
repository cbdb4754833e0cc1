#include "cudart/last_error.h"

namespace raddle::cudart {

namespace {
// See Worker::ofThisThread().
[[gnu::tls_model("initial-exec")]] thread_local cudaError_t last_error = cudaSuccess;
} // namespace

cudaError_t recordFailure(cudaError_t error) {
  // "Not ready" is an answer, not an error (seen on an H100, CUDA 13.0).
  if (error != cudaErrorNotReady)
    last_error = error;
  return error;
}

cudaError_t lastError() { return last_error; }

void clearLastError() { last_error = cudaSuccess; }

} // namespace raddle::cudart
