// Programs that a command starts and waits for.
#ifndef RADDLE_TOOLS_STARTED_PROGRAM_H
#define RADDLE_TOOLS_STARTED_PROGRAM_H

#include "base/result.h"

#include <functional>
#include <string>
#include <vector>

namespace raddle::tools {

/// Runs it with an environment variable, whose value is asked for in the new process, and waits. What ends us ends it
/// first. Returns its status as a shell has it: 128 and the signal's number where one ended it, 127 where it could not be
/// run, which is told.
Result<int> runAndWait(const std::vector<std::string> &command, const char *variable,
                       const std::function<std::string()> &value);

} // namespace raddle::tools

#endif
