#include "runtime/grid_barrier.h"

#include "runtime/block.h"
#include "runtime/fault.h"
#include "runtime/kernel_exports.h"
#include "runtime/worker.h"

namespace raddle::runtime {

void GridBarrier::blockArrived(Block &block, bool arrived) {
  // What each block wrote before it arrived comes before what any of them reads behind the phase.
  if (!arrived || arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 != blocks_)
    return;
  arrived_.store(0, std::memory_order_relaxed);
  phase_.store(phase_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
  block.worker->wakeOthers();
}

} // namespace raddle::runtime

using namespace raddle::runtime;

namespace {

[[noreturn, gnu::noinline]] void raiseNotCooperative(RaddleThread *thread, std::uintptr_t site) {
  raiseFaultOfKernel(thread, FaultKind::kTrap, "synchronises the grid, but was not launched cooperatively",
                     site, "launch it with cudaLaunchCooperativeKernel()");
}

[[gnu::always_inline]] inline void requireCooperative(RaddleThread *thread, std::uintptr_t site) {
  if (!thread->block->cooperative) [[unlikely]]
    raiseNotCooperative(&fiberOf(thread), site);
}

} // namespace

RADDLE_EXPORT void raddle_grid_sync(RaddleThread *thread) {
  const std::uintptr_t site = RADDLE_CALL_SITE;
  requireCooperative(thread, site);
  syncAt(thread, Span::kGrid, "grid.sync()", site);
}

RADDLE_EXPORT uint32_t raddle_grid_barrier_arrive(RaddleThread *thread) {
  const std::uintptr_t site = RADDLE_CALL_SITE;
  requireCooperative(thread, site);
  return arriveAt(thread, Span::kGrid, site);
}

RADDLE_EXPORT void raddle_grid_barrier_wait(RaddleThread *thread, uint32_t token) {
  const std::uintptr_t site = RADDLE_CALL_SITE;
  requireCooperative(thread, site);
  waitFor(thread, Span::kGrid, token, "grid.barrier_wait()", site);
}
