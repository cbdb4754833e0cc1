// Include this instead of the ABI header where its functions are implemented: it makes them visible to
// kernels, although everything else in libraddle.so is hidden.
#ifndef RADDLE_ABI_KERNEL_EXPORTS_H
#define RADDLE_ABI_KERNEL_EXPORTS_H

#include "abi/kernel_abi.h"

#include <cstdint>

#define RADDLE_EXPORT extern "C" __attribute__((visibility("default")))

/// The return address of the exported function itself: the place in the kernel that called it.
#define RADDLE_CALL_SITE reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))

#endif
