// What processes have together: memory, events and pools, by handles of 64 bytes or by descriptors of files.
#ifndef RADDLE_HOST_REQUESTS_SHARING_H
#define RADDLE_HOST_REQUESTS_SHARING_H

#include "host/process/process.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace raddle::host {

/// Of both of CUDA's APIs.
using SharingHandle = std::array<std::byte, 64>;

// ---- Arrays of devices. kInvalidValue: it is no such array, or no such handle.

Status shareMemory(const Context &context, const void *address, SharingHandle *handle);
/// As ImportedMemory::open().
Status openMemory(const Context &context, std::uintptr_t caller, const SharingHandle &handle, void **out);
/// Waits for the work of the device, which may use it.
Status closeMemory(const Context &context, const void *address);

// ---- Events that were made to be shared. kInvalidHandle: it was not, or its process has ended or destroyed it.

/// Null when the system has no memory for it.
std::shared_ptr<Event> createSharedEvent(const Context &context);
Status shareEvent(const Event &event, SharingHandle *handle);
Status openEvent(const Context &context, const SharingHandle &handle, std::shared_ptr<Event> *event);

// ---- Pools that were made to be shared, and memory from them. kInvalidValue: they were not.

/// Memory of `device`, of which it holds `most_bytes` at most. Null when the system has no more files.
MemoryPool *createPool(const Context &context, int device, std::size_t most_bytes, bool shareable);
Status sharePool(const MemoryPool &pool, int *descriptor);
/// The descriptor stays the caller's.
Status openPool(const Context &context, int descriptor, MemoryPool **pool);
Status sharePointer(const Context &context, const void *address, SharingHandle *handle);
Status openPointer(const Context &context, std::uintptr_t caller, const MemoryPool &pool,
                   const SharingHandle &handle, void **out);

} // namespace raddle::host

#endif
