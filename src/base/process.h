// Running another program and collecting what it says.
#ifndef RADDLE_BASE_PROCESS_H
#define RADDLE_BASE_PROCESS_H

#include "base/result.h"

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace raddle {

struct ProcessOutput {
  int exit_code = 0;  // 128 + signal when the program died of a signal
  std::string output; // standard output and standard error together, in the order written
};

/// Moves a descriptor out of the way of standard input, output and error: a program that has closed one of
/// those gets its number for the next file it opens, and a child's streams would replace it. `flags` is
/// FD_CLOEXEC or 0 for the new descriptor. Returns `descriptor` itself when it is none of the three.
int moveAboveStandardStreams(int descriptor, int flags);

/// Something to do once when a program has run for so long.
struct Reminder {
  std::chrono::steady_clock::duration after = {};
  std::function<void()> action = {}; // empty: nothing
};

/// Runs `arguments[0]` (looked up in PATH unless it has a slash) and waits for it. Descriptors that are
/// not close-on-exec are inherited, and so is the environment, with `settings` ("NAME=value") for names that it
/// lacks. Fails only when the program cannot be started; the error names it.
Result<ProcessOutput> runProcess(const std::vector<std::string> &arguments,
                                 const std::vector<std::string> &settings = {},
                                 const Reminder &reminder = {});

} // namespace raddle

#endif
