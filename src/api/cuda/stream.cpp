// Streams.
#include "cuda.h"

#include "api/cuda/call.h"
#include "check/live_objects.h"
#include "host/requests/capture.h"
#include "host/requests/host_function.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

using namespace raddle::cuda;
using raddle::host::Capture;
using raddle::host::kGreatestPriority;
using raddle::host::kLeastPriority;
using raddle::host::Stream;

namespace {

// For the call that returns to `caller`.
CUresult create(std::uintptr_t caller, CUstream *stream, unsigned flags, int priority) {
  return onDevice([=](const Context &context) {
    if (!stream || (flags & ~static_cast<unsigned>(CU_STREAM_NON_BLOCKING)) != 0)
      return Status::kInvalidValue;
    const bool is_blocking = (flags & CU_STREAM_NON_BLOCKING) == 0;
    const std::shared_ptr<Stream> made = context.streams().createStream(
        context.device.id(), is_blocking, std::clamp(priority, kGreatestPriority, kLeastPriority));
    made->context = raddle::host::currentContext();
    *stream = handleOf(*made);
    raddle::check::noteMade(*stream, raddle::check::Rule::kLeakStream, context.device.id(), 0, caller);
    return Status::kSuccess;
  });
}

CUcontext contextOfStream(const Process &process, const Stream &stream) {
  if (stream.context != 0)
    if (const auto *own = process.contexts.withId(stream.context))
      return handleOf(*own);
  return contextOf(stream.device);
}

} // namespace

#pragma GCC visibility push(default)
extern "C" {

CUresult cuStreamCreate(CUstream *stream, unsigned flags) {
  return create(RADDLE_CALLER, stream, flags, 0);
}

CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned flags, int priority) {
  return create(RADDLE_CALLER, stream, flags, priority);
}

CUresult cuStreamDestroy(CUstream stream) {
  return onDevice([=](const Context &context) {
    return destroy(context, stream) ? Status::kSuccess : Status::kInvalidHandle;
  });
}

CUresult cuStreamSynchronize(CUstream handle) {
  return onStream(handle, [](const Context &context, Stream &stream) {
    if (Status status = refuseIfCapturing(context, stream))
      return status;
    context.scheduler().waitStream(stream);
    return context.synchronized();
  });
}

CUresult cuStreamQuery(CUstream handle) {
  return onStream(handle, [](const Context &context, Stream &stream) {
    if (Status status = refuseIfCapturing(context, stream))
      return status;
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
  return onStream(handle, [=](const Context &of, Stream &stream) {
    if (!context)
      return Status::kInvalidValue;
    *context = contextOfStream(of.process, stream);
    return Status::kSuccess;
  });
}

CUresult cuStreamGetCtx_v2(CUstream handle, CUcontext *context, CUgreenCtx *green) {
  if (green)
    if (CUresult failed = cuStreamGetGreenCtx(handle, green))
      return failed;
  return cuStreamGetCtx(handle, context);
}

// Null for a stream of any other context.
CUresult cuStreamGetGreenCtx(CUstream handle, CUgreenCtx *context) {
  return onStream(handle, [=](const Context &of, Stream &stream) {
    if (!context)
      return Status::kInvalidValue;
    const raddle::host::OwnContext *own = of.process.contexts.find(contextOfStream(of.process, stream));
    *context = own && own->multiprocessors != 0
                   ? reinterpret_cast<CUgreenCtx>(contextOfStream(of.process, stream))
                   : nullptr;
    return Status::kSuccess;
  });
}

CUresult cuStreamGetDevice(CUstream handle, CUdevice *device) {
  return onStream(handle, [=](const Context &, Stream &stream) {
    if (!device)
      return Status::kInvalidValue;
    *device = stream.device;
    return Status::kSuccess;
  });
}

CUresult cuStreamGetFlags(CUstream handle, unsigned *flags) {
  return onStream(handle, [=](const Context &, Stream &stream) {
    if (!flags)
      return Status::kInvalidValue;
    *flags = stream.blocking ? CU_STREAM_DEFAULT : CU_STREAM_NON_BLOCKING;
    return Status::kSuccess;
  });
}

CUresult cuStreamAddCallback(CUstream handle, CUstreamCallback callback, void *data, unsigned flags) {
  return onStream(handle, [=](const Context &context, Stream &stream) {
    if (!callback || flags != 0)
      return Status::kInvalidValue;
    if (Status status = refuseIfCapturing(context, stream))
      return status;
    enqueueHostFunction(context, stream, [=](Status status) { callback(handle, resultOf(status), data); });
    return Status::kSuccess;
  });
}

CUresult cuStreamIsCapturing(CUstream handle, CUstreamCaptureStatus *status) {
  return cuStreamGetCaptureInfo(handle, status, nullptr, nullptr, nullptr, nullptr);
}

CUresult cuStreamGetCaptureInfo(CUstream handle, CUstreamCaptureStatus *status, cuuint64_t *id,
                                CUgraph *graph, const CUgraphNode **dependencies, size_t *count) {
  return onStream(handle, [=](const Context &context, Stream &stream) {
    if (!status)
      return Status::kInvalidValue;
    const std::shared_ptr<Capture> capture = captureOf(context, stream);
    if (!capture) {
      if (waitsForCaptures(context, stream))
        return refuseImplicit(context);
      *status = CU_STREAM_CAPTURE_STATUS_NONE;
      return Status::kSuccess;
    }
    std::lock_guard lock(capture->mutex);
    *status = capture->invalid ? CU_STREAM_CAPTURE_STATUS_INVALIDATED : CU_STREAM_CAPTURE_STATUS_ACTIVE;
    if (capture->invalid)
      return Status::kSuccess;
    if (id)
      *id = capture->id;
    if (graph)
      *graph = handleOf(*capture->graph);
    // The array lives until the thread asks again.
    thread_local std::vector<CUgraphNode> last;
    last.clear();
    for (const raddle::host::Node *node : capture->ends[&stream])
      last.push_back(handleOf(*node));
    if (dependencies)
      *dependencies = last.data();
    if (count)
      *count = last.size();
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
    return waitInStream(context, stream, awaited, flags == CU_EVENT_WAIT_EXTERNAL);
  });
}

CUresult cuLaunchHostFunc(CUstream handle, CUhostFn function, void *data) {
  return onStream(handle, [=](const Context &context, Stream &stream) {
    if (!function)
      return Status::kInvalidValue;
    if (const std::optional<Status> status = captured(context, stream, [&] {
          return addToCapture(context, stream, raddle::host::HostWork{function, data});
        }))
      return *status;
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
