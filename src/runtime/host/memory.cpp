#include "runtime/host/memory.h"

#include <mutex>

namespace raddle::runtime {

namespace {

std::uintptr_t addressOf(const void *pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

// Pinned memory is no device memory.
bool countsAgainstCapacity(const Allocation &allocation) { return allocation.owned && !allocation.isHost(); }

} // namespace

MemoryRegistry::MemoryRegistry(int devices, std::size_t capacity)
    : capacity_(capacity), in_use_(static_cast<std::size_t>(devices)) {}

cudaError_t MemoryRegistry::allocate(MemoryKind kind, int device, std::size_t bytes, unsigned flags,
                                     void **out) {
  Allocation allocation{.bytes = bytes, .kind = kind, .device = device, .flags = flags};
  std::unique_lock lock(mutex_);
  std::size_t &in_use = in_use_[static_cast<std::size_t>(device)];
  // A request for more pinned memory than the machine has must fail as well.
  std::size_t taken = countsAgainstCapacity(allocation) ? in_use : 0;
  if (bytes > capacity_ - taken)
    return cudaErrorMemoryAllocation;
  // Programs take pinned memory for pages of the system (for direct I/O, say).
  allocation.base =
      heap_.allocate(bytes, allocation.isHost() ? PageHeap::Start::kPage : PageHeap::Start::kStaggered);
  if (!allocation.base)
    return cudaErrorMemoryAllocation;
  if (countsAgainstCapacity(allocation))
    in_use += bytes;
  allocations_.emplace(addressOf(allocation.base), allocation);
  *out = allocation.base;
  return cudaSuccess;
}

cudaError_t MemoryRegistry::adopt(MemoryKind kind, int device, void *base, std::size_t bytes,
                                  unsigned flags) {
  std::uintptr_t begin = addressOf(base);
  if (bytes > UINTPTR_MAX - begin)
    return cudaErrorInvalidValue;
  std::unique_lock lock(mutex_);
  auto next = allocations_.lower_bound(begin);
  bool overlaps_next = next != allocations_.end() && next->first < begin + bytes;
  if (overlaps_next || locate(base) != allocations_.end())
    return cudaErrorHostMemoryAlreadyRegistered;
  allocations_.emplace(begin, Allocation{.base = static_cast<std::byte *>(base),
                                         .bytes = bytes,
                                         .kind = kind,
                                         .device = device,
                                         .flags = flags,
                                         .owned = false});
  return cudaSuccess;
}

// Call with the lock held.
MemoryRegistry::Map::const_iterator MemoryRegistry::locate(const void *address) const {
  auto next = allocations_.upper_bound(addressOf(address));
  if (next == allocations_.begin())
    return allocations_.end();
  auto candidate = std::prev(next);
  return addressOf(address) - candidate->first < candidate->second.bytes ? candidate : allocations_.end();
}

std::optional<Allocation> MemoryRegistry::find(const void *address) const {
  std::shared_lock lock(mutex_);
  auto position = locate(address);
  if (position == allocations_.end())
    return std::nullopt;
  return position->second;
}

std::optional<Allocation> MemoryRegistry::findBase(const void *base) const {
  std::shared_lock lock(mutex_);
  auto position = allocations_.find(addressOf(base));
  if (position == allocations_.end() || position->second.releasing)
    return std::nullopt;
  return position->second;
}

bool MemoryRegistry::markReleasing(const void *base) {
  std::unique_lock lock(mutex_);
  auto position = allocations_.find(addressOf(base));
  if (position == allocations_.end() || position->second.releasing)
    return false;
  position->second.releasing = true;
  return true;
}

// Call with the lock held exclusively.
void MemoryRegistry::erase(Map::const_iterator position) {
  const Allocation &allocation = position->second;
  if (countsAgainstCapacity(allocation))
    in_use_[static_cast<std::size_t>(allocation.device)] -= allocation.bytes;
  if (allocation.owned)
    heap_.release(allocation.base, allocation.bytes);
  allocations_.erase(position);
}

bool MemoryRegistry::release(const void *base) {
  std::unique_lock lock(mutex_);
  auto position = allocations_.find(addressOf(base));
  if (position == allocations_.end())
    return false;
  erase(position);
  return true;
}

void MemoryRegistry::releaseAll(int device) {
  std::unique_lock lock(mutex_);
  for (auto position = allocations_.cbegin(); position != allocations_.cend();) {
    auto current = position++;
    const Allocation &allocation = current->second;
    bool is_managed_variable = allocation.kind == MemoryKind::kManaged && !allocation.owned;
    if (allocation.device == device && !is_managed_variable)
      erase(current);
  }
}

cudaError_t MemoryRegistry::check(const void *address, std::size_t bytes, Side side) const {
  if (!address)
    return cudaErrorInvalidValue;
  std::shared_lock lock(mutex_);
  auto position = locate(address);
  if (position == allocations_.end())
    return side == Side::kDevice ? cudaErrorInvalidValue : cudaSuccess;
  const Allocation &allocation = position->second;
  if (side == Side::kHost && allocation.isDeviceOnly())
    return cudaErrorInvalidValue;
  std::size_t offset = addressOf(address) - position->first;
  // The program may know more about its own memory than the part that it registered.
  if (bytes > allocation.bytes - offset && allocation.kind != MemoryKind::kRegistered)
    return cudaErrorInvalidValue;
  return cudaSuccess;
}

std::size_t MemoryRegistry::bytesInUse(int device) const {
  std::shared_lock lock(mutex_);
  return in_use_[static_cast<std::size_t>(device)];
}

} // namespace raddle::runtime
