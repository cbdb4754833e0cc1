// What the program has imported or loaded, by the handles that it has of it: memory, semaphores, libraries.
#ifndef RADDLE_HOST_PROCESS_EXTERNAL_OBJECTS_H
#define RADDLE_HOST_PROCESS_EXTERNAL_OBJECTS_H

#include <memory>
#include <mutex>
#include <unordered_map>

namespace raddle::host {

template <typename Object> class ExternalObjects {
public:
  /// The object's address is its handle.
  const void *add(std::shared_ptr<Object> object) {
    std::lock_guard lock(mutex_);
    const void *const handle = object.get();
    objects_.emplace(handle, std::move(object));
    return handle;
  }
  /// Null where there is none.
  std::shared_ptr<Object> find(const void *handle) const {
    std::lock_guard lock(mutex_);
    const auto found = objects_.find(handle);
    return found == objects_.end() ? nullptr : found->second;
  }
  /// Whoever uses it has it as long as that takes. False when there is none.
  bool remove(const void *handle) {
    std::lock_guard lock(mutex_);
    return objects_.erase(handle) != 0;
  }

private:
  mutable std::mutex mutex_;
  std::unordered_map<const void *, std::shared_ptr<Object>> objects_;
};

} // namespace raddle::host

#endif
