// PTX text as a source file.
#ifndef RADDLE_DRIVER_DEVICE_PTX_MODULE_H
#define RADDLE_DRIVER_DEVICE_PTX_MODULE_H

#include "base/result.h"

#include <filesystem>

namespace raddle::driver {

/// Writes the bitcode of a module of PTX. The error has a line for each problem, "k.ptx:3: error: ...".
Result<bool> translatePtxModule(const std::filesystem::path &text,
                                const std::filesystem::path &device_library,
                                const std::filesystem::path &bitcode);

} // namespace raddle::driver

#endif
