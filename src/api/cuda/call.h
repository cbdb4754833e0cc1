// The frame of every function of the driver API: which device, is it still usable. There is no last error.
#ifndef RADDLE_API_CUDA_CALL_H
#define RADDLE_API_CUDA_CALL_H

#include "api/cuda/result.h"
#include "api/shared/handles.h"
#include "check/host_accesses.h"
#include "host/process/host_thread.h"
#include "host/process/process.h"
#include "profile/timeline.h"

#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <system_error>

namespace raddle::cuda {

/// In a function of the API: where it returns to, in the program.
#define RADDLE_CALLER reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))

using api::contextOf;
using api::destroy;
using api::findContext;
using api::findEvent;
using api::findPool;
using api::findStream;
using api::FoundContext;
using api::handleOf;
using api::stubOf;
using host::Context;
using host::Device;
using host::hostThread;
using host::Process;

inline void *pointerOf(CUdeviceptr address) { return reinterpret_cast<void *>(address); }

/// What a function of the API answers.
inline CUresult answer(CUresult result) {
  if (result != CUDA_SUCCESS) [[unlikely]]
    noteFailure(result);
  return result;
}

/// Runs `body(Process &)`, which answers a Status or a CUresult, for a function that does not depend on the current device.
/// Not called before cuInit() or the first use of the runtime API.
template <typename Body> CUresult onProcess(Body body) {
  const profile::timeline::HostCall call;
  const check::ApiCall checked_call;
  Process *const existing = Process::existing();
  if (!existing)
    return answer(CUDA_ERROR_NOT_INITIALIZED);
  Process &process = *existing;
  if (process.devices.empty())
    return answer(resultOf(process.no_device));
  try {
    return answer(resultOf(body(process)));
  } catch (const std::bad_alloc &) {
    return answer(CUDA_ERROR_OUT_OF_MEMORY);
  } catch (const std::system_error &) { // no more threads, say
    return answer(CUDA_ERROR_OPERATING_SYSTEM);
  }
}

/// Runs `body(Process &, Device &)` for any device by its number, usable or not.
template <typename Body> CUresult onNumberedDevice(CUdevice id, Body body) {
  return onProcess([&](Process &process) {
    return process.hasDevice(id) ? resultOf(body(process, process.device(id))) : CUDA_ERROR_INVALID_DEVICE;
  });
}

/// Functions of streams may not use CUDA, apart from what neither waits nor starts anything.
enum class InHostFunction { kRefused, kAllowed };

/// Runs `body(const Context &)` on the device of the current context. Not called, with the error returned: when there is no
/// device or context, after a kernel has failed, and inside functions of streams.
template <typename Body> CUresult onDevice(Body body, InHostFunction in_function = InHostFunction::kRefused) {
  return onProcess([&body, in_function](Process &process) {
    const host::HostThread &thread = hostThread();
    if (thread.in_host_function && in_function == InHostFunction::kRefused)
      return CUDA_ERROR_NOT_PERMITTED;
    if (!thread.has_context)
      return CUDA_ERROR_INVALID_CONTEXT;
    if (thread.context && !thread.context->is_alive)
      return CUDA_ERROR_CONTEXT_IS_DESTROYED;
    const Context context{process, process.device(thread.device)};
    if (Status fault = process.scheduler.fault(thread.device))
      return resultOf(fault);
    return resultOf(body(context));
  });
}

/// Where no context is current, the primary one of a device is, for as long as this lives: for functions that need none,
/// since what they are given names the device.
class FallbackContext {
public:
  explicit FallbackContext(int device)
      : is_needed_(!hostThread().has_context), previous_(hostThread().device) {
    if (is_needed_)
      host::makePrimaryCurrent(device);
  }
  ~FallbackContext() {
    if (!is_needed_)
      return;
    hostThread().has_context = false;
    hostThread().device = previous_;
  }
  FallbackContext(const FallbackContext &) = delete;
  FallbackContext &operator=(const FallbackContext &) = delete;

private:
  const bool is_needed_;
  const int previous_;
};

/// As onDevice(), for functions that need no current context, and for which any will do.
template <typename Body> CUresult onAnyDevice(Body body) {
  const FallbackContext any(0);
  return onDevice(body);
}

/// Runs `body(context, stream)` for a handle that stands for a stream. Without a current context, a stream that the program has
/// made brings its own.
template <typename Body> CUresult onStream(CUstream handle, Body body) {
  std::optional<FallbackContext> own;
  if (Process *const process = hostThread().has_context ? nullptr : Process::existing())
    if (const auto made = api::findMadeStream(process->scheduler.registry(), handle))
      own.emplace(made->device);
  return onDevice([&](const Context &context) {
    const std::shared_ptr<host::Stream> stream = findStream(context, handle);
    return stream ? resultOf(body(context, *stream)) : CUDA_ERROR_INVALID_HANDLE;
  });
}

/// Runs `body(context, event)` for a handle that stands for an event, which brings its context in the same way.
template <typename Body>
CUresult onEvent(CUevent handle, Body body, InHostFunction in_function = InHostFunction::kRefused) {
  std::optional<FallbackContext> own;
  if (Process *const process = hostThread().has_context ? nullptr : Process::existing())
    if (const auto made = process->scheduler.registry().findEvent(handle))
      own.emplace(made->device);
  const auto found = [&](const Context &context) {
    const std::shared_ptr<host::Event> event = findEvent(context, handle);
    return event ? resultOf(body(context, *event)) : CUDA_ERROR_INVALID_HANDLE;
  };
  return onDevice(found, in_function);
}

} // namespace raddle::cuda

#endif
