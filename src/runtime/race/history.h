// What has ordered the threads of a block so far.
#ifndef RADDLE_RUNTIME_RACE_HISTORY_H
#define RADDLE_RUNTIME_RACE_HISTORY_H

#include "runtime/race/segments.h"

#include <array>
#include <cstdint>
#include <vector>

namespace raddle::runtime::race {

struct SyncObject;

/// A point in the execution of a thread of a block.
struct Stamp {
  Epochs epochs;
  std::uint32_t events = 0; // of its warp that came before
  std::uint8_t warp = 0, lane = 0;
};

/// Something that lanes of a warp have done, one after the other.
struct WarpEvent {
  enum Kind : std::uint8_t { kMeeting, kFence, kOther };
  std::uint32_t lanes;
  std::uint32_t block_epoch;
  Kind kind;
  std::uint8_t scope; // RaddleRaceScope
};

struct WarpHistory {
  std::vector<WarpEvent> events;
  std::uint32_t dropped = 0;      // events that are not kept any more
  std::uint32_t last_full = 0;    // the number of events up to the last meeting of all lanes
  std::uint32_t meetings = 0;
  struct Meeting {
    std::uint32_t number, lanes;
  };
  std::vector<Meeting> kept_meetings; // of these events: threads that poll have many others


  std::uint32_t count() const { return dropped + static_cast<std::uint32_t>(events.size()); }
  std::vector<Meeting>::const_iterator firstMeetingFrom(std::uint32_t number) const;
  /// Whether meetings among the events from `begin` to `end` order what `from` did before with what `to` does after.
  bool orders(std::uint32_t begin, std::uint32_t from, std::uint32_t end, std::uint32_t to) const;
  /// Whether there is a meeting of `lane` among them.
  bool hasMeetingOf(std::uint32_t lane, std::uint32_t begin, std::uint32_t end) const;
};

/// That a thread has read version `version` of an object.
struct Acquire {
  SyncObject *object;
  std::uint32_t version;
  Stamp at;
};

struct History {
  mutable SpinLock lock; // other blocks read it once something has been released
  std::array<WarpHistory, 32> warps;
  std::vector<Acquire> acquires;
  bool has_fences = false;

  /// Returns its number.
  std::uint32_t add(std::uint32_t warp, const WarpEvent &event);
  void clear();

  /// Whether `x` comes before `y`, which is of the same block, by barriers and meetings.
  bool isBefore(const Stamp &x, const Stamp &y) const;
  /// Whether a fence lies between the two, with that scope or a wider one, by a thread that comes after `x` and before `y`.
  bool hasFenceBetween(const Stamp &x, const Stamp &y, unsigned scope) const;
};

} // namespace raddle::runtime::race

#endif
