// Device code of several files becomes one unit: what they refer to in each other is found when they are linked.
#ifndef RADDLE_DRIVER_DEVICE_DEVICE_LINKER_H
#define RADDLE_DRIVER_DEVICE_DEVICE_LINKER_H

#include "base/result.h"

#include <filesystem>
#include <vector>

namespace raddle::driver {

/// Writes the bitcode of a container of raddlecc as a file of its own.
Result<bool> extractBitcode(const std::filesystem::path &container, const std::filesystem::path &bitcode);

/// Links files of bitcode into one. The error says what is defined twice, say.
Result<bool> linkBitcode(const std::vector<std::filesystem::path> &files, const std::filesystem::path &linked);

} // namespace raddle::driver

#endif
