// What a program did when (profile/timeline.h in the process that ran), as a trace for Chrome and Perfetto, as a page, and
// summed up.
#ifndef RADDLE_TOOLS_PROFILE_TIMELINE_H
#define RADDLE_TOOLS_PROFILE_TIMELINE_H

#include <map>
#include <string>
#include <vector>

namespace raddle::tools::profile {

/// Events of all processes, each an object in JSON.
struct Timeline {
  std::vector<std::string> events;
};

/// Of the folder that $RADDLE_TIMELINE named. What cannot be read is left out.
Timeline readTimeline(const std::string &folder);

/// The trace event format, which chrome://tracing and ui.perfetto.dev read.
std::string traceOf(const Timeline &timeline);

/// One HTML file that shows it, and asks nobody for anything. Says what it leaves out where there is too much.
std::string pageOf(const Timeline &timeline, const std::string &program);

/// A table for each kind of event: how often each name occurs, how long it took altogether, on average, at least and at most.
std::string sumUp(const Timeline &timeline);

/// Microseconds of all launches, by kernel.
std::map<std::string, double> kernelTimes(const Timeline &timeline);

} // namespace raddle::tools::profile

#endif
