#include "host/process/host_thread.h"

#include <cstddef>
#include <vector>

namespace raddle::host {

constinit thread_local HostThread detail::host_thread;

namespace {

// By device; null until used.
struct ThreadStreams : std::vector<std::shared_ptr<Stream>> {
  ~ThreadStreams() {
    for (const std::shared_ptr<Stream> &stream : *this)
      if (stream)
        Process::existing()->scheduler.registry().destroyStream(stream.get());
  }
};
thread_local ThreadStreams streams_of_thread;

} // namespace

std::shared_ptr<Stream> perThreadStream(const Context &context) {
  streams_of_thread.resize(context.process.devices.size());
  std::shared_ptr<Stream> &stream = streams_of_thread[static_cast<std::size_t>(context.device.id())];
  // A reset of the device takes it away.
  if (!stream || !context.streams().findStream(stream.get()))
    stream = context.streams().createStream(context.device.id(), true, kLeastPriority);
  return stream;
}

} // namespace raddle::host
