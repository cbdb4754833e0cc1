#include "host/requests/sharing.h"

#include "host/memory/explanations.h"
#include "host/stream/shared_event.h"

#include <cstring>
#include <optional>
#include <utility>

#include <unistd.h>

namespace raddle::host {

namespace {

// So that a handle is not taken for one of another kind.
enum class Kind : std::uint64_t { kMemory = 0x5261'6464'6c65'0001, kEvent, kPointer };

struct Contents {
  Kind kind;
  PieceName piece;
  std::uint64_t pool; // the number of its file
};
static_assert(sizeof(Contents) <= sizeof(SharingHandle));

void write(const Contents &contents, SharingHandle *handle) {
  *handle = {};
  std::memcpy(handle->data(), &contents, sizeof contents);
}

std::optional<Contents> read(const SharingHandle &handle, Kind kind) {
  Contents contents = {};
  std::memcpy(&contents, handle.data(), sizeof contents);
  return contents.kind == kind ? std::optional(contents) : std::nullopt;
}

// Threads that write to it meanwhile wait.
Status nameOf(const Context &context, const void *address, PieceName *name) {
  for (const auto &device : context.process.devices)
    context.scheduler().waitDevice(device->id());
  if (Status fault = context.faultAfterWaiting())
    return fault;
  return context.process.imported_memory.name(address, name);
}

} // namespace

Status shareMemory(const Context &context, const void *address, SharingHandle *handle) {
  const std::optional<Allocation> allocation = context.memory().find(address);
  if (!allocation || allocation->pool)
    return Status::kInvalidValue;
  Contents contents{Kind::kMemory, {}, 0};
  if (Status status = nameOf(context, address, &contents.piece))
    return status;
  write(contents, handle);
  return Status::kSuccess;
}

Status openMemory(const Context &context, std::uintptr_t caller, const SharingHandle &handle, void **out) {
  const std::optional<Contents> contents = read(handle, Kind::kMemory);
  if (!contents)
    return Status::kInvalidValue;
  return context.process.imported_memory.open(contents->piece, context.device.id(), caller,
                                              ImportedMemory::EndsBy::kClose, out);
}

Status closeMemory(const Context &context, const void *address) {
  context.scheduler().waitDevice(context.device.id());
  if (Status fault = context.faultAfterWaiting())
    return fault;
  return context.process.imported_memory.close(address, ImportedMemory::EndsBy::kClose)
             ? Status::kSuccess
             : Status::kInvalidValue;
}

std::shared_ptr<Event> createSharedEvent(const Context &context) {
  std::shared_ptr<SharedEvent> shared = SharedEvent::make();
  return shared ? context.streams().createEvent(context.device.id(), false, std::move(shared)) : nullptr;
}

Status shareEvent(const Event &event, SharingHandle *handle) {
  if (!event.shared)
    return Status::kInvalidHandle;
  write({Kind::kEvent, {event.shared->name(), 0, 0, event.device}, 0}, handle);
  return Status::kSuccess;
}

Status openEvent(const Context &context, const SharingHandle &handle, std::shared_ptr<Event> *event) {
  const std::optional<Contents> contents = read(handle, Kind::kEvent);
  if (!contents)
    return Status::kInvalidValue;
  const SharedPages::Name &name = contents->piece.pages;
  if (name.process == getpid())
    return Status::kWrongProcess;
  std::shared_ptr<SharedEvent> shared = SharedEvent::named(name);
  if (!shared) {
    explainAbsence("event", name.process);
    return Status::kInvalidHandle;
  }
  *event = context.streams().createEvent(context.device.id(), false, std::move(shared));
  return Status::kSuccess;
}

MemoryPool *createPool(const Context &context, int device, std::size_t most_bytes, bool shareable) {
  if (!shareable)
    return &context.process.pools.make(device, most_bytes);
  std::shared_ptr<SharedPages> identity = SharedPages::make(1);
  return identity ? &context.process.pools.make(device, most_bytes, std::move(identity)) : nullptr;
}

Status sharePool(const MemoryPool &pool, int *descriptor) {
  const std::shared_ptr<SharedPages> identity = pool.identity();
  if (!identity || pool.isImported())
    return Status::kInvalidValue;
  const int copy = identity->duplicate();
  if (copy < 0)
    return Status::kOutOfMemory;
  *descriptor = copy;
  return Status::kSuccess;
}

Status openPool(const Context &context, int descriptor, MemoryPool **pool) {
  std::shared_ptr<SharedPages> identity = SharedPages::of(descriptor);
  if (!identity)
    return Status::kInvalidValue;
  *pool = &context.process.pools.import(context.device.id(), std::move(identity));
  return Status::kSuccess;
}

Status sharePointer(const Context &context, const void *address, SharingHandle *handle) {
  const std::optional<Allocation> allocation = context.memory().find(address);
  if (!allocation || !allocation->pool || !allocation->pool->identity())
    return Status::kInvalidValue;
  Contents contents{Kind::kPointer, {}, allocation->pool->identity()->name().file};
  if (Status status = nameOf(context, address, &contents.piece))
    return status;
  write(contents, handle);
  return Status::kSuccess;
}

Status openPointer(const Context &context, std::uintptr_t caller, const MemoryPool &pool,
                   const SharingHandle &handle, void **out) {
  const std::optional<Contents> contents = read(handle, Kind::kPointer);
  if (!contents || !pool.isImported() || pool.identity()->name().file != contents->pool)
    return Status::kInvalidValue;
  return context.process.imported_memory.open(contents->piece, pool.device(), caller,
                                              ImportedMemory::EndsBy::kFree, out);
}

} // namespace raddle::host
