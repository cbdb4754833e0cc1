// What the user asks about, checked: every message names the range that would have been right.
#ifndef RADDLE_TOOLS_OCCUPANCY_CONFIGURATION_H
#define RADDLE_TOOLS_OCCUPANCY_CONFIGURATION_H

#include "base/result.h"
#include "occupancy/latency.h"
#include "occupancy/search.h"

#include <cstdint>
#include <optional>
#include <string>

namespace raddle::tools::occupancy {

/// As it comes from the command line or from a line of JSON.
struct Question {
  std::string architecture = "sm_90";
  std::int64_t block_threads = 256;
  std::int64_t registers = 32;                         // per thread
  std::int64_t shared = 0;                             // bytes per block, besides what a kernel declares
  std::int64_t static_shared = 0;                      // bytes per block that a kernel declares
  std::int64_t barriers = 1;                           // named barriers per block
  std::optional<std::int64_t> carveout = std::nullopt; // percent
  std::string cache = "none";                          // none, shared, l1, equal
  std::optional<std::int64_t> grid_blocks = std::nullopt;
  std::int64_t operations = 1; // independent operations of a thread
  std::int64_t loads = 1;      // independent loads of a thread
  std::int64_t load_bytes = 4;
};

struct Configuration {
  const raddle::occupancy::Architecture *architecture = nullptr;
  raddle::occupancy::KernelResources kernel;
  raddle::occupancy::BlockShape block;
  raddle::occupancy::ThreadWork work;
  std::optional<unsigned> grid_blocks;

  std::size_t sharedPerBlock() const { return kernel.static_shared + block.dynamic_shared; }
};

/// The row of the table. The error lists what there is.
Result<const raddle::occupancy::Architecture *> parseArchitecture(const std::string &name);

/// The kernel is taken to opt in to as much shared memory as it uses.
Result<Configuration> makeConfiguration(const Question &question);

} // namespace raddle::tools::occupancy

#endif
