// Streams.
#include "cuda.h"

#include "api/cuda/call.h"
#include "check/live_objects.h"
#include "host/requests/capture.h"
#include "host/requests/host_function.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <vector>

using namespace raddle::cuda;
using raddle::host::Capture;
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
