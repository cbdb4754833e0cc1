// What the runtime knows of kernels before it compiles them.
#ifndef RADDLE_DRIVER_DEVICE_KERNEL_LIST_H
#define RADDLE_DRIVER_DEVICE_KERNEL_LIST_H

#include "base/result.h"

#include <filesystem>
#include <string>

namespace raddle::driver {

/// The kernels of a unit, as abi::PayloadKind::kKernels has them.
Result<std::string> listKernels(const std::filesystem::path &bitcode);

} // namespace raddle::driver

#endif
