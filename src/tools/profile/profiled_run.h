// A program that has run under the profiler, and what was counted.
#ifndef RADDLE_TOOLS_PROFILE_PROFILED_RUN_H
#define RADDLE_TOOLS_PROFILE_PROFILED_RUN_H

#include "base/result.h"
#include "tools/profile/counts.h"

#include <string>
#include <vector>

namespace raddle::tools::profile {

struct ProfiledRun {
  int status = 0; // as a shell has it
  Profile profile;
};

/// Runs the program with $RADDLE_PROFILE and waits for it. What was counted is kept in `folder`, unless that is empty.
Result<ProfiledRun> runProfiled(const std::vector<std::string> &command, const std::string &folder);

} // namespace raddle::tools::profile

#endif
