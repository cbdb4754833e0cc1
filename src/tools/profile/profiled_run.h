// A program that has run under the profiler, and what was counted.
#ifndef RADDLE_TOOLS_PROFILE_PROFILED_RUN_H
#define RADDLE_TOOLS_PROFILE_PROFILED_RUN_H

#include "base/result.h"
#include "tools/profile/counts.h"
#include "tools/profile/hot_lines.h"
#include "tools/profile/request.h"
#include "tools/profile/timeline.h"

namespace raddle::tools::profile {

struct ProfiledRun {
  int status = 0; // as a shell has it
  Profile profile;
  Timeline timeline;
  HotLines hot_lines;
};

/// Runs the program and waits for it. What it has counted is kept in the folder that `request.record` names, if any.
Result<ProfiledRun> runProfiled(const Request &request);

} // namespace raddle::tools::profile

#endif
