// What a program is told when it ends: which errors it has not looked at, that a launch is not done, and that kernels took
// long because they ran on the thread engine.
#ifndef RADDLE_API_CUDART_ERRORS_AT_EXIT_H
#define RADDLE_API_CUDART_ERRORS_AT_EXIT_H

#include "driver_types.h"
#include "host/requests/launch.h"

#include <string_view>

namespace raddle::cudart {

/// A launch by <<<>>> that ended with `error`; its own return value is dropped by the kernel's stub. `reason` says
/// what was wrong with it, or nothing.
void noteRefusedLaunch(const host::LaunchRequest &request, cudaError_t error, std::string_view reason);

/// The same for the checker, before the call answers.
void explainRefusedLaunch(const host::LaunchRequest &request, std::string_view reason);

/// Prints what kernels have printed, and the warnings. For std::atexit and
/// std::at_quick_exit.
void reportAtExit();

} // namespace raddle::cudart

#endif
