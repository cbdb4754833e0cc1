// What a program is told when it ends because it never asked: that a launch was refused, or is not done.
#ifndef RADDLE_CUDART_AT_EXIT_H
#define RADDLE_CUDART_AT_EXIT_H

#include "driver_types.h"

namespace raddle::cudart {

/// A launch by <<<>>> that ended with `error`; its own return value is dropped by the kernel's stub.
/// `function` is the stub. Nothing is noted after a fault of the device, which was reported.
void noteRefusedLaunch(const void *function, const dim3 &grid, const dim3 &block, cudaError_t error);

/// The calling thread has asked for its last error.
void noteThatErrorWasAsked();

/// Prints what kernels have printed, and the warnings. For std::atexit.
void reportAtExit();

} // namespace raddle::cudart

#endif
