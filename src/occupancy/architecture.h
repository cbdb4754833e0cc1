// What one streaming multiprocessor of each architecture can hold.
#ifndef RADDLE_OCCUPANCY_ARCHITECTURE_H
#define RADDLE_OCCUPANCY_ARCHITECTURE_H

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace raddle::occupancy {

inline constexpr unsigned kWarpSize = 32;
inline constexpr unsigned kMaxThreadsPerBlock = 1024;
inline constexpr unsigned kRegisterUnit = 256;  // registers, allocated per warp
inline constexpr std::size_t kDefaultSharedPerBlock = 48 * 1024;

struct Architecture {
  unsigned major;
  unsigned minor;
  std::string_view chip;
  unsigned warps_per_sm;
  unsigned blocks_per_sm;
  unsigned registers_per_sm;
  unsigned registers_per_block;
  unsigned registers_per_thread;
  unsigned subpartitions;              // schedulers of an SM; registers are divided among them
  std::size_t shared_per_sm;           // bytes
  std::size_t shared_optin;            // bytes per block, with cudaFuncSetAttribute
  std::size_t shared_reserved;         // bytes per block that the system takes
  std::size_t shared_unit;             // bytes
  unsigned barrier_slots;              // named barriers of an SM, 0 when they are no limit
  std::vector<std::size_t> carveouts;  // bytes, ascending

  unsigned threadsPerSm() const { return warps_per_sm * kWarpSize; }
};

/// All rows of architectures.def, in ascending order.
std::span<const Architecture> architectures();

/// The row of "sm_90", "compute_90" or "90" (a trailing 'a' or 'f' is ignored), or null.
const Architecture *findArchitecture(std::string_view name);

}  // namespace raddle::occupancy

#endif
