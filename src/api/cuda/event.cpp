// Events.
#include "cuda.h"

#include "api/cuda/call.h"
#include "check/live_objects.h"
#include "host/requests/capture.h"
#include "host/requests/sharing.h"

#include <memory>

using namespace raddle::cuda;
using raddle::host::Event;
using raddle::host::Stream;

#pragma GCC visibility push(default)
extern "C" {

CUresult cuEventCreate(CUevent *event, unsigned flags) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onDevice([=](const Context &context) {
    constexpr unsigned kKnown = CU_EVENT_BLOCKING_SYNC | CU_EVENT_DISABLE_TIMING | CU_EVENT_INTERPROCESS;
    const bool has_time = (flags & CU_EVENT_DISABLE_TIMING) == 0;
    const bool is_interprocess = (flags & CU_EVENT_INTERPROCESS) != 0;
    if (!event || (flags & ~kKnown) != 0 || (is_interprocess && has_time))
      return Status::kInvalidValue;
    const std::shared_ptr<Event> made = is_interprocess
                                            ? createSharedEvent(context)
                                            : context.streams().createEvent(context.device.id(), has_time);
    if (!made)
      return Status::kOutOfMemory;
    made->context = raddle::host::currentContext();
    *event = handleOf(*made);
    raddle::check::noteMade(*event, raddle::check::Rule::kLeakEvent, context.device.id(), 0, caller);
    return Status::kSuccess;
  });
}

CUresult cuEventDestroy(CUevent event) {
  return onDevice([=](const Context &context) {
    return destroy(context, event) ? Status::kSuccess : Status::kInvalidHandle;
  });
}

CUresult cuEventRecordWithFlags(CUevent handle, CUstream stream_handle, unsigned flags) {
  return onStream(stream_handle, [=](const Context &context, Stream &stream) {
    const std::shared_ptr<Event> event = findEvent(context, handle);
    if (!event || stream.device != event->device)
      return Status::kInvalidHandle;
    if (flags != CU_EVENT_RECORD_DEFAULT && flags != CU_EVENT_RECORD_EXTERNAL)
      return Status::kInvalidValue;
    return recordInStream(context, stream, event, flags == CU_EVENT_RECORD_EXTERNAL);
  });
}

CUresult cuEventRecord(CUevent event, CUstream stream) {
  return cuEventRecordWithFlags(event, stream, CU_EVENT_RECORD_DEFAULT);
}

CUresult cuEventQuery(CUevent handle) {
  const auto query = [](const Context &context, Event &event) {
    if (const Status refused = refuseIfCaptured(context, event); refused != Status::kSuccess)
      return refused;
    return context.scheduler().hasPassed(event) ? context.scheduler().fault(context.device.id())
                                                : Status::kNotReady;
  };
  return onEvent(handle, query, InHostFunction::kAllowed);
}

CUresult cuEventSynchronize(CUevent handle) {
  return onEvent(handle, [](const Context &context, Event &event) {
    if (const Status refused = refuseIfCaptured(context, event); refused != Status::kSuccess)
      return refused;
    context.scheduler().waitUntilPassed(event);
    return context.synchronized();
  });
}

CUresult cuEventElapsedTime(float *milliseconds, CUevent start, CUevent end) {
  return onEvent(start, [=](const Context &context, Event &first) {
    const std::shared_ptr<Event> last = findEvent(context, end);
    if (!milliseconds)
      return Status::kInvalidValue;
    return last ? context.scheduler().elapsed(first, *last, milliseconds) : Status::kInvalidHandle;
  });
}

CUresult cuEventElapsedTime_v2(float *milliseconds, CUevent start, CUevent end) {
  return cuEventElapsedTime(milliseconds, start, end);
}

} // extern "C"
#pragma GCC visibility pop
