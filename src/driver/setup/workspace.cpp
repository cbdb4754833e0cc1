#include "driver/setup/workspace.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <utility>

namespace raddle::driver {

namespace fs = std::filesystem;

Result<Workspace> Workspace::temporary() {
  std::error_code failed;
  fs::path base = fs::temp_directory_path(failed);
  if (failed)
    base = "/tmp";
  std::string pattern = base / "raddlecc-XXXXXX";
  if (!mkdtemp(pattern.data()))
    return Error{
        fmt::format("cannot create a temporary folder in {}: {}", base.string(), std::strerror(errno))};
  return Workspace(pattern, true);
}

Result<Workspace> Workspace::kept(const fs::path &folder) {
  std::error_code failed;
  if (!fs::is_directory(folder, failed))
    return Error{fmt::format("--keep-dir: '{}' is not a directory", folder.string())};
  return Workspace(folder, false);
}

Workspace Workspace::imaginary() {
  std::error_code failed;
  fs::path base = fs::temp_directory_path(failed);
  return Workspace(base / "raddlecc", false);
}

Workspace::~Workspace() {
  std::error_code ignored;
  if (remove_)
    fs::remove_all(folder_, ignored);
}

Workspace::Workspace(Workspace &&other) noexcept
    : folder_(std::move(other.folder_)), remove_(std::exchange(other.remove_, false)),
      names_(std::move(other.names_)) {}

fs::path Workspace::file(const fs::path &source, const std::string &suffix) {
  std::string stem = source == "-" ? "stdin" : source.stem().string();
  std::string name = stem + "." + suffix;
  for (int i = 2; !names_.insert(name).second; ++i)
    name = fmt::format("{}-{}.{}", stem, i, suffix);
  return folder_ == "." ? fs::path(name) : folder_ / name;
}

} // namespace raddle::driver
