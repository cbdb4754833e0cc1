// Barriers that span several blocks: all of a cluster, of a grid, of the grids of several devices.
//
//   token = grid.barrier_arrive();     this thread has come; when all have, the phase `token` is complete
//   ...
//   grid.barrier_wait(token);          waits until it is
//
// Each block counts its own threads, without atomics; only its last one reports to what the blocks share, the
// SpanBarrier. Threads that wait are queued in their block, so that completing a phase touches no other
// block: each notices by itself that the phase has advanced.
#ifndef RADDLE_RUNTIME_BLOCK_SPAN_BARRIER_H
#define RADDLE_RUNTIME_BLOCK_SPAN_BARRIER_H

#include "runtime/block/carrier.h"
#include "runtime/fiber/fiber.h"

#include <atomic>
#include <cstdint>
#include <span>

namespace raddle::runtime {

enum class Span { kCluster, kGrid, kMultiGrid };
static_assert(static_cast<int>(Span::kMultiGrid) + 1 == kSpans);

class SpanBarrier {
public:
  SpanBarrier() = default;
  SpanBarrier(const SpanBarrier &) = delete;
  SpanBarrier &operator=(const SpanBarrier &) = delete;

  /// Shows the number of phases that are complete, to all blocks; or until they are told of another place.
  const std::atomic<std::uint32_t> &phase() const { return phase_; }

  /// A block on that worker, which is the caller's, has seen a phase complete: where it will see the next one.
  virtual const std::atomic<std::uint32_t> &phaseFor(const Carrier &) const { return phase_; }

  /// Brings what the blocks of the worker, which is the caller's, see up to date.
  virtual void look(Carrier &) {}

  /// Whether the phase is complete, though blocks may not see it yet. On any thread.
  virtual bool isComplete(std::uint32_t phase) const {
    return phase_.load(std::memory_order_acquire) != phase;
  }

  /// No thread of a block on that worker is missing in the current phase any more: each has arrived, or has exited before.
  /// `arrived`: one of them has arrived.
  virtual void blockArrived(Carrier &worker, bool arrived) = 0;

protected:
  ~SpanBarrier() = default;
  std::atomic<std::uint32_t> phase_ = 0;
};

/// One block's part in a SpanBarrier.
struct SpanPart {
  SpanBarrier *barrier = nullptr;                    // null: the block takes part in none of this span
  const std::atomic<std::uint32_t> *shown = nullptr; // the number of phases that are complete
  std::uint32_t phase = 0;                           // that the following is about
  std::uint32_t missing = 0;                         // threads that live and have not arrived
  bool arrived = false;                              // some thread has
  FiberQueue waiting;

  void begin(SpanBarrier *of, std::uint32_t threads) {
    barrier = of;
    shown = &of->phase();
    phase = 0;
    missing = threads;
    arrived = false;
    waiting.clear();
  }
  void end() {
    barrier = nullptr;
    waiting.clear();
  }
  std::uint32_t complete() const { return shown->load(std::memory_order_acquire); }
};

/// Whether threads of a suspended block, which has these parts, may go on. On any thread.
bool hasBeenReleased(std::span<const SpanPart> parts);

} // namespace raddle::runtime

#endif
