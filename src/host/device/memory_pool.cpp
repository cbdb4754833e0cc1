#include "host/device/memory_pool.h"

#include <algorithm>
#include <utility>

namespace raddle::host {

namespace {

bool isKnown(PoolAttribute attribute) {
  return attribute >= PoolAttribute::kReuseFollowEventDependencies && attribute <= PoolAttribute::kUsedHigh;
}

bool is64Bits(PoolAttribute attribute) { return attribute >= PoolAttribute::kReleaseThreshold; }

} // namespace

Status MemoryPool::setAttribute(PoolAttribute attribute, const void *value) {
  if (!isKnown(attribute))
    return Status::kInvalidValue;
  std::lock_guard lock(mutex_);
  const std::uint64_t wanted = is64Bits(attribute)
                                   ? *static_cast<const std::uint64_t *>(value)
                                   : static_cast<std::uint64_t>(*static_cast<const int *>(value));
  if (attribute <= PoolAttribute::kReleaseThreshold) {
    valueOf(attribute) = wanted;
    return Status::kSuccess;
  }
  if (wanted != 0 || attribute == PoolAttribute::kReservedCurrent || attribute == PoolAttribute::kUsedCurrent)
    return Status::kInvalidValue;
  valueOf(attribute) = valueOf(attribute == PoolAttribute::kReservedHigh ? PoolAttribute::kReservedCurrent
                                                                         : PoolAttribute::kUsedCurrent);
  return Status::kSuccess;
}

Status MemoryPool::attribute(PoolAttribute attribute, void *value) {
  if (!isKnown(attribute))
    return Status::kInvalidValue;
  std::lock_guard lock(mutex_);
  if (is64Bits(attribute))
    *static_cast<std::uint64_t *>(value) = valueOf(attribute);
  else
    *static_cast<int *>(value) = static_cast<int>(valueOf(attribute));
  return Status::kSuccess;
}

Status MemoryPool::setAccess(std::span<const PoolAccess> wanted, int devices) {
  for (const PoolAccess &access : wanted) {
    if (!access.is_device)
      return Status::kInvalidValue;
    if (access.device < 0 || access.device >= devices)
      return Status::kInvalidDevice;
    if (access.device == device_ && access.flags != PoolAccess::kReadWrite)
      return Status::kInvalidValue;
  }
  std::lock_guard lock(mutex_);
  for (const PoolAccess &access : wanted)
    access_[access.device] = access.flags;
  return Status::kSuccess;
}

unsigned MemoryPool::access(int device) {
  if (device == device_)
    return PoolAccess::kReadWrite;
  std::lock_guard lock(mutex_);
  const auto known = access_.find(device);
  return known == access_.end() ? PoolAccess::kNone : known->second;
}

void MemoryPool::reserve(std::uint64_t bytes) {
  valueOf(PoolAttribute::kReservedCurrent) = bytes;
  std::uint64_t &high = valueOf(PoolAttribute::kReservedHigh);
  high = std::max(high, bytes);
}

bool MemoryPool::take(std::size_t bytes) {
  std::lock_guard lock(mutex_);
  std::uint64_t &used = valueOf(PoolAttribute::kUsedCurrent), &high = valueOf(PoolAttribute::kUsedHigh);
  if (most_bytes_ != 0 && (bytes > most_bytes_ || used > most_bytes_ - bytes))
    return false;
  used += bytes;
  high = std::max(high, used);
  reserve(std::max(valueOf(PoolAttribute::kReservedCurrent), used));
  return true;
}

void MemoryPool::endUse(std::size_t bytes) {
  std::lock_guard lock(mutex_);
  valueOf(PoolAttribute::kUsedCurrent) -= bytes;
}

void MemoryPool::giveBack() {
  std::lock_guard lock(mutex_);
  const std::uint64_t kept =
      std::min(valueOf(PoolAttribute::kReservedCurrent), valueOf(PoolAttribute::kReleaseThreshold));
  reserve(std::max(valueOf(PoolAttribute::kUsedCurrent), kept));
}

void MemoryPool::trim(std::size_t bytes_to_keep) {
  std::lock_guard lock(mutex_);
  const std::uint64_t kept = std::min<std::uint64_t>(valueOf(PoolAttribute::kReservedCurrent), bytes_to_keep);
  reserve(std::max(valueOf(PoolAttribute::kUsedCurrent), kept));
}

MemoryPool &MemoryPools::make(int device, std::size_t most_bytes, std::shared_ptr<SharedPages> identity) {
  std::lock_guard lock(mutex_);
  pools_.push_back(std::make_unique<MemoryPool>(device, most_bytes, std::move(identity)));
  return *pools_.back();
}

MemoryPool &MemoryPools::import(int device, std::shared_ptr<SharedPages> identity) {
  std::lock_guard lock(mutex_);
  pools_.push_back(std::make_unique<MemoryPool>(device, 0, std::move(identity), true));
  return *pools_.back();
}

bool MemoryPools::isMade(const MemoryPool *pool) const {
  std::lock_guard lock(mutex_);
  return std::ranges::any_of(pools_, [pool](const auto &made) { return made.get() == pool; });
}

bool MemoryPools::destroy(const MemoryPool *pool) {
  std::lock_guard lock(mutex_);
  const auto found = std::ranges::find_if(pools_, [pool](const auto &made) { return made.get() == pool; });
  if (found == pools_.end())
    return false;
  destroyed_.push_back(std::move(*found));
  pools_.erase(found);
  return true;
}

} // namespace raddle::host
