// The first thing that the checker finds in a program, and the step of a trace in which it happens.
#ifndef RADDLE_TOOLS_VIEW_FAULT_H
#define RADDLE_TOOLS_VIEW_FAULT_H

#include "base/result.h"
#include "check/finding.h"
#include "tools/view/trace.h"
#include "trace/options.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace raddle::tools::view {

/// Runs the program under the checker: the first finding that says in which block of which kernel it happened. `detectors` is as in
/// `raddle check --detectors`. What is run later is checked, too, so that accesses that are wrong do not end the launch.
Result<std::optional<raddle::check::Finding>> findFault(const std::vector<std::string> &command,
                                                        const std::string &detectors);

/// Chooses the launch, the block and the warp of a finding.
void choose(const raddle::check::Finding &finding, raddle::trace::Options &options);

/// The step at the finding's place, taken by its lane, with its address if possible; the last one where there is none.
std::size_t stepOf(const raddle::check::Finding &finding, const Trace &trace);

/// What it says, in one line.
std::string describe(const raddle::check::Finding &finding);

} // namespace raddle::tools::view

#endif
