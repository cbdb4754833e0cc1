// Kernels that are given memory of the host, which is as legal here as on a system with HMM and an illegal address on most
// GPUs, or memory that was freed.
#ifndef RADDLE_HOST_REQUESTS_POINTER_ARGUMENTS_H
#define RADDLE_HOST_REQUESTS_POINTER_ARGUMENTS_H

#include "host/process/process.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

namespace raddle::host {

/// Whether the program has asked if kernels may access pageable memory. Then it knows what it does.
inline std::atomic<bool> knows_of_pageable_access = false;
inline void noteQuestion(DeviceAttribute attribute) {
  if (attribute == DeviceAttribute::kPageableMemoryAccess ||
      attribute == DeviceAttribute::kPageableMemoryAccessUsesHostPageTables)
    knows_of_pageable_access = true;
}

/// Prints a warning for arguments that are pointers to small arrays that were freed, for texture and surface objects over such
/// arrays, and for the first one that is a pointer to memory that the program has not from CUDA. Looks at the first 1000 launches of each kernel, and those after something
/// was freed, so that launches stay cheap.
/// `arguments`: a pointer to each.
void warnOfPointers(const Context &context, Kernel &kernel, void *const *arguments);

/// How many bytes the arrays have that parameters point to, also from within structures: the most memory that a kernel uses which
/// follows no pointers in memory.
std::uint64_t bytesOfArrays(const Context &context, std::span<const std::byte> parameters);

} // namespace raddle::host

#endif
