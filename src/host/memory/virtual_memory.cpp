#include "host/memory/virtual_memory.h"

#include "machine/pages.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>
#include <vector>

#include <sys/mman.h>

namespace raddle::host {

namespace {

std::uintptr_t addressOf(const void *pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }
std::byte *pointerTo(std::uintptr_t address) { return reinterpret_cast<std::byte *>(address); }

bool isWhole(std::size_t bytes) { return bytes != 0 && bytes % VirtualMemory::kGranularity == 0; }
bool isRange(std::uintptr_t begin, std::size_t bytes) {
  return isWhole(begin) && isWhole(bytes) && bytes <= UINTPTR_MAX - begin;
}

int protectionOf(unsigned flags) {
  switch (flags) {
  case PoolAccess::kNone:
    return PROT_NONE;
  case PoolAccess::kRead:
    return PROT_READ;
  default:
    return PROT_READ | PROT_WRITE;
  }
}

} // namespace

VirtualMemory::Physical::~Physical() {
  if (counted_in)
    counted_in->giveBack(request.device, request.bytes);
}

// ---- Physical memory.

// Call with the lock held.
VirtualMemory::Handle VirtualMemory::add(std::shared_ptr<Physical> memory) {
  handles_.emplace(next_, Owned{std::move(memory), 1});
  return next_++;
}

// Call with the lock held.
std::shared_ptr<VirtualMemory::Physical> VirtualMemory::find(Handle handle) const {
  const auto found = handles_.find(handle);
  return found == handles_.end() ? nullptr : found->second.memory;
}

Status VirtualMemory::create(const PhysicalRequest &request, Handle *handle) {
  if (!isWhole(request.bytes))
    return Status::kInvalidValue;
  // Memory of the host is no device's, but there is no more of it than the machine has.
  if (request.is_host ? request.bytes > memory_.capacity() : !memory_.take(request.device, request.bytes))
    return Status::kOutOfMemory;
  auto memory = std::make_shared<Physical>(request, nullptr, request.is_host ? nullptr : &memory_);
  memory->pages = SharedPages::make(request.bytes);
  if (!memory->pages)
    return Status::kOutOfMemory;
  std::lock_guard lock(mutex_);
  *handle = add(std::move(memory));
  return Status::kSuccess;
}

Status VirtualMemory::retain(const void *address, Handle *handle) {
  std::lock_guard lock(mutex_);
  const auto mapping = holder(addressOf(address));
  if (mapping == mappings_.end())
    return Status::kInvalidValue;
  const auto known = std::ranges::find_if(
      handles_, [&](const auto &entry) { return entry.second.memory == mapping->second.memory; });
  if (known == handles_.end()) {
    *handle = add(mapping->second.memory);
  } else {
    ++known->second.references;
    *handle = known->first;
  }
  return Status::kSuccess;
}

Status VirtualMemory::release(Handle handle) {
  std::shared_ptr<Physical> released; // its memory goes without the lock
  std::lock_guard lock(mutex_);
  const auto found = handles_.find(handle);
  if (found == handles_.end())
    return Status::kInvalidValue;
  if (--found->second.references == 0) {
    released = std::move(found->second.memory);
    handles_.erase(found);
  }
  return Status::kSuccess;
}

Status VirtualMemory::properties(Handle handle, PhysicalRequest *properties) const {
  std::lock_guard lock(mutex_);
  const std::shared_ptr<Physical> memory = find(handle);
  if (!memory)
    return Status::kInvalidValue;
  *properties = memory->request;
  return Status::kSuccess;
}

Status VirtualMemory::exportDescriptor(Handle handle, int *descriptor) const {
  std::lock_guard lock(mutex_);
  const std::shared_ptr<Physical> memory = find(handle);
  if (!memory || (memory->request.handle_types & kFileDescriptor) == 0)
    return Status::kInvalidValue;
  const int copy = memory->pages->duplicate();
  if (copy < 0)
    return Status::kOutOfMemory;
  *descriptor = copy;
  return Status::kSuccess;
}

Status VirtualMemory::import(int descriptor, int device, Handle *handle) {
  std::shared_ptr<SharedPages> pages = SharedPages::of(descriptor);
  if (!pages || !isWhole(pages->bytes()))
    return Status::kInvalidValue;
  const PhysicalRequest request{pages->bytes(), device, false, kFileDescriptor};
  auto memory = std::make_shared<Physical>(request, std::move(pages), nullptr);
  std::lock_guard lock(mutex_);
  *handle = add(std::move(memory));
  return Status::kSuccess;
}

// ---- Addresses.

Status VirtualMemory::reserve(std::size_t bytes, std::size_t alignment, void *wanted, void **out) {
  if (!isWhole(bytes) || (alignment != 0 && !std::has_single_bit(alignment)))
    return Status::kInvalidValue;
  std::byte *const base =
      reserveAddresses(bytes, std::max(alignment, kGranularity), static_cast<std::byte *>(wanted));
  if (!base)
    return Status::kOutOfMemory;
  std::lock_guard lock(mutex_);
  reservations_.emplace(addressOf(base), bytes);
  *out = base;
  return Status::kSuccess;
}

Status VirtualMemory::free(void *address, std::size_t bytes) {
  std::lock_guard lock(mutex_);
  const auto found = reservations_.find(addressOf(address));
  if (found == reservations_.end() || found->second != bytes)
    return Status::kInvalidValue;
  const auto first = mappings_.lower_bound(addressOf(address));
  if (first != mappings_.end() && first->first < addressOf(address) + bytes)
    return Status::kInvalidValue;
  releaseAddresses(static_cast<std::byte *>(address), bytes);
  reservations_.erase(found);
  return Status::kSuccess;
}

// Call with the lock held.
bool VirtualMemory::isReserved(std::uintptr_t begin, std::size_t bytes) const {
  const auto next = reservations_.upper_bound(begin);
  if (next == reservations_.begin())
    return false;
  const auto [base, size] = *std::prev(next);
  return begin - base < size && bytes <= size - (begin - base);
}

// The mapping that contains the address. Call with the lock held.
VirtualMemory::Mappings::iterator VirtualMemory::holder(std::uintptr_t address) const {
  const auto next = mappings_.upper_bound(address);
  if (next == mappings_.begin())
    return mappings_.end();
  const auto candidate = std::prev(next);
  return address - candidate->first < candidate->second.bytes ? candidate : mappings_.end();
}

// Whether there is nothing in the range that is not mapped; with `whole`, nor a mapping of which it has only a part. Call with
// the lock held.
bool VirtualMemory::isMapped(std::uintptr_t begin, std::size_t bytes, bool whole) const {
  const std::uintptr_t end = begin + bytes;
  auto mapping = holder(begin);
  if (mapping == mappings_.end() || (whole && mapping->first != begin))
    return false;
  std::uintptr_t reached = mapping->first;
  for (; mapping != mappings_.end() && mapping->first == reached && reached < end; ++mapping)
    reached += mapping->second.bytes;
  return whole ? reached == end : reached >= end;
}

Status VirtualMemory::map(void *address, std::size_t bytes, std::size_t offset, Handle handle,
                          std::uintptr_t caller) {
  const std::uintptr_t begin = addressOf(address);
  if (!isRange(begin, bytes) || offset != 0)
    return Status::kInvalidValue;
  std::lock_guard lock(mutex_);
  std::shared_ptr<Physical> memory = find(handle);
  const auto next = mappings_.lower_bound(begin);
  const bool overlaps =
      holder(begin) != mappings_.end() || (next != mappings_.end() && next->first < begin + bytes);
  if (!memory || !isReserved(begin, bytes) || overlaps)
    return Status::kInvalidValue;
  if (bytes > memory->request.bytes)
    return Status::kNotSupported; // as on a GPU
  if (!memory->pages->mapAt(pointerTo(begin), offset, bytes, PROT_NONE))
    return Status::kOutOfMemory;
  const MemoryKind kind = memory->request.is_host ? MemoryKind::kPinned : MemoryKind::kDevice;
  memory_.addMapping({.base = pointerTo(begin),
                      .bytes = bytes,
                      .kind = kind,
                      .device = memory->request.device,
                      .owned = false,
                      .caller = caller,
                      .is_mapped = true,
                      .reserved = std::prev(reservations_.upper_bound(begin))->first,
                      .access = PoolAccess::kNone});
  mappings_.emplace(begin, Mapping{bytes, std::move(memory), {}});
  return Status::kSuccess;
}

// Call with the lock held.
VirtualMemory::Mappings::iterator VirtualMemory::forget(Mappings::iterator mapping) {
  const auto &[begin, mapped] = *mapping;
  memory_.removeMapping(pointerTo(begin));
  clearAddresses(pointerTo(begin), mapped.bytes);
  return mappings_.erase(mapping);
}

Status VirtualMemory::unmap(void *address, std::size_t bytes) {
  const std::uintptr_t begin = addressOf(address);
  if (!isRange(begin, bytes))
    return Status::kInvalidValue;
  std::lock_guard lock(mutex_);
  // Addresses at which nothing is mapped may be unmapped.
  const auto next = mappings_.lower_bound(begin);
  if (holder(begin) == mappings_.end() && (next == mappings_.end() || next->first >= begin + bytes))
    return Status::kSuccess;
  if (!isMapped(begin, bytes, true))
    return Status::kInvalidValue;
  for (auto mapping = mappings_.find(begin); mapping != mappings_.end() && mapping->first < begin + bytes;)
    mapping = forget(mapping);
  return Status::kSuccess;
}

Status VirtualMemory::setAccess(void *address, std::size_t bytes, std::span<const PoolAccess> wanted,
                                int devices) {
  for (const PoolAccess &access : wanted) {
    if (access.flags != PoolAccess::kNone && access.flags != PoolAccess::kRead &&
        access.flags != PoolAccess::kReadWrite)
      return Status::kInvalidValue;
    if (access.is_device && (access.device < 0 || access.device >= devices))
      return Status::kInvalidDevice;
  }
  const std::uintptr_t begin = addressOf(address);
  if (!isRange(begin, bytes))
    return Status::kInvalidValue;
  std::lock_guard lock(mutex_);
  if (!isMapped(begin, bytes, true))
    return Status::kInvalidValue;
  for (auto mapping = mappings_.find(begin); mapping != mappings_.end() && mapping->first < begin + bytes;
       ++mapping) {
    unsigned most = PoolAccess::kNone;
    for (const PoolAccess &access : wanted)
      mapping->second.access[access.is_device ? access.device : kHost] = access.flags;
    for (const auto &[device, flags] : mapping->second.access)
      most = std::max(most, flags);
    if (mprotect(pointerTo(mapping->first), mapping->second.bytes, protectionOf(most)) != 0)
      return Status::kOutOfMemory;
    memory_.setAccess(pointerTo(mapping->first), most);
  }
  return Status::kSuccess;
}

Status VirtualMemory::access(const void *address, int device, unsigned *flags) const {
  std::lock_guard lock(mutex_);
  const auto mapping = holder(addressOf(address));
  if (mapping == mappings_.end())
    return Status::kInvalidValue;
  const auto known = mapping->second.access.find(device);
  *flags = known == mapping->second.access.end() ? PoolAccess::kNone : known->second;
  return Status::kSuccess;
}

void VirtualMemory::reset(int device) {
  std::vector<std::shared_ptr<Physical>> released;
  std::lock_guard lock(mutex_);
  for (auto mapping = mappings_.begin(); mapping != mappings_.end();) {
    if (mapping->second.memory->request.device == device) {
      released.push_back(mapping->second.memory);
      mapping = forget(mapping);
    } else {
      ++mapping;
    }
  }
  std::erase_if(handles_, [&](auto &entry) {
    const bool is_its = entry.second.memory->request.device == device;
    if (is_its)
      released.push_back(std::move(entry.second.memory));
    return is_its;
  });
}

} // namespace raddle::host
