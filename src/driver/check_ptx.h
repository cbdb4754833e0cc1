// Inline PTX that Raddle does not understand is an error when a program is compiled, not when it is launched.
#ifndef RADDLE_DRIVER_CHECK_PTX_H
#define RADDLE_DRIVER_CHECK_PTX_H

#include "base/result.h"

#include <filesystem>

namespace raddle::driver {

/// Translates the asm statements in the bitcode of a device pass and throws the result away. Gives one line
/// "k.cu:3:10: error: asm: ..." for each that cannot be translated; "" when all can.
Result<std::string> checkInlinePtx(const std::filesystem::path &bitcode);

} // namespace raddle::driver

#endif
