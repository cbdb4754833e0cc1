// Where the parts of this installation lie. The build tree has the same layout as an installation:
// bin/ (raddlecc, raddle), lib/ (libraddle.so, raddle/device.bc), libexec/raddle/ (raddle-kernelc),
// include/ (the CUDA headers).
#ifndef RADDLE_BASE_PATHS_H
#define RADDLE_BASE_PATHS_H

#include <filesystem>

namespace raddle {

/// The prefix of the installation that the calling library or executable belongs to.
const std::filesystem::path &installPrefix();

/// The kernel compiler: $RADDLE_KERNELC, or libexec/raddle/raddle-kernelc under the prefix.
std::filesystem::path kernelCompilerPath();

/// The folder for compiled kernels: $RADDLE_CACHE_DIR, or $XDG_CACHE_HOME/raddle, or ~/.cache/raddle.
/// Empty when no such folder can be named or caching is off ($RADDLE_CACHE=0).
std::filesystem::path cacheDirectory();

} // namespace raddle

#endif
