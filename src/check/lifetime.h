// When something that a program has made came to be, and when it went.
#ifndef RADDLE_CHECK_LIFETIME_H
#define RADDLE_CHECK_LIFETIME_H

#include "check/finding.h"
#include "diagnostics/stack_trace.h"

#include <cstddef>
#include <optional>

namespace raddle::check {

/// The life of an array, a stream, an event.
struct Lifetime {
  Rule leak = Rule::kLeakDevice; // what it is when nobody gives it back
  int device = 0;
  std::size_t bytes = 0; // of memory
  StackTrace made;
  std::optional<StackTrace> gone; // it was given back there
};

} // namespace raddle::check

#endif
