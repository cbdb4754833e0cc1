// How the launches of a kernel fit the GPU that the program asked for.
#ifndef RADDLE_TOOLS_PROFILE_FIT_H
#define RADDLE_TOOLS_PROFILE_FIT_H

#include "occupancy/latency.h"
#include "occupancy/occupancy.h"
#include "tools/profile/counts.h"

#include <optional>
#include <string>
#include <string_view>

namespace raddle::tools::profile {

struct Fit {
  const raddle::occupancy::Architecture *architecture = nullptr;
  const raddle::occupancy::Machine *machine = nullptr; // a GPU of it; null: none is known
  raddle::occupancy::KernelResources resources;
  raddle::occupancy::Occupancy occupancy;
  std::string limiter; // "warps", or "blocks, registers"
  double waves = 0;    // that the grid makes on the whole machine; 0 where there is none
  double idle_part =
      0; // of the blocks that the last wave could hold, those that it does not, as part of all waves
};

/// "an H200", "a Tesla P100".
std::string withArticle(std::string_view product);

/// Nothing for an architecture that is not in the table. Registers are an estimate: code for a CPU has none.
std::optional<Fit> fitOf(const Launches &launches, const Target &target);

} // namespace raddle::tools::profile

#endif
