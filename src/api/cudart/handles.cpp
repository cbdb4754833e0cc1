#include "api/cudart/handles.h"

#include "api/cudart/stream_priorities.h"
#include "api/cudart/thread_state.h"

namespace raddle::cudart {

using host::Stream;

namespace {

// The calling thread's own stream of the current device.
std::shared_ptr<Stream> perThreadStream(const host::Context &context) {
  auto &streams = threadState().per_thread_streams;
  streams.resize(context.process.devices.size());
  std::shared_ptr<Stream> &stream = streams[static_cast<std::size_t>(context.device.id())];
  // cudaDeviceReset takes it away.
  if (!stream || !context.scheduler().findStream(stream.get()))
    stream = context.scheduler().createStream(context.device.id(), true, kLeastPriority);
  return stream;
}

} // namespace

std::shared_ptr<Stream> findStream(const host::Context &context, cudaStream_t handle) {
  if (!handle && threadState().default_is_per_thread)
    handle = cudaStreamPerThread;
  if (!handle || handle == cudaStreamLegacy)
    return {std::shared_ptr<Stream>(),
            context.scheduler().legacyStream(context.device.id()).get()}; // is for ever
  return handle == cudaStreamPerThread ? perThreadStream(context) : context.scheduler().findStream(handle);
}

std::shared_ptr<Stream> findMadeStream(const host::StreamScheduler &scheduler, cudaStream_t handle) {
  const bool is_default = !handle || handle == cudaStreamLegacy || handle == cudaStreamPerThread;
  return is_default ? nullptr : scheduler.findStream(handle);
}

std::shared_ptr<host::Event> findEvent(const host::Context &context, cudaEvent_t handle) {
  return context.scheduler().findEvent(handle);
}

host::Device *findPool(const host::Process &process, cudaMemPool_t handle) {
  for (const auto &device : process.devices)
    if (poolHandleOf(*device) == handle)
      return device.get();
  return nullptr;
}

bool destroy(const host::Context &context, cudaStream_t handle) {
  return context.scheduler().destroyStream(handle);
}

bool destroy(const host::Context &context, cudaEvent_t handle) {
  return context.scheduler().destroyEvent(handle);
}

} // namespace raddle::cudart
