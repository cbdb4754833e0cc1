// Where the programs and folders lie that raddlecc works with.
#ifndef RADDLE_DRIVER_SETUP_TOOLCHAIN_H
#define RADDLE_DRIVER_SETUP_TOOLCHAIN_H

#include "base/result.h"

#include <filesystem>
#include <string>

namespace raddle::driver {

struct Toolchain {
  std::filesystem::path clang;           // clang++ 19
  std::filesystem::path host_compiler;   // -ccbin, for host files and linking; empty: clang
  std::filesystem::path builtin_include; // <clang's resource directory>/include
  std::filesystem::path include;         // our CUDA headers
  std::filesystem::path prefix;          // what CUDA_HOME names
  std::filesystem::path library;         // the folder of libraddle.so
  std::filesystem::path link_library;    // the folder of libcudart.so and what else programs link
  std::filesystem::path no_cuda;         // a place without any CUDA toolkit
};

/// Looks for clang++ in $RADDLE_CLANG (and nowhere else when that is set), where it was when Raddle was
/// built, in PATH, and in Debian's folder. The error names the package to install.
Result<Toolchain> findToolchain();

/// The program, or in the folder the program, that -ccbin names; empty where there is none.
std::filesystem::path findHostCompiler(const std::string &wanted);

/// Whether a folder holds CUDA's runtime headers and is not ours.
bool holdsForeignToolkit(const std::filesystem::path &folder, const Toolchain &toolchain);

/// llvm-ar beside clang++, or the ar of the system.
std::filesystem::path findArchiver(const Toolchain &toolchain);

} // namespace raddle::driver

#endif
