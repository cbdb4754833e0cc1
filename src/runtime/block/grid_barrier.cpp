#include "runtime/block/grid_barrier.h"

#include "abi/kernel_exports.h"
#include "runtime/block/block.h"
#include "runtime/block/fault.h"
#include "runtime/block/multi_grid.h"
#include "runtime/block/spelling.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

namespace raddle::runtime {

void GridBarrier::blockArrived(Block &block, bool arrived) {
  if (!arrived)
    return;
  if (!isCounted(phase_.load(std::memory_order_relaxed))) {
    meeting_->blockArrived(meeting_->memberOf(block.worker->index()));
    return;
  }
  // What each block wrote before it arrived comes before what any of them reads behind the phase.
  if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 != blocks_)
    return;
  arrived_.store(0, std::memory_order_relaxed);
  const std::uint32_t complete = phase_.load(std::memory_order_relaxed) + 1;
  if (complete == kCountedPhases)
    callMeeting(block);
  phase_.store(complete, std::memory_order_release);
  block.worker->wakeOthers();
}

// All blocks have arrived. Where one has not waited, and ended, the next phase will never be complete.
void GridBarrier::callMeeting(const Block &block) {
  std::vector<std::uint64_t> blocks_of(block.worker->count());
  block.cohort->visit([&](std::span<const Cohort::Member> members) {
    for (const Cohort::Member &member : members)
      if (member.block &&
          (member.block->run->gridBarrier() == this ||
           (member.block->run->multiGrid() && &member.block->run->multiGrid()->barrier == this)))
        ++blocks_of[member.block->worker->index()];
  });
  const auto workers =
      std::count_if(blocks_of.begin(), blocks_of.end(), [](std::uint64_t blocks) { return blocks != 0; });
  const bool all_are_there = std::accumulate(blocks_of.begin(), blocks_of.end(), std::uint64_t{0}) == blocks_;
  if (all_are_there && workers <= WorkerMeeting::kMostWorkers)
    meeting_ = std::make_unique<WorkerMeeting>(blocks_of, kCountedPhases);
}

const std::atomic<std::uint32_t> &GridBarrier::phaseFor(const Block &block) const {
  const std::uint32_t phase = phase_.load(std::memory_order_acquire);
  return isCounted(phase) ? phase_ : meeting_->phase(meeting_->memberOf(block.worker->index()));
}

void GridBarrier::look(const Block &block) {
  if (isCounted(phase_.load(std::memory_order_acquire)))
    return;
  // One that has gone to sleep has come before, so that whoever comes last wakes it.
  if (meeting_->look(meeting_->memberOf(block.worker->index())))
    block.worker->wakeOthers();
}

bool GridBarrier::isComplete(std::uint32_t phase) const {
  const std::uint32_t counted = phase_.load(std::memory_order_acquire);
  return isCounted(counted) ? phase != counted : meeting_->isComplete(phase);
}

} // namespace raddle::runtime
