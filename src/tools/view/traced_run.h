// A program that has run with a warp of it traced.
#ifndef RADDLE_TOOLS_VIEW_TRACED_RUN_H
#define RADDLE_TOOLS_VIEW_TRACED_RUN_H

#include "base/result.h"
#include "tools/view/trace.h"
#include "trace/options.h"

#include <string>
#include <vector>

namespace raddle::tools::view {

struct TracedRun {
  Trace trace;
  int status = 0; // as a shell has it: 128 and the signal's number where one ended it
};

/// Runs the program and waits. The folder of `options` is set here.
Result<TracedRun> runTraced(const std::vector<std::string> &command, raddle::trace::Options options);

/// Why nothing was recorded, and what there is in its place: kernels, blocks or warps. Nothing, if something was.
std::string whyNothing(const Trace &trace, const raddle::trace::Options &options);

} // namespace raddle::tools::view

#endif
