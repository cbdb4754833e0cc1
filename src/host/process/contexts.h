// The contexts that a program makes beside the primary ones of the devices. They share the device's address space, streams by
// default and faults with its primary one; what is made while one is current goes with it.
#ifndef RADDLE_HOST_PROCESS_CONTEXTS_H
#define RADDLE_HOST_PROCESS_CONTEXTS_H

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace raddle::host {

/// Its address is the handle.
struct OwnContext {
  const std::uint64_t id; // of no other context, and not 0
  const int device;
  const unsigned api_version;
  std::atomic<unsigned> flags; // with the numbers of the front end
  std::atomic<unsigned> users = 1;
  std::atomic<bool> is_alive = true;
  const unsigned multiprocessors = 0; // a green context's share of the device; 0 for any other context
};

class ContextRegistry {
public:
  OwnContext *create(int device, unsigned flags, unsigned api_version, unsigned multiprocessors = 0) {
    std::lock_guard lock(mutex_);
    // Device numbers plus one name the primary ones.
    constexpr std::uint64_t kFirstId = 1000;
    contexts_.push_back(std::unique_ptr<OwnContext>(
        new OwnContext{kFirstId + contexts_.size(), device, api_version, flags, 1, true, multiprocessors}));
    return contexts_.back().get();
  }

  /// One that was made, and may have been destroyed since: threads may still have it, and are told. Null for anything else.
  OwnContext *find(const void *handle) const {
    std::lock_guard lock(mutex_);
    for (const auto &context : contexts_)
      if (context.get() == handle)
        return context.get();
    return nullptr;
  }

  OwnContext *withId(std::uint64_t id) const {
    std::lock_guard lock(mutex_);
    for (const auto &context : contexts_)
      if (context->id == id)
        return context.get();
    return nullptr;
  }

private:
  mutable std::mutex mutex_;
  std::vector<std::unique_ptr<OwnContext>> contexts_; // for ever
};

} // namespace raddle::host

#endif
