#include "host/memory/imported_memory.h"

#include "host/memory/explanations.h"
#include "machine/pages.h"

#include <iterator>
#include <optional>

#include <sys/mman.h>
#include <unistd.h>

namespace raddle::host {

Status ImportedMemory::name(const void *address, PieceName *name) {
  const std::optional<MemoryRegistry::Shared> shared = memory_.share(address);
  if (!shared)
    return Status::kInvalidValue;
  *name = {SharedPages::nameOf(shared->place.descriptor), shared->place.offset, shared->bytes,
           shared->device};
  return Status::kSuccess;
}

Status ImportedMemory::open(const PieceName &name, int device, std::uintptr_t caller, EndsBy ends_by,
                            void **out) {
  if (name.pages.process == getpid())
    return Status::kWrongProcess;
  const std::shared_ptr<SharedPages> pages = SharedPages::named(name.pages);
  if (!pages) {
    explainAbsence("memory", name.pages.process);
    return Status::kInvalidHandle;
  }
  const Key key{name.pages.device, name.pages.file, name.offset};
  std::lock_guard lock(mutex_);
  if (const auto known = opened_.find(key); known != opened_.end()) {
    if (mappings_.at(known->second).ends_by != ends_by)
      return Status::kInvalidValue;
    ++mappings_.at(known->second).uses;
    *out = const_cast<void *>(known->second);
    return Status::kSuccess;
  }
  if (Status status = add(*pages, name.offset, name.bytes, device, caller, ends_by, key, out))
    return status;
  opened_.emplace(key, *out);
  return Status::kSuccess;
}

Status ImportedMemory::map(const SharedPages &pages, std::size_t offset, std::size_t bytes, int device,
                           std::uintptr_t caller, void **out) {
  std::lock_guard lock(mutex_);
  return add(pages, offset, bytes, device, caller, EndsBy::kFree, {}, out);
}

// Call with the lock held.
Status ImportedMemory::add(const SharedPages &pages, std::size_t offset, std::size_t bytes, int device,
                           std::uintptr_t caller, EndsBy ends_by, const Key &key, void **out) {
  if (bytes == 0 || offset > pages.bytes() || bytes > pages.bytes() - offset)
    return Status::kInvalidValue;
  const std::size_t before = offset % pageBytes(), whole = roundUp(before + bytes, pageBytes());
  std::byte *const begin = reserveAddresses(whole, pageBytes(), nullptr);
  if (!begin)
    return Status::kOutOfMemory;
  if (!pages.mapAt(begin, offset - before, whole, PROT_READ | PROT_WRITE)) {
    releaseAddresses(begin, whole);
    return Status::kInvalidValue;
  }
  *out = begin + before;
  mappings_.emplace(*out, Mapping{begin, whole, device, ends_by, 1, key});
  memory_.addMapping({.base = begin + before,
                      .bytes = bytes,
                      .kind = MemoryKind::kDevice,
                      .device = device,
                      .owned = false,
                      .caller = caller,
                      .is_mapped = true});
  return Status::kSuccess;
}

// Call with the lock held.
ImportedMemory::Mappings::iterator ImportedMemory::forget(Mappings::iterator mapping) {
  memory_.removeMapping(mapping->first);
  releaseAddresses(mapping->second.begin, mapping->second.bytes);
  opened_.erase(mapping->second.key);
  return mappings_.erase(mapping);
}

bool ImportedMemory::close(const void *address, EndsBy ends_by) {
  std::lock_guard lock(mutex_);
  const auto mapping = mappings_.find(address);
  if (mapping == mappings_.end() || mapping->second.ends_by != ends_by)
    return false;
  if (--mapping->second.uses == 0)
    forget(mapping);
  return true;
}

bool ImportedMemory::has(const void *address, EndsBy ends_by) const {
  std::lock_guard lock(mutex_);
  const auto mapping = mappings_.find(address);
  return mapping != mappings_.end() && mapping->second.ends_by == ends_by;
}

void ImportedMemory::reset(int device) {
  std::lock_guard lock(mutex_);
  for (auto mapping = mappings_.begin(); mapping != mappings_.end();)
    mapping = mapping->second.device == device ? forget(mapping) : std::next(mapping);
}

} // namespace raddle::host
