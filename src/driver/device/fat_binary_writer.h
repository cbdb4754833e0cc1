// Reading and writing files, and the container that is written into them.
#ifndef RADDLE_DRIVER_DEVICE_FAT_BINARY_WRITER_H
#define RADDLE_DRIVER_DEVICE_FAT_BINARY_WRITER_H

#include "base/container.h"
#include "base/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace raddle::driver {

using raddle::makeFatBinary;
using raddle::Payload;

Result<std::vector<char>> readFile(const std::filesystem::path &path);
/// An error, or nothing when the file was written.
std::optional<Error> writeFile(const std::filesystem::path &path, std::span<const char> bytes);

} // namespace raddle::driver

#endif
