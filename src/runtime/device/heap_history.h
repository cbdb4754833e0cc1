// RADDLE_CHECK=memory: where the blocks of a device's heap came from, and which of them are free, but not given out again yet.
#ifndef RADDLE_RUNTIME_DEVICE_HEAP_HISTORY_H
#define RADDLE_RUNTIME_DEVICE_HEAP_HISTORY_H

#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace raddle::runtime {

/// Safe from any thread. It allocates, so not for the small stacks of fibers.
class HeapHistory {
public:
  /// The code that called malloc() and free(); 0 where it has not.
  struct Life {
    std::uintptr_t made = 0, freed = 0;
  };

  /// With more bytes than that, blocks that were freed first are given back.
  explicit HeapHistory(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  void noteMade(const void *block, std::uintptr_t site);

  /// Nothing where the block is free already; else the blocks that the heap is to release now.
  std::optional<std::vector<void *>> retire(void *block, std::size_t bytes, std::uintptr_t site);
  /// For when the heap is full: all that are held back.
  std::vector<void *> takeRetired();

  Life lifeOf(const void *block);

private:
  void release(std::size_t most_bytes, std::vector<void *> &released);

  const std::size_t most_bytes_;
  std::mutex mutex_;
  std::unordered_map<const void *, Life> lives_;
  std::deque<std::pair<void *, std::size_t>> retired_; // the first freed in front
  std::size_t retired_bytes_ = 0;
};

} // namespace raddle::runtime

#endif
