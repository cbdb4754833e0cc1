// What every .cu file includes without saying so, parsed once and not in each compilation.
#ifndef RADDLE_DRIVER_COMPILE_PRECOMPILED_HEADERS_H
#define RADDLE_DRIVER_COMPILE_PRECOMPILED_HEADERS_H

#include "driver/compile/passes.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace raddle::driver {

/// cuda_runtime.h for one of the passes, precompiled for the command's options and kept in the cache folder.
/// Where it is not there yet, another process makes it meanwhile. Nothing is promised: without a cache
/// folder, with options that might change what the headers mean, or when clang refuses, the headers are read
/// as ever.
class PrecompiledHeaders {
public:
  PrecompiledHeaders(const Setup &setup, Side side);
  ~PrecompiledHeaders();
  PrecompiledHeaders(const PrecompiledHeaders &) = delete;
  PrecompiledHeaders &operator=(const PrecompiledHeaders &) = delete;

  /// Waits until they are made. The file, or "" when the headers have to be read.
  std::filesystem::path file();

  /// Throws them away where clang says that it cannot use them, so that the next command makes new ones.
  void removeIfRefused(std::string_view diagnostics);

private:
  bool areSafe() const;
  void make();

  // The command as the headers see it.
  Command command_;
  const Toolchain &toolchain_;
  const Side side_;
  std::vector<std::string> folders_; // of the user's
  std::filesystem::path file_;
  std::thread maker_;
};

} // namespace raddle::driver

#endif
