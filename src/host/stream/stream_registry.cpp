#include "host/stream/stream_registry.h"

#include "check/concurrent_work.h"

#include <mutex>
#include <utility>

namespace raddle::host {

StreamRegistry::StreamRegistry(int devices) {
  if (devices > 1)
    check::expectConcurrentWork();
  for (int device = 0; device < devices; ++device) {
    auto state = std::make_unique<DeviceStreams>();
    state->legacy = std::shared_ptr<Stream>(new Stream{device, true, true, 0, 1});
    devices_.push_back(std::move(state));
  }
}

std::shared_ptr<Stream> StreamRegistry::createStream(int device, bool blocking, int priority) {
  check::expectConcurrentWork();
  std::lock_guard guard(lock_);
  auto stream = std::shared_ptr<Stream>(new Stream{device, blocking, false, priority, next_id_++});
  DeviceStreams &siblings = of(device);
  forgetDestroyed(siblings);
  siblings.streams.push_back(stream);
  streams_.emplace(stream.get(), stream);
  return stream;
}

void StreamRegistry::joinCapture(Stream &stream, std::shared_ptr<Capture> capture) {
  stream.capture = std::move(capture);
  stream.captures = true;
  if (stream.blocking)
    ++of(stream.device).blocking_captures;
}

std::shared_ptr<Capture> StreamRegistry::leaveCapture(Stream &stream) {
  if (stream.captures.exchange(false) && stream.blocking)
    --of(stream.device).blocking_captures;
  return std::move(stream.capture);
}

bool StreamRegistry::destroyStream(const void *handle) {
  std::shared_ptr<Capture> left;
  std::lock_guard guard(lock_);
  auto position = streams_.find(handle);
  if (position == streams_.end())
    return false;
  DeviceStreams &siblings = of(position->second->device);
  left = leaveCapture(*position->second);
  siblings.past_of_gone.add(position->second->past);
  if (position->second->blocking)
    siblings.past_of_gone_blocking.add(position->second->past);
  position->second->destroyed = true;
  found_last_ = nullptr;
  streams_.erase(position);
  forgetDestroyed(siblings);
  return true;
}

void StreamRegistry::noteOrderToLegacy(Stream &stream) {
  DeviceStreams &device = of(stream.device);
  std::vector<Stream *> &ahead = device.ahead_of_legacy;
  if (stream.legacy) {
    for (Stream *const sibling : ahead)
      sibling->is_order_noted = false;
    ahead.clear();
  } else if (!stream.destroyed) {
    device.legacy->is_order_noted = false;
    ahead.push_back(&stream);
  }
  stream.is_order_noted = !stream.destroyed;
}

// Call with the lock held.
template <typename Predicate> void StreamRegistry::forgetIf(DeviceStreams &device, Predicate is_gone) {
  std::erase_if(device.ahead_of_legacy, [&](const Stream *stream) { return is_gone(*stream); });
  std::erase_if(device.streams, [&](const std::shared_ptr<Stream> &stream) { return is_gone(*stream); });
}

// Call with the lock held.
void StreamRegistry::forgetDestroyed(DeviceStreams &device) {
  forgetIf(device, [](const Stream &stream) { return stream.destroyed && !isPending(stream.tail); });
}

[[gnu::hot]] std::shared_ptr<Stream> StreamRegistry::findStream(const void *handle) const {
  std::lock_guard guard(lock_);
  if (!found_last_ || found_last_->first != handle) {
    auto position = streams_.find(handle);
    if (position == streams_.end())
      return nullptr;
    found_last_ = &*position;
  }
  return found_last_->second;
}

std::shared_ptr<Event> StreamRegistry::createEvent(int device, bool has_time,
                                                   std::shared_ptr<SharedEvent> shared) {
  std::lock_guard guard(lock_);
  auto event =
      std::shared_ptr<Event>(new Event{.device = device, .has_time = has_time, .shared = std::move(shared)});
  events_.emplace(event.get(), event);
  return event;
}

bool StreamRegistry::destroyEvent(const void *handle) {
  std::lock_guard guard(lock_);
  return events_.erase(handle) != 0;
}

std::shared_ptr<Event> StreamRegistry::findEvent(const void *handle) const {
  std::lock_guard guard(lock_);
  auto position = events_.find(handle);
  return position == events_.end() ? nullptr : position->second;
}

void StreamRegistry::reset(int device) {
  std::vector<std::shared_ptr<Capture>> left;
  std::lock_guard guard(lock_);
  DeviceStreams &state = of(device);
  for (const std::shared_ptr<Stream> &stream : state.streams) {
    left.push_back(leaveCapture(*stream));
    stream->destroyed = true;
  }
  found_last_ = nullptr;
  std::erase_if(streams_, [&](const auto &entry) { return entry.second->device == device; });
  std::erase_if(events_, [&](const auto &entry) { return entry.second->device == device; });
  state.ahead_of_legacy.clear();
  state.streams.clear();
  state.legacy->tail.reset();
  state.legacy->past = state.past_of_gone = state.past_of_gone_blocking = {};
  state.fault.store(Status::kSuccess);
}

void StreamRegistry::destroyContext(int device, std::uint64_t context) {
  std::vector<std::shared_ptr<Capture>> left;
  std::lock_guard guard(lock_);
  DeviceStreams &state = of(device);
  for (const std::shared_ptr<Stream> &stream : state.streams)
    if (stream->context == context) {
      left.push_back(leaveCapture(*stream));
      stream->destroyed = true;
    }
  found_last_ = nullptr;
  std::erase_if(streams_, [&](const auto &entry) { return entry.second->context == context; });
  std::erase_if(events_, [&](const auto &entry) { return entry.second->context == context; });
  forgetIf(state, [&](const Stream &stream) { return stream.context == context; });
  state.fault.store(Status::kSuccess);
}

} // namespace raddle::host
