#include "host/memory/memory.h"

#include "host/device/memory_pool.h"

#include "base/checks.h"
#include "check/host_accesses.h"
#include "check/poisoned_stores.h"
#include "check/shadow.h"

#include <cstring>
#include <mutex>

namespace raddle::host {

namespace {

std::uintptr_t addressOf(const void *pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

// Pinned memory is no device memory.
bool countsAgainstCapacity(const Allocation &allocation) { return allocation.owned && !allocation.isHost(); }

} // namespace

MemoryRegistry::MemoryRegistry(backend::Memory &memory, int devices, std::size_t capacity)
    : capacity_(capacity), in_use_(static_cast<std::size_t>(devices)), freed_(memory), heap_(memory) {
  // A thread that adds to it may not allocate.
  passed_.reserve(kMostPassed);
}

Status MemoryRegistry::allocate(const Request &request, void **out) {
  Allocation allocation{.bytes = request.bytes,
                        .kind = request.kind,
                        .device = request.device,
                        .flags = request.flags,
                        .name = request.name,
                        .caller = request.caller,
                        .pool = request.pool,
                        .of_graph = request.of_graph,
                        .context = request.context};
  std::unique_lock lock(mutex_);
  std::size_t &in_use = in_use_[static_cast<std::size_t>(request.device)];
  // A request for more pinned memory than the machine has must fail as well.
  std::size_t taken = countsAgainstCapacity(allocation) ? in_use : 0;
  if (request.bytes > capacity_ - taken)
    return Status::kOutOfMemory;
  if (request.pool && !request.pool->take(request.bytes))
    return Status::kOutOfMemory;
  allocation.block = heap_.allocate(request.bytes, request.alignment);
  allocation.base = allocation.block.base;
  if (!allocation.base) {
    if (request.pool) {
      request.pool->endUse(request.bytes);
      request.pool->giveBack();
    }
    return Status::kOutOfMemory;
  }
  if (checks().poison && request.kind != MemoryKind::kVariable)
    std::memset(allocation.base, kPoisonByte, request.bytes);
  // What the host sees it may write, and nobody would know.
  if (request.kind == MemoryKind::kDevice)
    check::poison(allocation.base, request.bytes);
  if (request.kind == MemoryKind::kManaged || request.kind == MemoryKind::kPinned)
    check::addMemoryOfHost(allocation.base, request.bytes);
  if (countsAgainstCapacity(allocation))
    in_use += request.bytes;
  allocations_.emplace(addressOf(allocation.base), allocation);
  version_.fetch_add(1, std::memory_order_release);
  *out = allocation.base;
  return Status::kSuccess;
}

Status MemoryRegistry::adopt(MemoryKind kind, int device, void *base, std::size_t bytes, unsigned flags) {
  std::uintptr_t begin = addressOf(base);
  if (bytes > UINTPTR_MAX - begin)
    return Status::kInvalidValue;
  std::unique_lock lock(mutex_);
  auto next = allocations_.lower_bound(begin);
  bool overlaps_next = next != allocations_.end() && next->first < begin + bytes;
  if (overlaps_next || locate(base) != allocations_.end())
    return Status::kAlreadyRegistered;
  allocations_.emplace(begin, Allocation{.base = static_cast<std::byte *>(base),
                                         .bytes = bytes,
                                         .kind = kind,
                                         .device = device,
                                         .flags = flags,
                                         .owned = false});
  version_.fetch_add(1, std::memory_order_release);
  return Status::kSuccess;
}

// ---- Memory that others make.

bool MemoryRegistry::take(int device, std::size_t bytes) {
  std::unique_lock lock(mutex_);
  std::size_t &in_use = in_use_[static_cast<std::size_t>(device)];
  if (bytes > capacity_ - in_use)
    return false;
  in_use += bytes;
  return true;
}

void MemoryRegistry::giveBack(int device, std::size_t bytes) {
  std::unique_lock lock(mutex_);
  in_use_[static_cast<std::size_t>(device)] -= bytes;
}

void MemoryRegistry::addMapping(const Allocation &mapping) {
  std::unique_lock lock(mutex_);
  allocations_.emplace(addressOf(mapping.base), mapping);
  version_.fetch_add(1, std::memory_order_release);
}

void MemoryRegistry::removeMapping(const void *base) {
  std::unique_lock lock(mutex_);
  allocations_.erase(addressOf(base));
  version_.fetch_add(1, std::memory_order_release);
}

void MemoryRegistry::setAccess(const void *base, unsigned access) {
  std::unique_lock lock(mutex_);
  if (const auto known = allocations_.find(addressOf(base)); known != allocations_.end())
    known->second.access = access;
  version_.fetch_add(1, std::memory_order_release);
}

std::optional<MemoryRegistry::Shared> MemoryRegistry::share(const void *address) {
  std::unique_lock lock(mutex_);
  const auto position = locate(address);
  if (position == allocations_.end() || position->second.kind != MemoryKind::kDevice ||
      !position->second.owned)
    return std::nullopt;
  const auto place = heap_.share(position->second.block);
  return place ? std::optional(Shared{*place, position->second.bytes, position->second.device})
               : std::nullopt;
}

// ---- What is known.

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

std::optional<Allocation> MemoryRegistry::findWithEnd(const void *address) const {
  std::shared_lock lock(mutex_);
  auto next = allocations_.upper_bound(addressOf(address));
  if (next == allocations_.begin())
    return std::nullopt;
  const auto position = std::prev(next);
  const auto &[begin, allocation] = *position;
  return addressOf(address) - begin <= allocation.bytes ? std::optional(withNeighbours(position))
                                                        : std::nullopt;
}

// Mappings that follow each other in one reservation are one array to kernels, as far as devices may access them. Call with the
// lock held.
Allocation MemoryRegistry::withNeighbours(Map::const_iterator position) const {
  const auto goesOn = [](const Allocation &before, const Allocation &after) {
    return before.reserved != 0 && before.reserved == after.reserved &&
           before.base + before.bytes == after.base && before.access != PoolAccess::kNone &&
           after.access != PoolAccess::kNone;
  };
  Allocation whole = position->second;
  for (auto first = position; first != allocations_.begin(); --first) {
    const Allocation &before = std::prev(first)->second;
    if (!goesOn(before, first->second))
      break;
    whole.base = before.base;
    whole.bytes += before.bytes;
  }
  for (auto last = position, next = std::next(last);
       next != allocations_.end() && goesOn(last->second, next->second); last = next++)
    whole.bytes += next->second.bytes;
  return whole;
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
  if (position->second.pool)
    position->second.pool->endUse(position->second.bytes);
  return true;
}

// Call with the lock held exclusively.
void MemoryRegistry::erase(Map::iterator position, std::uintptr_t caller, std::vector<Overrun> &overruns) {
  Allocation &allocation = position->second;
  if (countsAgainstCapacity(allocation))
    in_use_[static_cast<std::size_t>(allocation.device)] -= allocation.bytes;
  if (allocation.pool) {
    if (!allocation.releasing)
      allocation.pool->endUse(allocation.bytes);
    allocation.pool->giveBack();
  }
  if (allocation.owned) {
    check::removeMemoryOfHost(allocation.base);
    if (allocation.isDeviceOnly() || allocation.kind == MemoryKind::kManaged)
      check::noteWritten(allocation.base, allocation.bytes);
    look(allocation, overruns);
    if (allocation.told)
      mendMargins(allocation.block);
    allocation.freed_by = caller;
    // It may be held back before it is released.
    heap_.endSharing(allocation.block);
    ++frees_;
    freed_.add(allocation, overruns);
  }
  allocations_.erase(position);
  version_.fetch_add(1, std::memory_order_release);
}

// What was written over is told, and so is what else the same kernel has written after it, where nothing is.
void MemoryRegistry::mendMargins(const backend::HeapBlock &block) {
  fillMargin(block.frontMargin().data(), block.frontMargin().size());
  fillMargin(block.rearMargin().data(), block.rearMargin().size());
  heap_.takeStrayWrites();
}

bool MemoryRegistry::release(const void *base, std::uintptr_t caller, std::vector<Overrun> &overruns) {
  std::unique_lock lock(mutex_);
  auto position = allocations_.find(addressOf(base));
  if (position == allocations_.end())
    return false;
  erase(position, caller, overruns);
  return true;
}

void MemoryRegistry::releaseAll(int device, std::vector<Overrun> &overruns) {
  std::unique_lock lock(mutex_);
  for (auto position = allocations_.begin(); position != allocations_.end();) {
    auto current = position++;
    const Allocation &allocation = current->second;
    bool is_managed_variable = allocation.kind == MemoryKind::kManaged && !allocation.owned;
    if (allocation.device == device && !is_managed_variable && !allocation.is_mapped)
      erase(current, 0, overruns);
  }
}

void MemoryRegistry::releaseContext(std::uint64_t context, std::vector<Overrun> &overruns) {
  std::unique_lock lock(mutex_);
  for (auto position = allocations_.begin(); position != allocations_.end();) {
    auto current = position++;
    if (current->second.context == context)
      erase(current, 0, overruns);
  }
}

// ---- What is beside them.

void MemoryRegistry::look(Allocation &allocation, std::vector<Overrun> &overruns) {
  if (!allocation.owned || allocation.told)
    return;
  const std::span<std::byte> front = allocation.block.frontMargin(), rear = allocation.block.rearMargin();
  Overrun overrun{.front = findDamage(front.data(), front.size()),
                  .rear = findDamage(rear.data(), rear.size())};
  if (!overrun.front && !overrun.rear)
    return;
  allocation.told = true;
  overrun.allocation = allocation;
  overruns.push_back(overrun);
}

std::vector<Overrun> MemoryRegistry::takeOverruns() {
  std::vector<Overrun> overruns;
  std::unique_lock lock(mutex_);
  for (auto &[base, allocation] : allocations_)
    look(allocation, overruns);
  freed_.look(overruns);
  for (std::byte *stray : heap_.takeStrayWrites())
    if (Allocation *near = nearestOfAll(addressOf(stray)); near && !near->told) {
      near->told = true;
      overruns.push_back({.allocation = *near, .stray = addressOf(stray)});
    }
  return overruns;
}

// Call with the lock held.
MemoryRegistry::Map::iterator MemoryRegistry::nearestTo(std::uintptr_t address, std::size_t reach) {
  const auto next = allocations_.upper_bound(address);
  auto best = allocations_.end();
  std::size_t best_distance = reach + 1;
  auto consider = [&](Map::iterator candidate) {
    if (const std::size_t its = distance(address, candidate->second); its < best_distance) {
      best = candidate;
      best_distance = its;
    }
  };
  if (next != allocations_.begin())
    consider(std::prev(next));
  if (next != allocations_.end())
    consider(next);
  return best;
}

// The nearest of those that are there and those that were freed lately. Call with the lock held.
Allocation *MemoryRegistry::nearestOfAll(std::uintptr_t address) {
  const auto present = nearestTo(address, SIZE_MAX - 1);
  Allocation *const freed = freed_.nearest(address);
  if (present == allocations_.end())
    return freed;
  return freed && distance(address, *freed) < distance(address, present->second) ? freed : &present->second;
}

bool MemoryRegistry::pass(std::uintptr_t address, std::uintptr_t pc, bool write, const char *kernel) {
  std::unique_lock lock(mutex_);
  const auto position = nearestTo(address, backend::Memory::kLenientBytes);
  if (position == allocations_.end() || !position->second.owned || distance(address, position->second) == 0)
    return false;
  if (!heap_.makeAccessible(address))
    return false;
  Allocation &allocation = position->second;
  if (!allocation.told && passed_.size() < kMostPassed)
    passed_.push_back({allocation, address, pc, write, kernel});
  allocation.told = true;
  return true;
}

std::vector<PassedAccess> MemoryRegistry::takePassedAccesses() {
  std::vector<PassedAccess> taken;
  std::unique_lock lock(mutex_);
  if (!passed_.empty()) {
    taken = passed_;
    passed_.clear();
  }
  return taken;
}

std::optional<MemoryRegistry::Neighbour> MemoryRegistry::nearest(std::uintptr_t address) const {
  // Farther than guards go: an index that was multiplied once too often leads far.
  constexpr std::size_t kReach = std::size_t{1} << 30;
  std::shared_lock lock(mutex_);
  std::optional<Neighbour> best;
  std::size_t best_distance = kReach + 1;
  auto consider = [&](const Allocation &allocation, bool freed) {
    if (const std::size_t its = distance(address, allocation); its < best_distance) {
      best = {allocation, freed};
      best_distance = its;
    }
  };
  const auto next = allocations_.upper_bound(address);
  if (next != allocations_.begin())
    consider(std::prev(next)->second, false);
  if (next != allocations_.end())
    consider(next->second, false);
  // The latest of those that were there counts, and only for what lay in it.
  if (const Allocation *const freed = best_distance != 0 ? freed_.find(address) : nullptr)
    consider(*freed, true);
  return best;
}

std::optional<MemoryRegistry::Neighbour> MemoryRegistry::guardedNow(std::uintptr_t address) {
  const std::shared_lock lock(mutex_, std::try_to_lock);
  if (!lock)
    return std::nullopt;
  if (const Allocation *const freed = freed_.find(address))
    return Neighbour{*freed, true};
  const auto nearest = nearestTo(address, SIZE_MAX - 1);
  if (nearest == allocations_.end() || !nearest->second.owned)
    return std::nullopt;
  const Allocation &allocation = nearest->second;
  return distance(address, allocation) <= heap_.guardBytes(allocation.block)
             ? std::optional(Neighbour{allocation, false})
             : std::nullopt;
}

std::optional<Allocation> MemoryRegistry::findFreed(const void *address) const {
  std::shared_lock lock(mutex_);
  if (locate(address) != allocations_.end())
    return std::nullopt;
  const Allocation *const freed = freed_.find(addressOf(address));
  return freed ? std::optional(*freed) : std::nullopt;
}

// ---- What copies may do.

Status MemoryRegistry::check(const void *address, std::size_t bytes, Side side, bool *is_known) const {
  if (!address)
    return Status::kInvalidValue;
  std::shared_lock lock(mutex_);
  auto position = locate(address);
  if (is_known)
    *is_known = position != allocations_.end();
  if (position == allocations_.end())
    return side == Side::kDevice ? Status::kInvalidValue : Status::kSuccess;
  const Allocation &allocation = position->second;
  if (side == Side::kHost && allocation.isDeviceOnly())
    return Status::kInvalidValue;
  if (allocation.is_mapped)
    return checkMapped(position, addressOf(address) + bytes);
  std::size_t offset = addressOf(address) - position->first;
  // The program may know more about its own memory than the part that it registered.
  if (bytes > allocation.bytes - offset && allocation.kind != MemoryKind::kRegistered)
    return Status::kInvalidValue;
  return Status::kSuccess;
}

// Mappings that follow each other are one piece of memory to a program. Call with the lock held.
Status MemoryRegistry::checkMapped(Map::const_iterator position, std::uintptr_t end) const {
  std::uintptr_t reached = position->first;
  for (; reached < end; ++position) {
    if (position == allocations_.end() || position->first != reached || !position->second.is_mapped ||
        position->second.access == PoolAccess::kNone)
      return Status::kInvalidValue;
    reached += position->second.bytes;
  }
  return Status::kSuccess;
}

std::size_t MemoryRegistry::bytesInUse(int device) const {
  std::shared_lock lock(mutex_);
  return in_use_[static_cast<std::size_t>(device)];
}

} // namespace raddle::host
