#include "tools/check/output.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>

namespace raddle::tools::check {

std::optional<Error> checkOutput(const std::string &file) {
  if (file.empty() || file == "-")
    return std::nullopt;
  const bool was_there = std::filesystem::exists(file);
  std::ofstream stream(file, std::ios::app);
  if (!stream)
    return Error{fmt::format("cannot write {}: {}", file, std::strerror(errno))};
  stream.close();
  std::error_code failed;
  if (!was_there)
    std::filesystem::remove(file, failed);
  return std::nullopt;
}

std::optional<Error> writeOutput(const std::string &file, const std::string &text) {
  if (file == "-") {
    std::fwrite(text.data(), 1, text.size(), stdout);
    return std::nullopt;
  }
  std::ofstream stream(file, std::ios::binary);
  stream << text;
  stream.close();
  if (!stream)
    return Error{fmt::format("cannot write {}: {}", file, std::strerror(errno))};
  return std::nullopt;
}

} // namespace raddle::tools::check
