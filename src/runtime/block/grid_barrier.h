// The barrier of all blocks of a cooperative launch, or of several: grid.sync().
#ifndef RADDLE_RUNTIME_BLOCK_GRID_BARRIER_H
#define RADDLE_RUNTIME_BLOCK_GRID_BARRIER_H

#include "runtime/block/cohort.h"
#include "runtime/block/span_barrier.h"
#include "runtime/block/worker_meeting.h"

#include <atomic>
#include <cstdint>
#include <memory>

namespace raddle::runtime {

/// Its blocks are on several workers. One that has exited is missing for ever.
///
/// For the first phases the blocks are counted. Then all of them have started, and it is known which workers they
/// are on: from there on each worker counts its own, and where they are few they tell each other.
class GridBarrier final : public SpanBarrier {
public:
  /// `cohort` has its blocks, and maybe others.
  GridBarrier(std::uint64_t blocks, const Cohort &cohort) : blocks_(blocks), cohort_(cohort) {}

  void blockArrived(Carrier &worker, bool arrived) override;
  const std::atomic<std::uint32_t> &phaseFor(const Carrier &worker) const override;
  void look(Carrier &worker) override;
  bool isComplete(std::uint32_t phase) const override;

private:
  // Kernels that meet once or twice are not worth it.
  static constexpr std::uint32_t kCountedPhases = 2;
  bool isCounted(std::uint32_t phase) const { return phase < kCountedPhases || !meeting_; }
  void callMeeting(const Carrier &worker);

  const std::uint64_t blocks_;
  const Cohort &cohort_;
  std::unique_ptr<WorkerMeeting> meeting_; // made before phase_ gets to kCountedPhases, if at all
  // Not on the line of the phase, which all workers watch.
  alignas(64) std::atomic<std::uint64_t> arrived_ = 0;
};

} // namespace raddle::runtime

#endif
