// Writes the container of src/abi/fat_binary.h.
#ifndef RADDLE_DRIVER_DEVICE_FAT_BINARY_WRITER_H
#define RADDLE_DRIVER_DEVICE_FAT_BINARY_WRITER_H

#include "abi/fat_binary.h"
#include "base/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace raddle::driver {

struct Payload {
  abi::PayloadKind kind;
  std::span<const char> bytes;
};

/// The container's bytes: header, entries, payloads at multiples of 16 bytes. `flags` are FatBinaryFlags;
/// `arch` is a compute capability, e.g. 90.
std::vector<char> makeFatBinary(std::span<const Payload> payloads, std::uint32_t arch, std::uint32_t flags);

Result<std::vector<char>> readFile(const std::filesystem::path &path);
/// An error, or nothing when the file was written.
std::optional<Error> writeFile(const std::filesystem::path &path, std::span<const char> bytes);

} // namespace raddle::driver

#endif
