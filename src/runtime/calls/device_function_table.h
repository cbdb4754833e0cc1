// Which addresses are device functions, so that a call through a pointer leads to nothing else: a pointer of the host's, or
// the virtual table of an object made there, leads into the program.
#ifndef RADDLE_RUNTIME_CALLS_DEVICE_FUNCTION_TABLE_H
#define RADDLE_RUNTIME_CALLS_DEVICE_FUNCTION_TABLE_H

#include "abi/kernel_abi.h"

#include <span>

namespace raddle::runtime {

/// For good, since code stays loaded. May be called by any thread.
void addDeviceFunctions(std::span<const RaddleFunction> functions);

/// Takes no lock.
bool isDeviceFunction(const void *address);

} // namespace raddle::runtime

#endif
