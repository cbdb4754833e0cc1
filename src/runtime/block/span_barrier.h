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

#include "runtime/fiber/fiber.h"

#include <atomic>
#include <cstdint>

namespace raddle::runtime {

struct Block;

enum class Span { kCluster, kGrid, kMultiGrid };
static_assert(static_cast<int>(Span::kMultiGrid) + 1 == kSpans);

class SpanBarrier {
public:
  SpanBarrier() = default;
  SpanBarrier(const SpanBarrier &) = delete;
  SpanBarrier &operator=(const SpanBarrier &) = delete;

  /// Shows the number of phases that are complete, to all blocks; or until they are told of another place.
  const std::atomic<std::uint32_t> &phase() const { return phase_; }

  /// The block has seen a phase complete: where it will see the next one. On its worker.
  virtual const std::atomic<std::uint32_t> &phaseFor(const Block &) const { return phase_; }

  /// Brings what the block sees up to date. On its worker.
  virtual void look(const Block &) {}

  /// Whether the phase is complete, though blocks may not see it yet. On any thread.
  virtual bool isComplete(std::uint32_t phase) const {
    return phase_.load(std::memory_order_acquire) != phase;
  }

  /// No thread of the block is missing in the current phase any more: each has arrived, or has exited before.
  /// `arrived`: one of them has arrived.
  virtual void blockArrived(Block &block, bool arrived) = 0;

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

/// The calling thread arrives, and gets the token of the phase. Ends the launch when it has not yet waited
/// for an earlier one.
std::uint32_t arriveAt(RaddleThread *thread, Span span, std::uintptr_t site);

/// The calling thread waits until the phase is complete. `what`: for reports, in the user's words.
void waitFor(RaddleThread *thread, Span span, std::uint32_t token, const char *what, std::uintptr_t site);

/// Both in one.
void syncAt(RaddleThread *thread, Span span, const char *what, std::uintptr_t site);

/// A thread has exited: it is not missing any more. To be called when it does not count as living any more.
void leaveSpans(Block &block, const Fiber &fiber);

/// Makes those threads of the block ready whose phase is complete; false when none of the block is ready. On the
/// block's worker.
bool releaseSpans(Block &block);

/// Whether releaseSpans() would make threads of the block ready that wait. On the block's worker.
bool canBeReleased(const Block &block);

/// The same, on any thread, while the block is suspended.
bool hasBeenReleased(const Block &block);

/// Whether other blocks can make threads of this block ready, of which none can run.
bool awaitsOtherBlocks(const Block &block);

} // namespace raddle::runtime

#endif
