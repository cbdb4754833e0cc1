// Orders that a search has found: an access comes before what a thread does now, because the thread has been told of it. That
// holds as long as the thread's place in the order stays the same.
#ifndef RADDLE_RUNTIME_RACE_KNOWN_ORDERS_H
#define RADDLE_RUNTIME_RACE_KNOWN_ORDERS_H

#include "runtime/race/history.h"

#include <array>
#include <cstddef>

namespace raddle::runtime::race {

/// Of the threads of one block. It may forget.
class KnownOrders {
public:
  void clear() {
    if (has_any_)
      entries_.fill({});
    has_any_ = false;
  }

  /// Whether the accesses of that lane in that segment come before `later`.
  bool hold(SegmentId segment, unsigned lane, const Stamp &later) const {
    const Entry &entry = entries_[indexOf(segment, lane, later)];
    return entry.segment == segment && entry.lane == lane && entry.later.warp == later.warp &&
           entry.later.lane == later.lane && entry.later.events == later.events &&
           entry.later.epochs == later.epochs;
  }
  void add(SegmentId segment, unsigned lane, const Stamp &later) {
    entries_[indexOf(segment, lane, later)] = {segment, lane, later};
    has_any_ = true;
  }

private:
  struct Entry {
    SegmentId segment = 0;
    unsigned lane = 0;
    Stamp later;
  };

  static std::size_t indexOf(SegmentId segment, unsigned lane, const Stamp &later) {
    return (segment * 5u + lane * 3u + later.lane * 37u + later.warp * 11u) % kEntries;
  }

  static constexpr std::size_t kEntries = 256;
  std::array<Entry, kEntries> entries_;
  bool has_any_ = false;
};

} // namespace raddle::runtime::race

#endif
