// What could be done better, in words, and what it may save.
#ifndef RADDLE_TOOLS_PROFILE_ADVICE_H
#define RADDLE_TOOLS_PROFILE_ADVICE_H

#include "tools/profile/counts.h"

#include <string>
#include <vector>

namespace raddle::tools::profile {

struct Advice {
  std::string place; // "file:line", or "" for the kernel as a whole
  std::string text;
  double saves = 0; // a part of the kernel's work, 0 to 1: see docs/profiler.md
};

/// The most useful first.
std::vector<Advice> adviceFor(const KernelProfile &kernel, const Target &target);

} // namespace raddle::tools::profile

#endif
