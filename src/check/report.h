// Where findings go: each pair of places is told of once, the rest is counted.
#ifndef RADDLE_CHECK_REPORT_H
#define RADDLE_CHECK_REPORT_H

#include "base/asked_once.h"
#include "check/finding.h"
#include "check/options.h"
#include "diagnostics/stack_trace.h"

#include <cstdint>
#include <string>
#include <vector>

namespace raddle::check {

/// Whether $RADDLE_CHECK asks for it. Cheap.
bool enabled(Detector detector);
/// Whether $RADDLE_CHECK asks for anything. Each launch asks a few times.
inline bool enabled() {
  return askedOnce<[] { return options().any(); }>();
}

/// The code that broke a rule, known before anything is put into words.
struct Sites {
  Rule rule;
  std::uintptr_t here = 0, other = 0; // code addresses; `other` is 0 where there is no second one

  auto operator<=>(const Sites &) const = default;
};

/// Counts what has been reported from there before. False when it is new: then it is to be composed, and reported.
bool countAgain(const Sites &sites);

/// Prints and records the finding, unless it is suppressed, or one of the same rule at the same two places has been
/// reported. Not for handlers of signals, nor for the small stacks of fibers. With `sites`, countAgain() knows it from now on.
void report(Finding finding, const Sites *sites = nullptr);

/// The functions of the source that such a stack consists of, innermost first, without those that the user did not write.
std::vector<Place> placesOf(const StackTrace &stack);
std::vector<Place> placesAt(std::uintptr_t site);

/// Whether a launch of the kernel with that mangled name is one of those that are checked. Asked once for each.
bool wantsLaunch(const char *kernel);

/// How many launches of kernels with that name have begun before. Asked once for each.
std::uint32_t countLaunch(const std::string &kernel);

/// The process uses CUDA.
void noteUse();

/// At the end of the process: how often each was found goes into the record.
void finish();

} // namespace raddle::check

#endif
