#include "runtime/device/heap_history.h"

namespace raddle::runtime {

void HeapHistory::noteMade(const void *block, std::uintptr_t site) {
  std::lock_guard lock(mutex_);
  lives_[block] = {.made = site, .freed = 0};
}

std::optional<std::vector<void *>> HeapHistory::retire(void *block, std::size_t bytes, std::uintptr_t site) {
  std::lock_guard lock(mutex_);
  Life &life = lives_[block];
  if (life.freed != 0)
    return std::nullopt;
  life.freed = site;
  retired_.emplace_back(block, bytes);
  retired_bytes_ += bytes;
  std::vector<void *> released;
  release(most_bytes_, released);
  return released;
}

std::vector<void *> HeapHistory::takeRetired() {
  std::lock_guard lock(mutex_);
  std::vector<void *> released;
  release(0, released);
  return released;
}

void HeapHistory::release(std::size_t most_bytes, std::vector<void *> &released) {
  while (!retired_.empty() && (retired_bytes_ > most_bytes || most_bytes == 0)) {
    const auto [block, bytes] = retired_.front();
    retired_.pop_front();
    retired_bytes_ -= bytes;
    released.push_back(block);
  }
}

HeapHistory::Life HeapHistory::lifeOf(const void *block) {
  std::lock_guard lock(mutex_);
  const auto found = lives_.find(block);
  return found == lives_.end() ? Life() : found->second;
}

} // namespace raddle::runtime
