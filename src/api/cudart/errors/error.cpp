// Asking for errors, and what they are called. The fault of a kernel sticks to its device: it cannot be
// cleared here, only by cudaDeviceReset.
#include "cuda_runtime_api.h"

#include "api/cudart/call.h"
#include "api/cudart/errors/errors.h"
#include "api/cudart/errors/last_error.h"
#include "api/cudart/errors/unchecked_errors.h"

#include <utility>

using namespace raddle::cudart;

namespace {

cudaError_t stickyError() {
  const Process &process = raddle::cudart::process();
  return process.devices.empty() ? cudaSuccess : errorOf(process.scheduler.fault(hostThread().device));
}

} // namespace

cudaError_t cudaPeekAtLastError(void) {
  noteThatThreadAsked();
  if (lastError() == cudaErrorIllegalAddress)
    raddle::host::noteThatOverrunWasSeen();
  cudaError_t sticky = stickyError();
  return sticky != cudaSuccess ? sticky : lastError();
}

[[gnu::hot]] cudaError_t cudaGetLastError(void) {
  cudaError_t error = cudaPeekAtLastError();
  clearLastError();
  return error;
}

const char *cudaGetErrorName(cudaError_t error) {
  noteThatProgramAsked(error);
  return nameOf(error);
}

const char *cudaGetErrorString(cudaError_t error) {
  noteThatProgramAsked(error);
  return meaningOf(error);
}
