// Memory and semaphores of other interfaces: what programs import, and what they do with it in streams.
#ifndef RADDLE_HOST_REQUESTS_EXTERNAL_H
#define RADDLE_HOST_REQUESTS_EXTERNAL_H

#include "host/graph/work.h"
#include "host/process/process.h"
#include "host/stream/external_semaphore.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace raddle::host {

// ---- Memory. A handle that stands for nothing: kInvalidHandle.

/// `bytes` of the memory behind the descriptor, which is no more the caller's. kInvalidValue: it is no memory, or has not so much;
/// the descriptor is still the caller's.
Status importMemory(const Context &context, int descriptor, std::size_t bytes, const void **handle);
/// Memory of the device, until it is freed. kInvalidValue: it is not there.
Status mapMemory(const Context &context, std::uintptr_t caller, const void *handle, std::size_t offset,
                 std::size_t bytes, void **out);
/// What was mapped stays.
Status destroyMemory(const Context &context, const void *handle);

// ---- Semaphores.

/// As ExternalSemaphore::take(). kInvalidValue.
Status importSemaphore(const Context &context, ExternalSemaphore::Kind kind, int descriptor,
                       const void **handle);
/// Null where there is none.
std::shared_ptr<ExternalSemaphore> findSemaphore(const Context &context, const void *handle);
/// Work that uses it goes on. False when there is none.
bool destroySemaphore(const Context &context, const void *handle);

/// Signals all, or waits for all, in the stream's order.
Status useSemaphores(const Context &context, Stream &stream, SignalWork work);
Status useSemaphores(const Context &context, Stream &stream, AwaitWork work);
/// The operations of such work.
std::shared_ptr<Operation> operationOf(const SignalWork &work);
std::shared_ptr<Operation> operationOf(const AwaitWork &work);

} // namespace raddle::host

#endif
