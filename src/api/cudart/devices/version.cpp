// Versions, and the switches of a profiler that is not attached.
#include "cuda_profiler_api.h"
#include "cuda_runtime_api.h"

#include "api/cudart/call.h"

using namespace raddle::cudart;

namespace {

cudaError_t answerVersion(int *version) {
  if (!version)
    return recordError(cudaErrorInvalidValue);
  *version = CUDART_VERSION;
  return cudaSuccess;
}

} // namespace

// There is no driver below; programs compare the two and want it to be no older.
cudaError_t cudaDriverGetVersion(int *version) { return answerVersion(version); }

cudaError_t cudaRuntimeGetVersion(int *version) { return answerVersion(version); }

cudaError_t cudaProfilerStart(void) {
  return onDevice([](const Context &) { return cudaSuccess; });
}

cudaError_t cudaProfilerStop(void) {
  return onDevice([](const Context &) { return cudaSuccess; });
}
