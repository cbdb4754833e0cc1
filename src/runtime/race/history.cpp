#include "runtime/race/history.h"

#include <algorithm>
#include <bit>
#include <mutex>

namespace raddle::runtime::race {

namespace {

// Of a warp are kept between so many events and twice as many. What came before is taken for ordered.
constexpr std::size_t kKeptEvents = 1u << 15;

} // namespace

std::vector<WarpHistory::Meeting>::const_iterator WarpHistory::firstMeetingFrom(std::uint32_t number) const {
  return std::ranges::lower_bound(kept_meetings, number, {}, &Meeting::number);
}

bool WarpHistory::orders(std::uint32_t begin, std::uint32_t from, std::uint32_t end, std::uint32_t to) const {
  if (begin < dropped)
    return true;
  if (last_full > begin && last_full <= end)
    return true;
  std::uint32_t reached = 1u << from;
  for (auto meeting = firstMeetingFrom(begin); meeting != kept_meetings.end() && meeting->number < end;
       ++meeting)
    if (meeting->lanes & reached) {
      reached |= meeting->lanes;
      if (reached >> to & 1)
        return true;
    }
  return false;
}

bool WarpHistory::hasMeetingOf(std::uint32_t lane, std::uint32_t begin, std::uint32_t end) const {
  if (begin < dropped)
    return true;
  for (auto meeting = firstMeetingFrom(begin); meeting != kept_meetings.end() && meeting->number < end;
       ++meeting)
    if (meeting->lanes >> lane & 1)
      return true;
  return false;
}

std::uint32_t History::add(std::uint32_t warp, const WarpEvent &event) {
  WarpHistory &history = warps[warp];
  std::lock_guard guard(lock);
  if (history.events.size() >= 2 * kKeptEvents) {
    history.events.erase(history.events.begin(), history.events.begin() + kKeptEvents);
    history.dropped += kKeptEvents;
    history.kept_meetings.erase(history.kept_meetings.begin(), history.firstMeetingFrom(history.dropped));
  }
  history.events.push_back(event);
  const std::uint32_t count = history.count();
  if (event.kind == WarpEvent::kMeeting) {
    ++history.meetings;
    history.kept_meetings.push_back({count - 1, event.lanes});
    if (event.lanes == ~0u)
      history.last_full = count;
  }
  has_fences |= event.kind == WarpEvent::kFence;
  return count - 1;
}

void History::clear() {
  for (WarpHistory &warp : warps) {
    warp.events.clear();
    warp.kept_meetings.clear();
    warp.dropped = warp.last_full = warp.meetings = 0;
  }
  acquires.clear();
  has_fences = false;
}

bool History::isBefore(const Stamp &x, const Stamp &y) const {
  if (x.epochs.block != y.epochs.block)
    return x.epochs.block < y.epochs.block;
  if (x.epochs.grid != y.epochs.grid)
    return x.epochs.grid < y.epochs.grid;
  if (x.epochs.cluster != y.epochs.cluster)
    return x.epochs.cluster < y.epochs.cluster;
  if (x.warp != y.warp)
    return false;
  if (x.lane == y.lane)
    return x.events <= y.events;
  return x.events <= y.events && warps[x.warp].orders(x.events, x.lane, y.events, y.lane);
}

bool History::hasFenceBetween(const Stamp &x, const Stamp &y, unsigned scope) const {
  if (!has_fences)
    return false;
  for (std::uint32_t number = 0; number < warps.size(); ++number) {
    const std::uint32_t warp = (x.warp + number) % warps.size(); // most often its own thread has done it
    const WarpHistory &history = warps[warp];
    if (history.dropped)
      return true;
    for (std::uint32_t i = 0; i < history.events.size(); ++i) {
      const WarpEvent &event = history.events[i];
      if (event.kind != WarpEvent::kFence || event.scope > scope)
        continue;
      for (std::uint32_t left = event.lanes; left; left &= left - 1) {
        Stamp fence{y.epochs, i, static_cast<std::uint8_t>(warp),
                    static_cast<std::uint8_t>(std::countr_zero(left))};
        fence.epochs.block = event.block_epoch;
        if (isBefore(x, fence) && isBefore(fence, y))
          return true;
      }
    }
  }
  return false;
}

} // namespace raddle::runtime::race
