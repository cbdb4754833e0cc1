#include "driver/device/fat_binary_writer.h"

#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <iterator>

namespace raddle::driver {

Result<std::vector<char>> readFile(const std::filesystem::path &path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  if (!file)
    return Error{fmt::format("cannot read {}: {}", path.string(), std::strerror(errno))};
  return bytes;
}

std::optional<Error> writeFile(const std::filesystem::path &path, std::span<const char> bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file)
    return Error{fmt::format("cannot write {}: {}", path.string(), std::strerror(errno))};
  return std::nullopt;
}

} // namespace raddle::driver
