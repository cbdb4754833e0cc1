// A piece of work that the host has given to a device, and what is known of it.
#ifndef RADDLE_CHECK_WORK_H
#define RADDLE_CHECK_WORK_H

#include "check/footprint.h"
#include "check/work_order.h"
#include "diagnostics/stack_trace.h"

#include <cstdint>
#include <mutex>
#include <string>

namespace raddle::check {

/// A launch, a copy, a fill, a free, or anything else that has a place in the order.
struct Work {
  enum class Kind { kLaunch, kCopy, kFill, kFree, kOther };
  const Kind kind;
  std::string kernel = {}; // of a launch, mangled
  int device = 0;
  std::uint64_t stream = 0; // its number
  std::uint64_t graph = 0;  // of a node: which launch of a graph it is part of
  StackTrace call = {};     // of the host

  /// What its accesses are is to be found out.
  bool is_watched = false;
  /// Set while it runs: it talks with the host, by atomic or volatile accesses to memory that the host sees, so that the host
  /// may know of the half of it.
  bool talks_with_host = false;

  void touch(const TouchedRange &range) {
    std::lock_guard lock(mutex);
    footprint.add(range);
  }

  /// `parts`: how many grids it has; each of them is ended.
  explicit Work(Kind of, unsigned parts = 1) : kind(of), unfinished(parts) {}
  Work(const Work &) = delete;
  Work &operator=(const Work &) = delete;

  // What follows belongs to concurrent_work.cpp.
  std::mutex mutex; // of the footprint
  Footprint footprint;
  PlaceInOrder place;
  Past past;
  unsigned unfinished;
};

} // namespace raddle::check

#endif
