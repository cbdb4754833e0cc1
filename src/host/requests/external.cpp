#include "host/requests/external.h"

#include "host/requests/capture.h"
#include "machine/shared_pages.h"

#include <utility>

#include <unistd.h>

namespace raddle::host {

Status importMemory(const Context &context, int descriptor, std::size_t bytes, const void **handle) {
  std::shared_ptr<SharedPages> pages = SharedPages::of(descriptor);
  if (!pages || bytes == 0 || bytes > pages->bytes())
    return Status::kInvalidValue;
  close(descriptor);
  *handle = context.process.external_memory.add(std::move(pages));
  return Status::kSuccess;
}

Status mapMemory(const Context &context, std::uintptr_t caller, const void *handle, std::size_t offset,
                 std::size_t bytes, void **out) {
  const std::shared_ptr<SharedPages> pages = context.process.external_memory.find(handle);
  return pages ? context.process.imported_memory.map(*pages, offset, bytes, context.device.id(), caller, out)
               : Status::kInvalidHandle;
}

Status destroyMemory(const Context &context, const void *handle) {
  return context.process.external_memory.remove(handle) ? Status::kSuccess : Status::kInvalidHandle;
}

Status importSemaphore(const Context &context, ExternalSemaphore::Kind kind, int descriptor,
                       const void **handle) {
  std::shared_ptr<ExternalSemaphore> semaphore = ExternalSemaphore::take(kind, descriptor);
  if (!semaphore)
    return Status::kInvalidValue;
  *handle = context.process.external_semaphores.add(std::move(semaphore));
  return Status::kSuccess;
}

std::shared_ptr<ExternalSemaphore> findSemaphore(const Context &context, const void *handle) {
  return context.process.external_semaphores.find(handle);
}

bool destroySemaphore(const Context &context, const void *handle) {
  return context.process.external_semaphores.remove(handle);
}

std::shared_ptr<Operation> operationOf(const SignalWork &work) {
  auto signal = TaskOperation::make(Operation::Kind::kTask);
  signal->task = [uses = work.uses](Status) {
    for (const SemaphoreUse &use : uses)
      use.semaphore->signal(use.value);
  };
  return signal;
}

std::shared_ptr<Operation> operationOf(const AwaitWork &work) {
  // One after the other, since a binary one is taken only once.
  return TaskOperation::makeWait([left = work.uses]() mutable {
    while (!left.empty() && left.back().semaphore->tryWait(left.back().value))
      left.pop_back();
    return left.empty();
  });
}

template <typename Work> static Status use(const Context &context, Stream &stream, Work work) {
  if (const std::optional<Status> status =
          captured(context, stream, [&] { return addToCapture(context, stream, std::move(work)); }))
    return *status;
  context.scheduler().enqueue(stream, operationOf(work));
  return Status::kSuccess;
}

Status useSemaphores(const Context &context, Stream &stream, SignalWork work) {
  return use(context, stream, std::move(work));
}

Status useSemaphores(const Context &context, Stream &stream, AwaitWork work) {
  return use(context, stream, std::move(work));
}

} // namespace raddle::host
