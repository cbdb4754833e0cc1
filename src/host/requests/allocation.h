// Allocating and freeing memory for programs.
#ifndef RADDLE_HOST_REQUESTS_ALLOCATION_H
#define RADDLE_HOST_REQUESTS_ALLOCATION_H

#include "host/process/process.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace raddle::host {

/// Memory of the context's device, for the call that returns to `caller` in the program; null for no bytes. kInvalidValue: no
/// `out`. Else as MemoryRegistry::allocate.
Status allocate(const Context &context, std::uintptr_t caller, MemoryKind kind, std::size_t bytes,
                unsigned flags, void **out);

/// The same in the order of a stream: the memory is there at once, which is earlier than promised. Where the stream captures, a
/// node of its graph allocates it.
Status allocateInStream(const Context &context, Stream &stream, std::uintptr_t caller, MemoryPool &pool,
                        std::size_t bytes, void **out);

/// For a node of a graph: freed when nothing has the result any more. kOutOfMemory, kInvalidValue: no bytes.
Status allocateForGraph(const Context &context, std::uintptr_t caller, int device, std::size_t bytes,
                        std::shared_ptr<void> *out);

/// What a call frees: arrays of devices and managed ones, pinned memory, or memory that was the program's before.
enum class Releases { kArrays, kPinned, kRegistered };

/// Waits for the work of the device that owns the memory, since it may use it, and frees it. kInvalidValue: it is no such
/// memory. The fault of a kernel, or kIllegalAddress when something was written beside arrays.
Status release(const Context &context, std::uintptr_t caller, void *pointer, Releases releases);

/// Waits for the work of all devices, which may use it, and takes mapped memory (VirtualMemory) from its addresses.
Status unmap(const Context &context, void *address, std::size_t bytes);

/// As release(), when the stream's earlier work has finished, without a wait; null is nothing. Where the stream captures, a node
/// of its graph does it.
Status releaseInStream(const Context &context, Stream &stream, std::uintptr_t caller, void *pointer);

} // namespace raddle::host

#endif
