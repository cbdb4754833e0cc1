// The frame of every API function: which device, is it still usable, remember the error.
#ifndef RADDLE_API_CUDART_CALL_H
#define RADDLE_API_CUDART_CALL_H

#include "api/cudart/errors/last_error.h"
#include "api/cudart/errors/status.h"
#include "api/cudart/process.h"
#include "api/cudart/thread_state.h"
#include "api/shared/handles.h"
#include "check/host_accesses.h"
#include "host/process/host_thread.h"
#include "profile/timeline.h"

#include <memory>
#include <new>
#include <system_error>

namespace raddle::cudart {

/// In a function of the API: where it returns to, in the program.
#define RADDLE_CALLER ::raddle::cudart::callerOf(__builtin_return_address(0))
inline std::uintptr_t callerOf(void *return_address) {
  const std::uintptr_t of_twin = threadState().caller_of_twin;
  return of_twin ? of_twin : reinterpret_cast<std::uintptr_t>(return_address);
}

using api::destroy;
using api::findEvent;
using api::findMadeStream;
using api::findPool;
using api::findStream;
using api::functionHandleOf;
using api::handleOf;
using host::Context;
using host::hostThread;
using host::makePrimaryCurrent;
using host::modules;

/// Runs `body(Process &)` -> cudaError_t for a function that does not depend on the current device.
template <typename Body> cudaError_t onProcess(Body body) {
  const profile::timeline::HostCall call;
  const check::ApiCall checked_call;
  Process &process = cudart::process();
  if (process.devices.empty())
    return recordError(errorOf(process.no_device));
  try {
    return recordError(body(process));
  } catch (const std::bad_alloc &) {
    return recordError(cudaErrorMemoryAllocation);
  } catch (const std::system_error &) { // no more threads, say
    return recordError(cudaErrorOperatingSystem);
  }
}

/// Functions of streams may not use CUDA, apart from what neither waits nor starts anything.
enum class InHostFunction { kRefused, kAllowed };

/// Runs `body(const Context &)` -> cudaError_t on the current device. Not called, with the error recorded
/// and returned: when there is no device, after a kernel has failed (until cudaDeviceReset), and inside
/// functions of streams.
template <typename Body>
cudaError_t onDevice(Body body, InHostFunction in_function = InHostFunction::kRefused) {
  return onProcess([&body, in_function](Process &process) {
    host::HostThread &thread = hostThread();
    thread.has_context = true; // that of the device, unless the program has made another one current
    Context context{process, process.device(thread.device)};
    if (Status fault = process.scheduler.fault(thread.device))
      return errorOf(fault);
    if (thread.in_host_function && in_function == InHostFunction::kRefused)
      return cudaErrorNotPermitted;
    return body(context);
  });
}

} // namespace raddle::cudart

#endif
