#include "runtime/block/worker_meeting.h"

#include <algorithm>

namespace raddle::runtime {

namespace {

bool isBefore(std::uint32_t a, std::uint32_t b) { return static_cast<std::int32_t>(a - b) < 0; }

} // namespace

WorkerMeeting::WorkerMeeting(const std::vector<std::uint64_t> &blocks_of, std::uint32_t phase)
    : member_of_(blocks_of.size()),
      members_(static_cast<std::size_t>(
          std::count_if(blocks_of.begin(), blocks_of.end(), [](std::uint64_t blocks) { return blocks; }))),
      signals_(members_.size() * members_.size()) {
  unsigned count = 0;
  for (std::size_t worker = 0; worker < blocks_of.size(); ++worker)
    if (blocks_of[worker]) {
      members_[count].blocks = blocks_of[worker];
      member_of_[worker] = count++;
    }
  for (Member &member : members_) {
    member.sent.store(phase, std::memory_order_relaxed);
    member.phase.store(phase, std::memory_order_relaxed);
  }
  for (Signal &signal : signals_)
    signal.sent.store(phase, std::memory_order_relaxed);
}

void WorkerMeeting::blockArrived(unsigned self) {
  Member &member = members_[self];
  if (++member.arrived != member.blocks)
    return;
  member.arrived = 0;
  const std::uint32_t sent = member.sent.load(std::memory_order_relaxed) + 1;
  // What the worker's blocks wrote before comes before what any of the others reads after its look.
  for (unsigned step = 1, to = self; step < size(); ++step) {
    to = to + 1 == size() ? 0 : to + 1;
    signal(to, self).sent.store(sent, std::memory_order_release);
  }
  member.sent.store(sent, std::memory_order_release);
}

bool WorkerMeeting::look(unsigned self) {
  Member &member = members_[self];
  const std::uint32_t next = member.phase.load(std::memory_order_relaxed) + 1;
  if (member.sent.load(std::memory_order_relaxed) != next)
    return false;
  // In the order in which they are sent, so that a line is left alone until it is likely to have been written.
  for (unsigned step = 1, from = self; step < size(); ++step) {
    from = from == 0 ? size() - 1 : from - 1;
    if (isBefore(signal(self, from).sent.load(std::memory_order_acquire), next))
      return false;
  }
  member.phase.store(next, std::memory_order_release);
  return true;
}

bool WorkerMeeting::isComplete(std::uint32_t phase) const {
  return std::none_of(members_.begin(), members_.end(), [phase](const Member &member) {
    return isBefore(member.sent.load(std::memory_order_acquire), phase + 1);
  });
}

} // namespace raddle::runtime
