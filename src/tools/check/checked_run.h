// A program that has run under the checker, and what was found in it.
#ifndef RADDLE_TOOLS_CHECK_CHECKED_RUN_H
#define RADDLE_TOOLS_CHECK_CHECKED_RUN_H

#include "base/result.h"
#include "check/finding.h"
#include "check/options.h"

#include <cstddef>
#include <string>
#include <vector>

namespace raddle::tools::check {

using raddle::check::Finding;

struct CheckedRun {
  std::vector<std::string> command; // the program and its arguments
  int status = 0;                   // as a shell has it: 128 and the signal's number where one ended it
  std::vector<Finding> findings;    // of all its processes, in the order in which they were made
  bool uses_cuda = false;           // one of the processes that are checked has called it

  /// Those of that severity, each as often as it happened.
  std::size_t count(raddle::check::Severity severity) const;
  /// The kinds of findings of that severity.
  std::size_t kinds(raddle::check::Severity severity) const;
};

/// Runs the program with $RADDLE_CHECK and waits for it. The findings are in `options.record`, or in a file of our own.
/// `is_alone`: what it starts is not checked.
Result<CheckedRun> runChecked(const std::vector<std::string> &command, raddle::check::Options options,
                              bool is_alone = false);

/// The findings in a record file (check/record.h). Lines that are none are passed over: a process may have died.
std::vector<Finding> readRecord(const std::string &text);

/// Whether a process has recorded that it uses CUDA.
bool saysThatCudaIsUsed(const std::string &record);

/// "3 errors and 1 warning", or "nothing".
std::string describeCounts(const CheckedRun &run);

} // namespace raddle::tools::check

#endif
