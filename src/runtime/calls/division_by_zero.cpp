// A kernel looks at each divisor, and hardly ever calls these functions. So they keep all registers, where the
// processor's compiler can know of it (Reports in abi/runtime_functions.def).

#include "abi/kernel_exports.h"
#include "check/report.h"
#include "diagnostics/messages.h"
#include "diagnostics/stack_trace.h"
#include "diagnostics/symbolizer.h"
#include "machine/keeping_registers.h"
#include "runtime/block/block.h"
#include "runtime/block/fault.h"
#include "runtime/block/run.h"
#include "runtime/worker/worker.h"

#include <fmt/format.h>
#include <utility>

using namespace raddle;
using namespace raddle::runtime;

static void reportFinding(const Block &block, const RaddleThread &thread, std::uintptr_t site) {
  check::Finding finding =
      check::Finding::of(check::Rule::kDivisionByZero,
                         fmt::format("kernel '{}' divides an integer by zero", kernelName(block.kernel())));
  finding.here.stack = check::placesAt(site);
  finding.here.who = {.kernel = kernelName(block.kernel()),
                      .launch = block.run->launchNumber(),
                      .block = block.block_idx,
                      .thread = thread.thread_idx,
                      .warp = thread.warp,
                      .lane = thread.lane};
  check::report(std::move(finding));
}

RADDLE_BEHIND_KEPT_REGISTERS void raddle_division_by_zero_at(RaddleThread *thread, std::uintptr_t call) {
  Block &block = *static_cast<Block *>(thread->block);
  if (!block.run->takeDivisionWarning())
    return;
  const std::uintptr_t site = callSite(call);
  block.worker->onHomeStack([&] {
    if (check::enabled(check::Detector::kMemory))
      return reportFinding(block, *thread, site);
    printDiagnostic(
        fmt::format("{}warning: kernel '{}' divides an integer by zero; this is reported once per launch\n"
                    "note: block {}, thread {}, warp {}, lane {}\n",
                    placePrefix(symbolize({site})[0]), kernelName(block.kernel()), format(block.block_idx),
                    format(thread->thread_idx), thread->warp, thread->lane));
  });
}

RADDLE_BEHIND_KEPT_REGISTERS void raddle_lane_divides_by_zero_at(RaddleThread *thread, uint32_t lane,
                                                                 std::uintptr_t call) {
  raddle_select_lane(thread, lane);
  raddle_division_by_zero_at(thread, call);
  raddle_select_lane(thread, 0);
}

RADDLE_KEEPING_REGISTERS(raddle_division_by_zero, rsi, (RaddleThread * thread), (thread))
RADDLE_KEEPING_REGISTERS(raddle_lane_divides_by_zero, rdx, (RaddleThread * thread, uint32_t lane),
                         (thread, lane))
