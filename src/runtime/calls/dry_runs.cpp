// RADDLE_CHECK: what kernels ask and tell of dry runs.

#include "abi/kernel_exports.h"
#include "runtime/block/block.h"
#include "runtime/race/dry_run.h"

using namespace raddle;
using namespace raddle::runtime;
using namespace raddle::runtime::race;

namespace {

DryRun &dryRunOf(RaddleThread *thread) { return DryRun::of(*static_cast<Block *>(thread->block)); }

} // namespace

RADDLE_EXPORT uint32_t raddle_dry_run_wanted(RaddleThread *thread, uint32_t loop) {
  return dryRunOf(thread).isWanted(loop);
}

RADDLE_EXPORT uint32_t raddle_dry_run_passed(RaddleThread *thread, uint32_t loop) {
  return dryRunOf(thread).hasPassed(loop);
}

RADDLE_EXPORT void raddle_dry_run_used(RaddleThread *thread, uint32_t loop) {
  dryRunOf(thread).noteUse(loop);
}

RADDLE_EXPORT void raddle_dry_row(RaddleThread *thread, uint32_t warp, uint32_t lanes, uint64_t first,
                                  int64_t stride, uint64_t variable, uint64_t size, uint64_t bytes,
                                  uint32_t flags) {
  dryRunOf(thread).lookAtRow({warp, lanes, variable, size, bytes, flags}, first, stride);
}

RADDLE_EXPORT void raddle_dry_lanes(RaddleThread *thread, uint32_t warp, uint32_t lanes,
                                    const uint64_t *addresses, uint64_t variable, uint64_t size,
                                    uint64_t bytes, uint32_t flags) {
  dryRunOf(thread).lookAtLanes({warp, lanes, variable, size, bytes, flags}, addresses);
}

RADDLE_EXPORT void raddle_dry_barrier(RaddleThread *thread, uint32_t warp, uint32_t lanes) {
  dryRunOf(thread).barrier(warp, lanes);
}
