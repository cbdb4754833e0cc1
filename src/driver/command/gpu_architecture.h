// The GPU architecture that device code is compiled for: what __CUDA_ARCH__ says.
#ifndef RADDLE_DRIVER_COMMAND_GPU_ARCHITECTURE_H
#define RADDLE_DRIVER_COMMAND_GPU_ARCHITECTURE_H

#include "base/result.h"

#include <span>
#include <string>
#include <string_view>

namespace raddle::driver {

struct GpuArchitecture {
  unsigned number = 0;      // compute capability, e.g. 90
  bool accelerated = false; // sm_90a

  static GpuArchitecture defaultOne() { return {90, false}; }
  /// "sm_90a"
  std::string name() const;
  auto operator<=>(const GpuArchitecture &) const = default;
};

/// All that clang 19 compiles for and CUDA 12 knows, in ascending order.
std::span<const GpuArchitecture> gpuArchitectures();

/// What a command line names.
struct NamedArchitecture {
  std::string name;             // as written
  unsigned number;              // compute capability, for "sm_120f" 120
  GpuArchitecture architecture; // to compile for
  bool is_nearest = false;      // clang 19 does not have the one named; this one comes nearest
};

/// Reads "sm_80", "compute_80", "lto_80", "sm_100f", "native", "all" or "all-major". The error names the valid
/// range.
Result<NamedArchitecture> parseGpuArchitecture(std::string_view text);

/// Reads "arch=compute_80,code=sm_80" or "arch=compute_80,code=[sm_80,compute_80]"; returns the
/// architecture that device code sees, which is arch=.
Result<NamedArchitecture> parseGenerateCode(std::string_view text);

} // namespace raddle::driver

#endif
