#include "api/cudart/errors/last_error.h"

#include "api/cudart/errors/unchecked_errors.h"
#include "diagnostics/stack_trace.h"

#include <cstdint>

namespace raddle::cudart {

namespace {
// libraddle.so is loaded early, so the fast model is available.
[[gnu::tls_model("initial-exec")]] thread_local cudaError_t last_error = cudaSuccess;
} // namespace

cudaError_t recordFailure(cudaError_t error) {
  // "Not ready" is an answer, not an error (seen on an H100, CUDA 13.0).
  if (error != cudaErrorNotReady) {
    last_error = error;
    noteError(error, callSite(reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))));
  }
  return error;
}

void setLastError(cudaError_t error) { last_error = error; }

[[gnu::hot]] cudaError_t lastError() { return last_error; }

[[gnu::hot]] void clearLastError() { last_error = cudaSuccess; }

} // namespace raddle::cudart
