// A piece of work that the host has given to a device, and what is known of it.
#ifndef RADDLE_CHECK_WORK_H
#define RADDLE_CHECK_WORK_H

#include "check/footprint.h"
#include "check/work_order.h"
#include "diagnostics/stack_trace.h"

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>

namespace raddle::check {

/// A launch, a copy, a fill, a free, an access of the host, or anything else that has a place in the order.
struct Work {
  enum class Kind { kLaunch, kCopy, kFill, kFree, kHost, kOther };
  const Kind kind;
  std::string kernel = {}; // of a launch, mangled
  int device = 0;
  std::uint64_t stream = 0; // its number
  std::uint64_t graph = 0;  // of a node: which launch of a graph it is part of
  StackTrace call = {};     // of the host

  /// What its accesses are is to be found out.
  bool is_watched = false;
  /// It may be told of other work in a way that is not seen: it waits for memory or for other processes, or reads memory of the
  /// host atomically. Then nothing is said of it.
  std::atomic<bool> may_be_told = false;
  /// It writes memory that the host sees atomically, or by volatile accesses, and so may tell the host of other things, too.
  std::atomic<bool> may_tell_host = false;

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
