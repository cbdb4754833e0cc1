// Streams.
#include "cuda.h"

#include "api/cuda/call.h"
#include "check/live_objects.h"
#include "host/requests/host_function.h"

#include <algorithm>

using namespace raddle::cuda;
using raddle::host::kGreatestPriority;
using raddle::host::kLeastPriority;
using raddle::host::Stream;

#pragma GCC visibility push(default)
extern "C" {

CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned flags, int priority) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onDevice([=](const Context &context) {
    if (!stream || (flags & ~static_cast<unsigned>(CU_STREAM_NON_BLOCKING)) != 0)
      return Status::kInvalidValue;
    const bool is_blocking = (flags & CU_STREAM_NON_BLOCKING) == 0;
    *stream = handleOf(*context.streams().createStream(
        context.device.id(), is_blocking, std::clamp(priority, kGreatestPriority, kLeastPriority)));
    raddle::check::noteMade(*stream, raddle::check::Rule::kLeakStream, context.device.id(), 0, caller);
    return Status::kSuccess;
  });
}

CUresult cuStreamDestroy(CUstream stream) {
  return onDevice([=](const Context &context) {
    return destroy(context, stream) ? Status::kSuccess : Status::kInvalidHandle;
  });
}

CUresult cuStreamSynchronize(CUstream handle) {
  return onStream(handle, [](const Context &context, Stream &stream) {
    context.scheduler().waitStream(stream);
    return context.synchronized();
  });
}

CUresult cuStreamQuery(CUstream handle) {
  return onStream(handle, [](const Context &context, Stream &stream) {
    return context.scheduler().isIdle(stream) ? context.scheduler().fault(context.device.id())
                                              : Status::kNotReady;
  });
}

CUresult cuStreamGetPriority(CUstream handle, int *priority) {
  return onStream(handle, [=](const Context &, Stream &stream) {
    if (!priority)
      return Status::kInvalidValue;
    *priority = stream.priority;
    return Status::kSuccess;
  });
}

CUresult cuStreamGetId(CUstream handle, unsigned long long *id) {
  return onStream(handle, [=](const Context &, Stream &stream) {
    if (!id)
      return Status::kInvalidValue;
    *id = stream.id;
    return Status::kSuccess;
  });
}

CUresult cuStreamGetCtx(CUstream handle, CUcontext *context) {
  return onStream(handle, [=](const Context &, Stream &stream) {
    if (!context)
      return Status::kInvalidValue;
    *context = contextOf(stream.device);
    return Status::kSuccess;
  });
}

CUresult cuStreamIsCapturing(CUstream handle, CUstreamCaptureStatus *status) {
  return onStream(handle, [=](const Context &, Stream &) {
    if (!status)
      return Status::kInvalidValue;
    *status = CU_STREAM_CAPTURE_STATUS_NONE;
    return Status::kSuccess;
  });
}

CUresult cuStreamWaitEvent(CUstream handle, CUevent event, unsigned flags) {
  return onStream(handle, [=](const Context &context, Stream &stream) {
    const auto awaited = findEvent(context, event);
    if (!awaited)
      return Status::kInvalidHandle;
    if (flags != CU_EVENT_WAIT_DEFAULT && flags != CU_EVENT_WAIT_EXTERNAL)
      return Status::kInvalidValue;
    context.scheduler().waitEvent(stream, *awaited);
    return Status::kSuccess;
  });
}

CUresult cuLaunchHostFunc(CUstream handle, CUhostFn function, void *data) {
  return onStream(handle, [=](const Context &context, Stream &stream) {
    if (!function)
      return Status::kInvalidValue;
    // It has no way to learn of an error, and is not called after one.
    enqueueHostFunction(context, stream, [=](Status status) {
      if (status == Status::kSuccess)
        function(data);
    });
    return Status::kSuccess;
  });
}

} // extern "C"
#pragma GCC visibility pop
