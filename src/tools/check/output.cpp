#include "tools/check/output.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <unistd.h>

namespace raddle::tools::check {

namespace {

bool writeAll(const std::string &file, const std::string &text, int &error) {
  std::ofstream stream(file, std::ios::binary);
  stream << text;
  stream.close();
  error = stream ? 0 : errno;
  return error == 0;
}

// Where what a program has run for is kept if it cannot be where it was wanted; "": nowhere.
std::string keepElsewhere(const std::filesystem::path &wanted, const std::string &text) {
  std::error_code failed;
  const std::string extension = wanted.extension();
  std::string file = std::filesystem::temp_directory_path(failed) / ("raddle-XXXXXX" + extension);
  const int descriptor = failed ? -1 : mkstemps(file.data(), static_cast<int>(extension.size()));
  if (descriptor < 0)
    return "";
  close(descriptor);
  int error = 0;
  if (writeAll(file, text, error))
    return file;
  std::filesystem::remove(file, failed);
  return "";
}

} // namespace

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
  int error = 0;
  if (writeAll(file, text, error))
    return std::nullopt;
  const std::string kept = keepElsewhere(file, text);
  return Error{fmt::format("cannot write {}: {}{}", file, std::strerror(error),
                           kept.empty() ? "" : fmt::format("; it is in {}", kept))};
}

} // namespace raddle::tools::check
