#include "base/paths.h"

#include "base/environment.h"

#include <dlfcn.h>

namespace raddle {

namespace fs = std::filesystem;

namespace {

// The shared library or executable that this code is linked into.
fs::path ownImage() {
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void *>(&ownImage), &info) && info.dli_fname) {
    std::error_code failed;
    fs::path image = info.dli_fname;
    // For the main program the loader only knows argv[0], which need not be a path.
    if (image.filename().string().find(".so") != std::string::npos)
      return fs::canonical(image, failed);
  }
  std::error_code failed;
  return fs::read_symlink("/proc/self/exe", failed);
}

fs::path findPrefix() {
  fs::path folder = ownImage().parent_path();
  if (folder.filename() == "raddle" && folder.parent_path().filename() == "libexec")
    return folder.parent_path().parent_path();
  return folder.parent_path();
}

} // namespace

const fs::path &installPrefix() {
  // Never destroyed: what a program is told at its end needs it.
  static const auto *const kPrefix = new fs::path(findPrefix());
  return *kPrefix;
}

fs::path kernelCompilerPath() {
  if (auto chosen = environment("RADDLE_KERNELC"))
    return *chosen;
  return installPrefix() / "libexec" / "raddle" / "raddle-kernelc";
}

fs::path cacheDirectory() {
  if (environmentNumber("RADDLE_CACHE", 0, 1, 1) == 0)
    return {};
  if (auto chosen = environment("RADDLE_CACHE_DIR"))
    return *chosen;
  if (auto chosen = environment("XDG_CACHE_HOME"))
    return fs::path(*chosen) / "raddle";
  if (auto home = environment("HOME"))
    return fs::path(*home) / ".cache" / "raddle";
  return {};
}

} // namespace raddle
