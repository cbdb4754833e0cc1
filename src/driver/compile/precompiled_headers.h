// What every .cu file includes without saying so, parsed once and not in each compilation.
#ifndef RADDLE_DRIVER_COMPILE_PRECOMPILED_HEADERS_H
#define RADDLE_DRIVER_COMPILE_PRECOMPILED_HEADERS_H

#include "driver/compile/passes.h"

#include <filesystem>
#include <string_view>
#include <thread>

namespace raddle::driver {

/// cuda_runtime.h for the host pass, precompiled for the command's options and kept in the cache folder.
/// Where it is not there yet, another process makes it meanwhile. Nothing is promised: without a cache
/// folder, with options that might change what the headers mean, or when clang refuses, the headers are read
/// as ever.
class PrecompiledHeaders {
public:
  explicit PrecompiledHeaders(const Setup &setup);
  ~PrecompiledHeaders();
  PrecompiledHeaders(const PrecompiledHeaders &) = delete;
  PrecompiledHeaders &operator=(const PrecompiledHeaders &) = delete;

  /// Waits until they are made. The file, or "" when the headers have to be read.
  std::filesystem::path file();

  /// Throws them away where clang says that it cannot use them, so that the next command makes new ones.
  void removeIfRefused(std::string_view diagnostics);

private:
  bool areSafe() const;
  void make(const Setup &setup);

  const Setup &setup_;
  std::filesystem::path file_;
  std::thread maker_;
};

} // namespace raddle::driver

#endif
