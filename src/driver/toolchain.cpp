#include "driver/toolchain.h"

#include "base/environment.h"
#include "base/paths.h"
#include "base/process.h"

#include <unistd.h>
#include <vector>

namespace raddle::driver {

namespace fs = std::filesystem;

namespace {

bool isExecutable(const fs::path &path) {
  std::error_code failed;
  return fs::is_regular_file(path, failed) && access(path.c_str(), X_OK) == 0;
}

fs::path findClang() {
  if (auto chosen = environment("RADDLE_CLANG"))
    return isExecutable(*chosen) ? fs::path(*chosen) : fs::path();
  std::vector<fs::path> candidates{RADDLE_BUILD_CLANG};
  std::string path = environment("PATH").value_or("");
  for (size_t begin = 0; begin <= path.size();) {
    size_t end = std::min(path.find(':', begin), path.size());
    candidates.push_back(fs::path(path.substr(begin, end - begin)) / "clang++-19");
    begin = end + 1;
  }
  candidates.push_back("/usr/lib/llvm-19/bin/clang++");
  for (const fs::path &candidate : candidates)
    if (isExecutable(candidate))
      return candidate;
  return {};
}

// Clang's own headers lie at a fixed place relative to its binary; asking it costs a process.
fs::path findBuiltinInclude(const fs::path &clang) {
  std::error_code failed;
  fs::path prefix = fs::canonical(clang, failed).parent_path().parent_path();
  fs::path include = prefix / "lib" / "clang" / "19" / "include";
  if (fs::exists(include / "cuda_wrappers", failed))
    return include;
  auto answer = runProcess({clang, "-print-resource-dir"});
  if (!answer || answer->exit_code != 0)
    return {};
  std::string folder = answer->output.substr(0, answer->output.find('\n'));
  include = fs::path(folder) / "include";
  return fs::exists(include / "cuda_wrappers", failed) ? include : fs::path();
}

}  // namespace

Result<Toolchain> findToolchain() {
  Toolchain toolchain;
  toolchain.clang = findClang();
  if (toolchain.clang.empty())
    return Error{"clang++-19 not found; install the Debian package clang-19"};
  toolchain.builtin_include = findBuiltinInclude(toolchain.clang);
  if (toolchain.builtin_include.empty())
    return Error{"the headers of clang 19 are not found beside " + toolchain.clang.string() +
                 "; install the Debian package libclang-common-19-dev"};
  const fs::path &prefix = installPrefix();
  toolchain.include = prefix / "include" / "raddle";
  toolchain.library = prefix / "lib";
  toolchain.no_cuda = prefix / "libexec" / "raddle" / "no-cuda";
  std::error_code failed;
  if (!fs::exists(toolchain.include / "cuda_runtime.h", failed))
    return Error{"the installation is incomplete: no cuda_runtime.h in " + toolchain.include.string()};
  return toolchain;
}

bool holdsForeignToolkit(const fs::path &folder, const Toolchain &toolchain) {
  std::error_code failed;
  return fs::exists(folder / "cuda_runtime.h", failed) &&
         fs::exists(folder / "crt" / "host_config.h", failed) &&
         !fs::equivalent(folder, toolchain.include, failed);
}

fs::path findArchiver(const Toolchain &toolchain) {
  std::error_code failed;
  fs::path beside = fs::canonical(toolchain.clang, failed).parent_path() / "llvm-ar";
  return isExecutable(beside) ? beside : fs::path("ar");
}

}  // namespace raddle::driver
