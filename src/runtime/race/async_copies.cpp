#include "runtime/race/async_copies.h"

namespace raddle::runtime::race {

namespace {

// The events of a segment that no lane has waited for.
constexpr std::uint32_t kNotWaited = ~0u;
// Who never waits commits without end: older groups are taken for done.
constexpr std::size_t kMostGroups = 64;

} // namespace

void AsyncCopies::clear() {
  if (any_)
    threads_->fill({});
  newest_.fill({});
  any_ = false;
}

SegmentId AsyncCopies::segmentOf(unsigned warp, unsigned lane) {
  if (!threads_)
    threads_ = std::make_unique<std::array<Thread, kMaxThreadsPerBlock>>();
  any_ = true;
  Thread &thread = threadAt(warp, lane);
  if (thread.open)
    return thread.open;
  Newest &newest = newest_[warp];
  if (!newest.segment || newest.lanes >> lane & 1 || segmentAt(newest.segment).events != kNotWaited)
    return 0;
  newest.lanes |= 1u << lane;
  segmentAt(newest.segment).copying |= 1u << lane;
  return thread.open = newest.segment;
}

void AsyncCopies::newOf(unsigned warp, unsigned lane, SegmentId segment) {
  threadAt(warp, lane).open = segment;
  newest_[warp] = {segment, 1u << lane};
  if (!segment)
    return;
  segmentAt(segment).events = kNotWaited;
  segmentAt(segment).copying = 1u << lane;
}

void AsyncCopies::commit(unsigned warp, unsigned lane) {
  if (!any_)
    return;
  Thread &thread = threadAt(warp, lane);
  thread.committed.push_back(thread.open);
  thread.open = 0;
  if (thread.committed.size() > kMostGroups) {
    const Stamp never{{}, 0, static_cast<std::uint8_t>(warp), static_cast<std::uint8_t>(lane)};
    finish(thread.committed.front(), never);
    thread.committed.pop_front();
  }
}

// Where lanes wait one after the other, all copies count as done when the first one has: what is done earlier races with less.
void AsyncCopies::finish(SegmentId segment, const Stamp &now) {
  if (!segment)
    return;
  Segment &copies = segmentAt(segment);
  if (copies.events == kNotWaited) {
    copies.epochs = now.epochs;
    copies.events = now.events;
  }
  copies.copying &= ~(1u << now.lane);
}

void AsyncCopies::wait(const Stamp &now, std::uint32_t prior) {
  if (!any_)
    return;
  std::deque<SegmentId> &groups = threadAt(now.warp, now.lane).committed;
  while (groups.size() > prior)
    waitForOldest(now);
}

void AsyncCopies::waitForOldest(const Stamp &now) {
  if (!any_)
    return;
  std::deque<SegmentId> &groups = threadAt(now.warp, now.lane).committed;
  if (groups.empty())
    return;
  finish(groups.front(), now);
  groups.pop_front();
}

void AsyncCopies::waitForAll(const Stamp &now) {
  if (!any_)
    return;
  wait(now, 0);
  Thread &thread = threadAt(now.warp, now.lane);
  finish(thread.open, now);
  thread.open = 0;
}

} // namespace raddle::runtime::race
