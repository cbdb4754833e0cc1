#include "api/shared/handles.h"

#include "check/live_objects.h"

#include "host/process/host_thread.h"

namespace raddle::api {

using host::Stream;

[[gnu::hot]] std::shared_ptr<Stream> findStream(const host::Context &context, CUstream handle) {
  if (!handle && host::hostThread().default_is_per_thread)
    handle = CU_STREAM_PER_THREAD;
  if (!handle || handle == CU_STREAM_LEGACY)
    return {std::shared_ptr<Stream>(),
            context.streams().legacyStream(context.device.id()).get()}; // is for ever
  return handle == CU_STREAM_PER_THREAD ? perThreadStream(context) : context.streams().findStream(handle);
}

std::optional<FoundContext> findContext(const host::Process &process, CUcontext handle) {
  const auto number = reinterpret_cast<std::uintptr_t>(handle) - 1;
  if (handle && number < process.devices.size())
    return FoundContext{static_cast<int>(number), nullptr};
  host::OwnContext *const own = process.contexts.find(handle);
  return own ? std::optional(FoundContext{own->device, own}) : std::nullopt;
}

std::shared_ptr<Stream> findMadeStream(const host::StreamRegistry &streams, CUstream handle) {
  const bool is_default = !handle || handle == CU_STREAM_LEGACY || handle == CU_STREAM_PER_THREAD;
  return is_default ? nullptr : streams.findStream(handle);
}

std::shared_ptr<host::Event> findEvent(const host::Context &context, CUevent handle) {
  return context.streams().findEvent(handle);
}

host::MemoryPool *findPool(const host::Process &process, CUmemoryPool handle) {
  for (const auto &device : process.devices)
    if (handleOf(device->defaultPool()) == handle)
      return &device->defaultPool();
  auto *const made = reinterpret_cast<host::MemoryPool *>(handle);
  return process.pools.isMade(made) ? made : nullptr;
}

bool destroy(const host::Context &context, CUstream handle) {
  check::noteGone(handle, 0);
  if (const std::shared_ptr<host::Stream> stream = context.streams().findStream(handle)) {
    std::shared_ptr<host::Capture> capture;
    {
      std::lock_guard lock(context.streams().lock());
      capture = stream->capture;
    }
    if (capture && capture->origin == stream.get())
      capture->abandon();
  }
  return context.streams().destroyStream(handle);
}

bool destroy(const host::Context &context, CUevent handle) {
  check::noteGone(handle, 0);
  return context.streams().destroyEvent(handle);
}

} // namespace raddle::api
