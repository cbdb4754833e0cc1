#include "host/device/memory_pool.h"

namespace raddle::host {

namespace {

bool isKnown(PoolAttribute attribute) {
  return attribute >= PoolAttribute::kReuseFollowEventDependencies &&
         attribute <= PoolAttribute::kReleaseThreshold;
}

bool is64Bits(PoolAttribute attribute) { return attribute == PoolAttribute::kReleaseThreshold; }

} // namespace

Status MemoryPool::setAttribute(PoolAttribute attribute, const void *value) {
  if (!isKnown(attribute))
    return Status::kNotSupported;
  std::lock_guard lock(mutex_);
  attributes_[attribute] = is64Bits(attribute) ? *static_cast<const std::uint64_t *>(value)
                                               : static_cast<std::uint64_t>(*static_cast<const int *>(value));
  return Status::kSuccess;
}

Status MemoryPool::attribute(PoolAttribute attribute, void *value) {
  if (!isKnown(attribute))
    return Status::kNotSupported;
  std::lock_guard lock(mutex_);
  const auto known = attributes_.find(attribute);
  const std::uint64_t current = known != attributes_.end() ? known->second : is64Bits(attribute) ? 0 : 1;
  if (is64Bits(attribute))
    *static_cast<std::uint64_t *>(value) = current;
  else
    *static_cast<int *>(value) = static_cast<int>(current);
  return Status::kSuccess;
}

Status MemoryPool::setAccess(std::span<const PoolAccess> wanted, int owner, int devices) {
  for (const PoolAccess &access : wanted) {
    if (!access.is_device)
      return Status::kInvalidValue;
    if (access.device < 0 || access.device >= devices)
      return Status::kInvalidDevice;
    if (access.device == owner && access.flags != PoolAccess::kReadWrite)
      return Status::kInvalidValue;
  }
  std::lock_guard lock(mutex_);
  for (const PoolAccess &access : wanted)
    access_[access.device] = access.flags;
  return Status::kSuccess;
}

unsigned MemoryPool::access(int device, int owner) {
  if (device == owner)
    return PoolAccess::kReadWrite;
  std::lock_guard lock(mutex_);
  const auto known = access_.find(device);
  return known == access_.end() ? PoolAccess::kNone : known->second;
}

} // namespace raddle::host
