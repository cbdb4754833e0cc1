#include "host/requests/allocation.h"

#include "check/live_objects.h"
#include "host/memory/explanations.h"
#include "host/process/host_thread.h"
#include "host/requests/capture.h"
#include "host/requests/touched_memory.h"
#include "machine/pages.h"

#include <optional>
#include <utility>
#include <vector>

namespace raddle::host {

namespace {

bool isAmong(const Allocation &allocation, Releases releases) {
  switch (releases) {
  case Releases::kArrays:
    return allocation.owned &&
           (allocation.kind == MemoryKind::kDevice || allocation.kind == MemoryKind::kManaged);
  case Releases::kPinned:
    return allocation.kind == MemoryKind::kPinned;
  case Releases::kRegistered:
    return allocation.kind == MemoryKind::kRegistered;
  }
  return false;
}

check::Rule leakOf(MemoryKind kind) {
  switch (kind) {
  case MemoryKind::kManaged:
    return check::Rule::kLeakManaged;
  case MemoryKind::kPinned:
    return check::Rule::kLeakPinned;
  default:
    return check::Rule::kLeakDevice;
  }
}

Status allocateAs(const Context &context, const Request &request, void **out) {
  if (!out)
    return Status::kInvalidValue;
  *out = nullptr;
  if (request.bytes == 0)
    return Status::kSuccess;
  const Status status = context.memory().allocate(request, out);
  // After a reset of the device nobody has said that what was there is gone.
  if (status == Status::kSuccess && request.kind == MemoryKind::kManaged)
    context.process.advice.forget(*out, request.bytes);
  if (status == Status::kSuccess)
    check::forgetTouches(*out, request.bytes);
  if (status == Status::kSuccess)
    check::noteMade(*out, leakOf(request.kind), request.device, request.bytes, request.caller);
  return status;
}

} // namespace

Status allocate(const Context &context, std::uintptr_t caller, MemoryKind kind, std::size_t bytes,
                unsigned flags, void **out) {
  if (Status status = refuseDuringCapture(context))
    return status;
  // Programs take pinned memory for pages of the system (for direct I/O, say).
  const bool has_pages = kind == MemoryKind::kPinned && bytes >= pageBytes();
  return allocateAs(context,
                    {.kind = kind,
                     .device = context.device.id(),
                     .bytes = bytes,
                     .flags = flags,
                     .alignment = has_pages ? pageBytes() : backend::Memory::kAlignment,
                     .caller = caller,
                     .context = currentContext()},
                    out);
}

Status allocateForGraph(const Context &context, std::uintptr_t caller, int device, std::size_t bytes,
                        std::shared_ptr<void> *out) {
  if (bytes == 0)
    return Status::kInvalidValue;
  void *memory = nullptr;
  const Status status = context.memory().allocate({.kind = MemoryKind::kDevice,
                                                   .device = device,
                                                   .bytes = bytes,
                                                   .caller = caller,
                                                   .pool = &context.process.device(device).graphPool(),
                                                   .of_graph = true},
                                                  &memory);
  if (status == Status::kSuccess)
    *out = std::shared_ptr<void>(memory, [&memory_registry = context.memory(),
                                          &scheduler = context.scheduler(), device](void *pointer) {
      // Nobody launches the graph any more, but the last launch may still run.
      scheduler.waitDevice(device);
      // After a reset of the device it may be somebody else's.
      const std::optional<Allocation> known = memory_registry.findBase(pointer);
      if (!known || !known->of_graph)
        return;
      std::vector<Overrun> overruns;
      memory_registry.release(pointer, 0, overruns);
      static_cast<void>(tellOverruns(overruns));
    });
  return status;
}

Status allocateInStream(const Context &context, Stream &stream, std::uintptr_t caller, MemoryPool &pool,
                        std::size_t bytes, void **out) {
  if (!out)
    return Status::kInvalidValue;
  const std::optional<Status> status = captured(context, stream, [&] {
    AllocateWork work{nullptr, bytes};
    if (Status refused = allocateForGraph(context, caller, pool.device(), bytes, &work.memory))
      return refused;
    *out = work.memory.get();
    return addToCapture(context, stream, std::move(work));
  });
  if (status)
    return *status;
  if (pool.isImported())
    return Status::kInvalidValue;
  return allocateAs(
      context,
      {.kind = MemoryKind::kDevice, .device = pool.device(), .bytes = bytes, .caller = caller, .pool = &pool},
      out);
}

// Memory of another process, or another interface.
static Status releaseImported(const Context &context, const Allocation &allocation) {
  context.scheduler().waitDevice(context.device.id());
  if (Status fault = context.faultAfterWaiting())
    return fault;
  if (context.process.imported_memory.close(allocation.base, ImportedMemory::EndsBy::kFree))
    return Status::kSuccess;
  explainFree(context.memory(), allocation.base);
  return Status::kInvalidValue;
}

Status release(const Context &context, std::uintptr_t caller, void *pointer, Releases releases) {
  if (Status status = refuseDuringCapture(context))
    return status;
  std::optional<Allocation> allocation = context.memory().findBase(pointer);
  if (releases == Releases::kArrays && allocation && allocation->is_mapped)
    return releaseImported(context, *allocation);
  if (!allocation || !isAmong(*allocation, releases)) {
    explainFree(context.memory(), pointer);
    return Status::kInvalidValue;
  }
  context.scheduler().waitDevice(context.device.id());
  if (allocation->device != context.device.id())
    context.scheduler().waitDevice(allocation->device);
  if (Status fault = context.faultAfterWaiting())
    return fault;
  if (allocation->of_graph)
    return Status::kSuccess;
  check::noteGone(pointer, caller);
  std::vector<Overrun> overruns;
  if (!context.memory().release(pointer, caller, overruns))
    return Status::kInvalidValue;
  if (allocation->kind == MemoryKind::kManaged)
    context.process.advice.forget(pointer, allocation->bytes);
  const Status status = tellOverruns(overruns);
  const Status others = context.lookForOverruns();
  return status ? status : others;
}

Status unmap(const Context &context, void *address, std::size_t bytes) {
  for (const auto &device : context.process.devices)
    context.scheduler().waitDevice(device->id());
  if (Status fault = context.faultAfterWaiting())
    return fault;
  return context.process.virtual_memory.unmap(address, bytes);
}

Status releaseInStream(const Context &context, Stream &stream, std::uintptr_t caller, void *pointer) {
  if (!pointer)
    return Status::kSuccess;
  if (const std::optional<Status> status =
          captured(context, stream, [&] { return addToCapture(context, stream, FreeWork{pointer}); }))
    return *status;
  const std::optional<Allocation> allocation = context.memory().findBase(pointer);
  if (allocation && allocation->of_graph)
    return Status::kSuccess;
  if (context.process.imported_memory.has(pointer, ImportedMemory::EndsBy::kFree)) {
    context.scheduler().enqueueTask(stream, [&imported = context.process.imported_memory, pointer](Status) {
      imported.close(pointer, ImportedMemory::EndsBy::kFree);
    });
    return Status::kSuccess;
  }
  const bool accepted = allocation && allocation->kind == MemoryKind::kDevice;
  if (!accepted || !context.memory().markReleasing(pointer)) {
    explainFree(context.memory(), pointer);
    return Status::kInvalidValue;
  }
  check::noteGone(pointer, caller);
  context.scheduler().enqueueTask(stream, [&memory = context.memory(), pointer, caller](Status) {
    std::vector<Overrun> overruns;
    memory.release(pointer, caller, overruns);
    static_cast<void>(tellOverruns(overruns));
  }, workOfFree(pointer, allocation->bytes));
  return Status::kSuccess;
}

} // namespace raddle::host
