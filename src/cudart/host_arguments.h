// Kernels that are given memory of the host: as legal here as on a system with HMM, and an illegal address on most GPUs.
#ifndef RADDLE_CUDART_HOST_ARGUMENTS_H
#define RADDLE_CUDART_HOST_ARGUMENTS_H

#include "cudart/launch.h"

#include <atomic>
#include <cstdint>

namespace raddle::cudart {

/// Whether the program has asked if kernels may access pageable memory. Then it knows what it does.
inline std::atomic<bool> knows_of_pageable_access = false;

/// Prints a warning, the first one only, where an argument is a pointer to memory that the program has not from CUDA.
/// `looked_at` counts the kernel's launches: only the first few are looked at, so that launches stay cheap.
void warnOfHostArguments(const Context &context, const RaddleKernel &kernel, const LaunchRequest &request,
                         std::atomic<std::uint8_t> &looked_at);

} // namespace raddle::cudart

#endif
