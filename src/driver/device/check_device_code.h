// What cannot run, though clang takes it, is told when a program is compiled, not when it is launched.
#ifndef RADDLE_DRIVER_DEVICE_CHECK_DEVICE_CODE_H
#define RADDLE_DRIVER_DEVICE_CHECK_DEVICE_CODE_H

#include "base/result.h"

#include <filesystem>
#include <string>

namespace raddle::driver {

/// Lines such as "k.cu:3:10: error: asm: ...", each once; "" where there is nothing to say.
struct DeviceCodeFindings {
  std::string errors;
  std::string warnings;
};

/// Looks at the bitcode of a device pass. Errors: asm statements that cannot be translated. Warnings: local variables that
/// are too large, because the optimiser may yet do without them.
Result<DeviceCodeFindings> checkDeviceCode(const std::filesystem::path &bitcode);

} // namespace raddle::driver

#endif
