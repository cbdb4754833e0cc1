// RADDLE_TRACE: the steps that kernels tell.

#include "abi/kernel_exports.h"
#include "runtime/block/block.h"
#include "runtime/worker/worker.h"
#include "trace/recorder.h"

using namespace raddle;
using namespace raddle::runtime;

namespace {

// Where the values of the step go; null where nobody wants to see it.
std::uint64_t *placeOf(const RaddleThread *thread, trace::Step step) {
  const Block &block = *static_cast<Block *>(thread->block);
  if (!block.run->isTraced() || block.replaying || step.lanes == 0 ||
      !trace::isTraced(block.block_idx, step.warp, step.site & static_cast<unsigned>(kRaddleTraceOfAllWarps)))
    return nullptr;
  step.shared = block.shared;
  step.shared_bytes = block.shared_bytes;
  Fiber &fiber = *block.worker->current;
  step.stack = fiber.stack_bottom;
  step.stack_bytes = static_cast<std::size_t>(fiber.stackTop() - fiber.stack_bottom);
  return trace::record(step);
}

} // namespace

RADDLE_EXPORT void raddle_trace(RaddleThread *thread, const RaddleTraceTable *table, uint32_t site,
                                uint32_t warp, uint64_t first, uint64_t second, uint64_t third,
                                uint64_t fourth) {
  std::uint64_t *const place = placeOf(thread, {table, site, warp, 1u << thread->lane, false});
  if (!place)
    return;
  const std::uint64_t values[] = {first, second, third, fourth};
  for (unsigned i = 0; i < (site >> kRaddleTraceValuesShift & 7); ++i)
    place[i] = values[i];
}

RADDLE_EXPORT uint64_t *raddle_trace_lanes(RaddleThread *thread, const RaddleTraceTable *table, uint32_t site,
                                           uint32_t warp, uint32_t lanes) {
  return placeOf(thread, {table, site, warp, lanes, true});
}
