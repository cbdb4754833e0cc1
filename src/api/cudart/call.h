// The frame of every API function: which device, is it still usable, remember the error.
#ifndef RADDLE_API_CUDART_CALL_H
#define RADDLE_API_CUDART_CALL_H

#include "api/cudart/last_error.h"
#include "api/cudart/overruns.h"
#include "api/cudart/process.h"

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

/// The calling thread's current device and the process around it.
struct Context {
  Process &process;
  runtime::Device &device;

  runtime::MemoryRegistry &memory() const { return process.memory; }
  runtime::StreamScheduler &scheduler() const { return process.scheduler; }
  runtime::Target target() const { return {device.id(), device.arch(), process.memory}; }

  /// What a call that has waited answers: the fault of a kernel, if any. Prints what kernels printed.
  cudaError_t synchronized() const {
    if (cudaError_t fault = faultAfterWaiting())
      return fault;
    return lookForOverruns();
  }

  cudaError_t lookForOverruns() const {
    return process.looks_at_synchronization ? lookAfterSynchronization(process) : cudaSuccess;
  }

  /// The same for a call that goes on if there is none, and looks for overruns afterwards.
  cudaError_t faultAfterWaiting() const {
    device.output().flush();
    return scheduler().fault(device.id());
  }
};

/// Runs `body(Process &)` -> cudaError_t for a function that does not depend on the current device.
template <typename Body> cudaError_t onProcess(Body body) {
  Process &process = Process::instance();
  if (process.devices.empty())
    return recordError(process.no_device);
  try {
    return recordError(body(process));
  } catch (const std::bad_alloc &) {
    return recordError(cudaErrorMemoryAllocation);
  } catch (const std::system_error &) { // no more threads, say
    return recordError(cudaErrorOperatingSystem);
  }
}

/// Runs `body(const Context &)` -> cudaError_t on the current device. Not called, with the error recorded
/// and returned: when there is no device, after a kernel has failed (until cudaDeviceReset), and inside
/// callbacks of streams, which may not use CUDA.
template <typename Body> cudaError_t onDevice(Body body) {
  return onProcess([&body](Process &process) {
    const ThreadState &thread = threadState();
    Context context{process, process.device(thread.device)};
    if (cudaError_t fault = process.scheduler.fault(thread.device))
      return fault;
    if (thread.in_host_function)
      return cudaErrorNotPermitted;
    return body(context);
  });
}

/// The stream that a handle stands for on the current device: 0 and cudaStreamLegacy, cudaStreamPerThread,
/// or one that the program has made. Null for anything else.
std::shared_ptr<runtime::Stream> findStream(const Context &context, cudaStream_t handle);

} // namespace raddle::cudart

#endif
