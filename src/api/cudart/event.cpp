// Events.
#include "cuda_runtime_api.h"

#include "api/cudart/call.h"
#include "check/live_objects.h"
#include "host/requests/capture.h"
#include "host/requests/sharing.h"

#include <memory>

using namespace raddle::cudart;
using raddle::host::Event;
using raddle::host::Status;

namespace {

// For the call that returns to `caller`.
cudaError_t createEvent(std::uintptr_t caller, cudaEvent_t *event, unsigned flags) {
  return onDevice([=](const Context &context) {
    constexpr unsigned kKnown = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
    bool interprocess_with_timing = (flags & cudaEventInterprocess) && !(flags & cudaEventDisableTiming);
    if (!event || (flags & ~kKnown) != 0 || interprocess_with_timing)
      return cudaErrorInvalidValue;
    const bool has_time = (flags & cudaEventDisableTiming) == 0;
    const std::shared_ptr<Event> made = flags & cudaEventInterprocess
                                            ? createSharedEvent(context)
                                            : context.streams().createEvent(context.device.id(), has_time);
    if (!made)
      return cudaErrorMemoryAllocation;
    made->context = raddle::host::currentContext();
    *event = handleOf(*made);
    raddle::check::noteMade(*event, raddle::check::Rule::kLeakEvent, context.device.id(), 0, caller);
    return cudaSuccess;
  });
}

cudaError_t recordEvent(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
  return onDevice([=](const Context &context) {
    std::shared_ptr<Event> recorded = findEvent(context, event);
    std::shared_ptr<raddle::host::Stream> found = findStream(context, stream);
    if (!recorded || !found || recorded->device != found->device)
      return cudaErrorInvalidResourceHandle;
    return errorOf(recordInStream(context, *found, recorded, flags == cudaEventRecordExternal));
  });
}

// Runs `body(context, event)` for a handle that stands for an event.
template <typename Body>
cudaError_t onEvent(cudaEvent_t handle, Body body, InHostFunction in_function = InHostFunction::kRefused) {
  const auto found = [&](const Context &context) {
    std::shared_ptr<Event> event = findEvent(context, handle);
    return event ? body(context, *event) : cudaErrorInvalidResourceHandle;
  };
  return onDevice(found, in_function);
}

} // namespace

cudaError_t cudaEventCreate(cudaEvent_t *event) {
  return createEvent(RADDLE_CALLER, event, cudaEventDefault);
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags) {
  return createEvent(RADDLE_CALLER, event, flags);
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return onDevice([=](const Context &context) {
    return destroy(context, event) ? cudaSuccess : cudaErrorInvalidResourceHandle;
  });
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return recordEvent(event, stream, cudaEventRecordDefault);
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags) {
  if (flags != cudaEventRecordDefault && flags != cudaEventRecordExternal)
    return recordError(cudaErrorInvalidValue);
  return recordEvent(event, stream, flags);
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
  const auto query = [](const Context &context, Event &found) {
    if (const Status refused = refuseIfCaptured(context, found); refused != Status::kSuccess)
      return errorOf(refused);
    if (!context.scheduler().hasPassed(found))
      return cudaErrorNotReady;
    return errorOf(context.scheduler().fault(context.device.id()));
  };
  return onEvent(event, query, InHostFunction::kAllowed);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  return onEvent(event, [](const Context &context, Event &found) {
    if (const Status refused = refuseIfCaptured(context, found); refused != Status::kSuccess)
      return errorOf(refused);
    context.scheduler().waitUntilPassed(found);
    return errorOf(context.synchronized());
  });
}

cudaError_t cudaEventElapsedTime_v2(float *milliseconds, cudaEvent_t start, cudaEvent_t end) {
  return cudaEventElapsedTime(milliseconds, start, end);
}

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end) {
  return onDevice([=](const Context &context) {
    std::shared_ptr<Event> first = findEvent(context, start);
    std::shared_ptr<Event> last = findEvent(context, end);
    if (!milliseconds)
      return cudaErrorInvalidValue;
    return first && last ? errorOf(context.scheduler().elapsed(*first, *last, milliseconds))
                         : cudaErrorInvalidResourceHandle;
  });
}
