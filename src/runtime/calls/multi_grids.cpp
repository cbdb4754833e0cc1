#include "runtime/block/multi_grid.h"

#include "abi/kernel_exports.h"
#include "runtime/block/block.h"
#include "runtime/block/fault.h"
#include "runtime/block/spelling.h"
#include "runtime/calls/spans.h"

using namespace raddle;
using namespace raddle::runtime;

namespace {

const Run &runOf(const RaddleThread *thread) { return *static_cast<const Block *>(thread->block)->run; }

std::uint64_t threadsOfGrid(const RaddleThread *thread) {
  return volume(thread->block->grid_dim) * volume(thread->block->block_dim);
}

[[noreturn, gnu::noinline]] void raiseNotOnSeveralDevices(RaddleThread *thread, std::uintptr_t site) {
  raiseFaultOfKernel(
      thread, FaultKind::kTrap, "synchronises several grids, but was not launched on several devices", site,
      "launch it with cudaLaunchCooperativeKernelMultiDevice()", check::Rule::kInvalidGridSync);
}

} // namespace

RADDLE_EXPORT int32_t raddle_multi_grid_is_valid(RaddleThread *thread) {
  return runOf(thread).multiGrid() != nullptr;
}

RADDLE_EXPORT void raddle_multi_grid_sync(RaddleThread *thread) {
  const std::uintptr_t site = RADDLE_CALL_SITE;
  if (!runOf(thread).multiGrid()) [[unlikely]]
    raiseNotOnSeveralDevices(&fiberOf(thread), site);
  waitFor(thread, Span::kMultiGrid, arriveAt(thread, Span::kMultiGrid, site),
          Spelling::raddle_multi_grid_sync, site);
}

RADDLE_EXPORT uint32_t raddle_multi_grid_rank(RaddleThread *thread) {
  return runOf(thread).launch().extras().grid_rank;
}

RADDLE_EXPORT uint32_t raddle_multi_grid_size(RaddleThread *thread) {
  const MultiGrid *const grids = runOf(thread).multiGrid();
  return grids ? grids->size : 1;
}

RADDLE_EXPORT uint64_t raddle_multi_grid_num_threads(RaddleThread *thread) {
  return raddle_multi_grid_size(thread) * threadsOfGrid(thread);
}

RADDLE_EXPORT uint64_t raddle_multi_grid_thread_offset(RaddleThread *thread) {
  return raddle_multi_grid_rank(thread) * threadsOfGrid(thread);
}
