#include "runtime/block/grid_barrier.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

namespace raddle::runtime {

void GridBarrier::blockArrived(Carrier &worker, bool arrived) {
  if (!arrived)
    return;
  if (!isCounted(phase_.load(std::memory_order_relaxed))) {
    meeting_->blockArrived(meeting_->memberOf(worker.index()));
    return;
  }
  // What each block wrote before it arrived comes before what any of them reads after the phase.
  if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 != blocks_)
    return;
  arrived_.store(0, std::memory_order_relaxed);
  const std::uint32_t complete = phase_.load(std::memory_order_relaxed) + 1;
  if (complete == kCountedPhases)
    callMeeting(worker);
  phase_.store(complete, std::memory_order_release);
  worker.wakeOthers();
}

// All blocks have arrived. Where one has not waited, and ended, the next phase will never be complete.
void GridBarrier::callMeeting(const Carrier &worker) {
  std::vector<std::uint64_t> blocks_of(worker.count());
  cohort_.visit([&](std::span<const Cohort::Member> members) {
    for (const Cohort::Member &member : members)
      if (member.block && std::ranges::find(member.parts, this, &SpanPart::barrier) != member.parts.end())
        ++blocks_of[member.worker->index()];
  });
  const auto workers =
      std::count_if(blocks_of.begin(), blocks_of.end(), [](std::uint64_t blocks) { return blocks != 0; });
  const bool all_are_there = std::accumulate(blocks_of.begin(), blocks_of.end(), std::uint64_t{0}) == blocks_;
  if (all_are_there && workers <= WorkerMeeting::kMostWorkers)
    meeting_ = std::make_unique<WorkerMeeting>(blocks_of, kCountedPhases);
}

const std::atomic<std::uint32_t> &GridBarrier::phaseFor(const Carrier &worker) const {
  const std::uint32_t phase = phase_.load(std::memory_order_acquire);
  return isCounted(phase) ? phase_ : meeting_->phase(meeting_->memberOf(worker.index()));
}

void GridBarrier::look(Carrier &worker) {
  if (isCounted(phase_.load(std::memory_order_acquire)))
    return;
  // One that has gone to sleep has come before, so that whoever comes last wakes it.
  if (meeting_->look(meeting_->memberOf(worker.index())))
    worker.wakeOthers();
}

bool GridBarrier::isComplete(std::uint32_t phase) const {
  const std::uint32_t counted = phase_.load(std::memory_order_acquire);
  return isCounted(counted) ? phase != counted : meeting_->isComplete(phase);
}

} // namespace raddle::runtime
