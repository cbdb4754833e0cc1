// Initial values of __managed__ variables on the host.
//
// Host code uses a managed variable by its name, so its storage is the host pass's shadow of it, which clang
// leaves without the initialiser. A generated header gives it one, by a constructor that runs before all
// others of the program:
//
//   __managed__ int total = 5;        extern "C" char __raddle_managed_0[4] __asm__("total");
//                                     ... copy "\005\000\000\000" into it ...
//
// The same constructor makes the variable known to the runtime as managed memory.
#ifndef RADDLE_DRIVER_DEVICE_MANAGED_VARIABLES_H
#define RADDLE_DRIVER_DEVICE_MANAGED_VARIABLES_H

#include "base/result.h"

#include <filesystem>
#include <string>

namespace raddle::driver {

/// A header for the host pass, from the bitcode of the device pass: "" when it defines no managed variables.
Result<std::string> managedVariablesHeader(const std::filesystem::path &bitcode);

} // namespace raddle::driver

#endif
