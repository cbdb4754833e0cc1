// What those who read PTX learn of a unit's variables.
#ifndef RADDLE_DRIVER_DEVICE_VARIABLE_LIST_H
#define RADDLE_DRIVER_DEVICE_VARIABLE_LIST_H

#include "base/result.h"

#include <filesystem>
#include <string>

namespace raddle::driver {

/// The variables of a unit that a program can ask for by name, as abi::PayloadKind::kVariables has them.
Result<std::string> listVariables(const std::filesystem::path &bitcode);

} // namespace raddle::driver

#endif
