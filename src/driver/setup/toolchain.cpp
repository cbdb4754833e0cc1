#include "driver/setup/toolchain.h"

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

// As a shell finds programs; "" when there is none.
fs::path findOnPath(const std::string &name) {
  std::string path = environment("PATH").value_or("");
  for (size_t begin = 0; begin <= path.size();) {
    size_t end = std::min(path.find(':', begin), path.size());
    fs::path candidate = fs::path(path.substr(begin, end - begin)) / name;
    if (isExecutable(candidate))
      return candidate;
    begin = end + 1;
  }
  return {};
}

Result<fs::path> findClang() {
  if (auto chosen = environment("RADDLE_CLANG")) {
    fs::path clang = chosen->find('/') == std::string::npos ? findOnPath(*chosen) : fs::path(*chosen);
    if (isExecutable(clang))
      return clang;
    return Error{"RADDLE_CLANG=" + *chosen +
                 ": no such program; without it, clang++-19 of the Debian package clang-19 is used"};
  }
  for (const fs::path &candidate :
       {fs::path(RADDLE_BUILD_CLANG), findOnPath("clang++-19"), fs::path("/usr/lib/llvm-19/bin/clang++")})
    if (isExecutable(candidate))
      return candidate;
  return Error{"clang++-19 not found; install the Debian package clang-19"};
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

} // namespace

Result<Toolchain> findToolchain() {
  Toolchain toolchain;
  auto clang = findClang();
  if (!clang)
    return clang.error();
  toolchain.clang = *clang;
  toolchain.builtin_include = findBuiltinInclude(toolchain.clang);
  if (toolchain.builtin_include.empty())
    return Error{"the headers of clang 19 are not found beside " + toolchain.clang.string() +
                 "; install the Debian package libclang-common-19-dev"};
  const fs::path &prefix = installPrefix();
  toolchain.include = prefix / "include";
  toolchain.prefix = prefix;
  toolchain.library = prefix / "lib";
  toolchain.link_library = prefix / "lib64";
  toolchain.no_cuda = prefix / "libexec" / "raddle" / "no-cuda";
  std::error_code failed;
  if (!fs::exists(toolchain.include / "cuda_runtime.h", failed))
    return Error{"the installation is incomplete: no cuda_runtime.h in " + toolchain.include.string()};
  if (!fs::exists(toolchain.link_library / "libcudart.so", failed))
    return Error{"the installation is incomplete: no libcudart.so in " + toolchain.link_library.string()};
  return toolchain;
}

fs::path findHostCompiler(const std::string &wanted) {
  std::error_code failed;
  if (fs::is_directory(wanted, failed)) {
    for (const char *name : {"g++", "clang++", "c++"})
      if (fs::path program = fs::path(wanted) / name; isExecutable(program))
        return program;
    return {};
  }
  fs::path program = wanted.find('/') == std::string::npos ? findOnPath(wanted) : fs::path(wanted);
  return isExecutable(program) ? program : fs::path();
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

} // namespace raddle::driver
