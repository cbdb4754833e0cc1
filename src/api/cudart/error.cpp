// cudaGetLastError and cudaPeekAtLastError. The fault of a kernel sticks to its device: it cannot be
// cleared here, only by cudaDeviceReset.
#include "cuda_runtime_api.h"

#include "api/cudart/call.h"
#include "api/cudart/last_error.h"
#include "api/cudart/unchecked_errors.h"

#include <utility>

using namespace raddle::cudart;

namespace {

cudaError_t stickyError() {
  const Process &process = raddle::cudart::process();
  return process.devices.empty() ? cudaSuccess : errorOf(process.scheduler.fault(threadState().device));
}

} // namespace

cudaError_t cudaPeekAtLastError(void) {
  noteThatThreadAsked();
  if (lastError() == cudaErrorIllegalAddress)
    raddle::host::noteThatOverrunWasSeen();
  cudaError_t sticky = stickyError();
  return sticky != cudaSuccess ? sticky : lastError();
}

cudaError_t cudaGetLastError(void) {
  cudaError_t error = cudaPeekAtLastError();
  clearLastError();
  return error;
}
