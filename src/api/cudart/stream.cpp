// Streams.
#include "cuda_runtime_api.h"

#include "api/cudart/call.h"
#include "check/live_objects.h"
#include "host/requests/capture.h"
#include "host/requests/host_function.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <mutex>

using namespace raddle::cudart;
using raddle::host::kGreatestPriority;
using raddle::host::kLeastPriority;
using raddle::host::Stream;

namespace {

// For the call that returns to `caller`.
cudaError_t createStream(std::uintptr_t caller, cudaStream_t *stream, unsigned flags, int priority) {
  return onDevice([=](const Context &context) {
    if (!stream || (flags & ~static_cast<unsigned>(cudaStreamNonBlocking)) != 0)
      return cudaErrorInvalidValue;
    bool blocking = (flags & cudaStreamNonBlocking) == 0;
    int clamped = std::clamp(priority, kGreatestPriority, kLeastPriority);
    auto created = context.streams().createStream(context.device.id(), blocking, clamped);
    created->context = raddle::host::currentContext();
    *stream = handleOf(*created);
    raddle::check::noteMade(*stream, raddle::check::Rule::kLeakStream, context.device.id(), 0, caller);
    return cudaSuccess;
  });
}

// Runs `body(context, stream)` for a handle that stands for a stream.
template <typename Body> cudaError_t onStream(cudaStream_t handle, Body body) {
  return onDevice([&](const Context &context) {
    std::shared_ptr<Stream> stream = findStream(context, handle);
    return stream ? body(context, *stream) : cudaErrorInvalidResourceHandle;
  });
}

// Hints about caches and waiting: accepted, without effect here.
bool isStreamAttribute(cudaLaunchAttributeID attribute) {
  switch (attribute) {
  case cudaLaunchAttributeAccessPolicyWindow:
  case cudaLaunchAttributeSynchronizationPolicy:
  case cudaLaunchAttributePriority:
  case cudaLaunchAttributeMemSyncDomainMap:
  case cudaLaunchAttributeMemSyncDomain:
    return true;
  default:
    return false;
  }
}

} // namespace

cudaError_t cudaStreamCreate(cudaStream_t *stream) {
  return createStream(RADDLE_CALLER, stream, cudaStreamDefault, 0);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags) {
  return createStream(RADDLE_CALLER, stream, flags, 0);
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int priority) {
  return createStream(RADDLE_CALLER, stream, flags, priority);
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest) {
  return onDevice([=](const Context &) {
    if (least)
      *least = kLeastPriority;
    if (greatest)
      *greatest = kGreatestPriority;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return onDevice([=](const Context &context) {
    return destroy(context, stream) ? cudaSuccess : cudaErrorInvalidResourceHandle;
  });
}

[[gnu::hot]] cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  return onStream(stream, [](const Context &context, Stream &found) {
    if (Status status = refuseIfCapturing(context, found))
      return errorOf(status);
    context.scheduler().waitStream(found);
    return errorOf(context.synchronized());
  });
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
  return onStream(stream, [](const Context &context, Stream &found) {
    if (Status status = refuseIfCapturing(context, found))
      return errorOf(status);
    if (!context.scheduler().isIdle(found))
      return cudaErrorNotReady;
    return errorOf(context.scheduler().fault(context.device.id()));
  });
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags) {
  return onStream(stream, [=](const Context &context, Stream &found) {
    auto awaited = findEvent(context, event);
    if (!awaited)
      return cudaErrorInvalidResourceHandle;
    if (flags != cudaEventWaitDefault && flags != cudaEventWaitExternal)
      return cudaErrorInvalidValue;
    return errorOf(waitInStream(context, found, awaited, flags == cudaEventWaitExternal));
  });
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *user_data,
                                  unsigned int flags) {
  return onStream(stream, [=](const Context &context, Stream &found) {
    if (!callback || flags != 0)
      return cudaErrorInvalidValue;
    if (Status status = refuseIfCapturing(context, found))
      return errorOf(status);
    enqueueHostFunction(context, found, [=](Status status) { callback(stream, errorOf(status), user_data); });
    return cudaSuccess;
  });
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *user_data) {
  return onStream(stream, [=](const Context &context, Stream &found) {
    if (!function)
      return cudaErrorInvalidValue;
    if (const std::optional<Status> status = captured(context, found, [&] {
          return addToCapture(context, found, raddle::host::HostWork{function, user_data});
        }))
      return errorOf(*status);
    // Unlike a callback, it has no way to learn of an error, and is not called after one.
    enqueueHostFunction(context, found, [=](Status status) {
      if (status == Status::kSuccess)
        function(user_data);
    });
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int *flags) {
  return onStream(stream, [=](const Context &, Stream &found) {
    if (!flags)
      return cudaErrorInvalidValue;
    *flags = found.blocking ? cudaStreamDefault : cudaStreamNonBlocking;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority) {
  return onStream(stream, [=](const Context &, Stream &found) {
    if (!priority)
      return cudaErrorInvalidValue;
    *priority = found.priority;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetDevice(cudaStream_t handle, int *device) {
  return onStream(handle, [=](const Context &, Stream &stream) {
    if (!device)
      return cudaErrorInvalidValue;
    *device = stream.device;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id) {
  return onStream(stream, [=](const Context &, Stream &found) {
    if (!id)
      return cudaErrorInvalidValue;
    *id = found.id;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaLaunchAttributeID attribute,
                                   const cudaLaunchAttributeValue *value) {
  return onStream(stream, [=](const Context &context, Stream &found) {
    if (!value || !isStreamAttribute(attribute))
      return cudaErrorInvalidValue;
    std::lock_guard lock(context.streams().lock());
    std::memcpy(found.hints[attribute].data(), value, sizeof *value);
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaLaunchAttributeID attribute,
                                   cudaLaunchAttributeValue *value) {
  return onStream(stream, [=](const Context &context, Stream &found) {
    if (!value || !isStreamAttribute(attribute))
      return cudaErrorInvalidValue;
    *value = {};
    if (attribute == cudaLaunchAttributePriority)
      value->priority = found.priority;
    std::lock_guard lock(context.streams().lock());
    if (const auto hint = found.hints.find(attribute); hint != found.hints.end())
      std::memcpy(value, hint->second.data(), sizeof *value);
    return cudaSuccess;
  });
}

cudaError_t cudaStreamCopyAttributes(cudaStream_t destination, cudaStream_t source) {
  return onStream(destination, [=](const Context &context, Stream &to) {
    const std::shared_ptr<Stream> from = findStream(context, source);
    if (!from)
      return cudaErrorInvalidResourceHandle;
    std::lock_guard lock(context.streams().lock());
    to.hints = from->hints;
    return cudaSuccess;
  });
}

cudaError_t cudaCtxResetPersistingL2Cache(void) {
  return onDevice([](const Context &) { return cudaSuccess; });
}

// Every device reaches managed memory at any time, so there is nothing to attach; an operation of the
// stream all the same.
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *pointer, size_t length, unsigned int flags) {
  return onStream(stream, [=](const Context &context, Stream &) {
    bool known_flag =
        flags == cudaMemAttachGlobal || flags == cudaMemAttachHost || flags == cudaMemAttachSingle;
    auto allocation = context.memory().find(pointer);
    bool managed = allocation && allocation->kind == raddle::host::MemoryKind::kManaged;
    // A length of 0 means the whole allocation.
    return known_flag && managed && length <= allocation->bytes ? cudaSuccess : cudaErrorInvalidValue;
  });
}
