// The barrier of a grid, as kernels call it.
#include "abi/kernel_exports.h"
#include "runtime/block/block.h"
#include "runtime/block/spelling.h"
#include "runtime/calls/spans.h"

using namespace raddle;
using namespace raddle::runtime;

namespace {

[[noreturn, gnu::noinline]] void raiseNotCooperative(RaddleThread *thread, std::uintptr_t site) {
  raiseFaultOfKernel(thread, FaultKind::kTrap, "synchronises the grid, but was not launched cooperatively",
                     site, "launch it with cudaLaunchCooperativeKernel()", check::Rule::kInvalidGridSync);
}

[[gnu::always_inline]] inline void requireCooperative(RaddleThread *thread, std::uintptr_t site) {
  if (!thread->block->cooperative) [[unlikely]]
    raiseNotCooperative(&fiberOf(thread), site);
}

} // namespace

RADDLE_EXPORT void raddle_grid_sync(RaddleThread *thread) {
  const std::uintptr_t site = RADDLE_CALL_SITE;
  requireCooperative(thread, site);
  syncAt(thread, Span::kGrid, Spelling::raddle_grid_sync, site);
}

RADDLE_EXPORT uint32_t raddle_grid_barrier_arrive(RaddleThread *thread) {
  const std::uintptr_t site = RADDLE_CALL_SITE;
  requireCooperative(thread, site);
  return arriveAt(thread, Span::kGrid, site);
}

RADDLE_EXPORT void raddle_grid_barrier_wait(RaddleThread *thread, uint32_t token) {
  const std::uintptr_t site = RADDLE_CALL_SITE;
  requireCooperative(thread, site);
  waitFor(thread, Span::kGrid, token, Spelling::raddle_grid_barrier_wait, site);
}
