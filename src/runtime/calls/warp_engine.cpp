// What only code that runs a warp at a time calls.

#include "abi/kernel_exports.h"
#include "base/environment.h"
#include "check/report.h"
#include "diagnostics/messages.h"
#include "diagnostics/stack_trace.h"
#include "diagnostics/symbolizer.h"
#include "machine/keeping_registers.h"
#include "runtime/block/block.h"
#include "runtime/block/fault.h"
#include "runtime/worker/worker.h"

#include <atomic>
#include <bit>
#include <fmt/format.h>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

using namespace raddle;
using namespace raddle::runtime;

namespace {

// For raddle_lanes_wait.
constexpr std::uint32_t kAllOthers = ~0u;

struct Operation {
  std::string_view function;
  const char *spelling; // how a user calls it
  bool is_of_warp;      // takes a mask
};

const Operation kOperations[] = {
#define RADDLE_WARP_OPERATION(function, form, result, entry, spelling) {#function, spelling, true},
#define RADDLE_BARRIER(function, effect, form, result, fusion, entry, spelling) {#function, spelling, false},
#include "abi/runtime_functions.def"
};

const Operation &operationOf(std::string_view function) {
  static const Operation barrier{"", "a barrier", false};
  for (const Operation &operation : kOperations)
    if (operation.function == function)
      return operation;
  return barrier;
}

// The same line is in several objects, for blocks of several classes, and may have been copied within one.
bool isFirstWarning(const std::string &about) {
  static std::mutex mutex;
  static std::set<std::string> given;
  std::lock_guard lock(mutex);
  return given.insert(about).second;
}

void reportFinding(const Block &block, const RaddleThread &thread, std::uintptr_t site, check::Rule rule,
                   std::string what) {
  check::Finding finding = check::Finding::of(rule, std::move(what));
  finding.here.stack = check::placesAt(site);
  finding.here.who = {.kernel = kernelName(block.kernel()),
                      .launch = block.run->launchNumber(),
                      .block = block.block_idx,
                      .thread = {},
                      .warp = thread.warp,
                      .lane = {}};
  check::report(std::move(finding));
}

} // namespace

RADDLE_BEHIND_KEPT_REGISTERS void raddle_lanes_are_missing_at(RaddleThread *thread, RaddleShufflePlace *place,
                                                              uint32_t wanted, uint32_t active, uint32_t live,
                                                              std::uintptr_t call) {
  if (std::atomic_ref(place->has_warned).exchange(1))
    return;
  const Block &block = *static_cast<const Block *>(thread->block);
  block.worker->onHomeStack([&] {
    const char *operation = operationOf(place->operation).spelling;
    if (check::enabled(check::Detector::kSync))
      return reportFinding(block, *thread, callSite(call), check::Rule::kMissingLanes,
                           fmt::format("{}({:#010x}) is called in {}, but not in {}", operation, wanted,
                                       formatLanes(active & wanted), formatLanes(wanted & live & ~active)));
    const std::string where = placePrefix(symbolize({callSite(call)})[0]),
                      kernel = kernelName(block.kernel());
    if (raddle::isQuiet() || !isFirstWarning(where + kernel + operation))
      return;
    printDiagnostic(fmt::format(
        "{}warning: kernel '{}' calls {}({:#010x}) in {}, but not in {}\n"
        "note: block {}, warp {}\n"
        "note: all lanes that a mask names must come to the operation; as no lane reads from one that is "
        "missing, it goes on\n"
        "note: let each group name its own lanes, as 0xff << (lane & 24) for groups of 8, or use tiles of "
        "Cooperative Groups; this is reported once\n",
        where, kernel, operation, wanted, formatLanes(active & wanted), formatLanes(wanted & live & ~active),
        format(block.block_idx), thread->warp));
  });
}

RADDLE_KEEPING_REGISTERS(raddle_lanes_are_missing, r9,
                         (RaddleThread * thread, RaddleShufflePlace *place, uint32_t wanted, uint32_t active,
                          uint32_t live),
                         (thread, place, wanted, active, live))

RADDLE_EXPORT void raddle_caller_outside_mask(RaddleThread *thread, const char *operation, uint32_t mask) {
  // Nearly always the same place again.
  static std::atomic<std::uintptr_t> told_last = 0;
  const std::uintptr_t site = RADDLE_CALL_SITE;
  if (told_last.exchange(site, std::memory_order_relaxed) == site)
    return;
  const Block &block = *static_cast<const Block *>(thread->block);
  block.worker->onHomeStack([&] {
    static std::mutex mutex;
    static auto *const told = new std::set<std::uintptr_t>;
    {
      std::lock_guard lock(mutex);
      if (!told->insert(site).second)
        return;
    }
    if (check::enabled(check::Detector::kSync))
      return reportFinding(block, *thread, callSite(site), check::Rule::kCallerOutsideMask,
                           fmt::format("lane {} calls {} with mask {:#010x}, which does not name it",
                                       thread->lane, operationOf(operation).spelling, mask));
    const std::string where = placePrefix(symbolize({callSite(site)})[0]),
                      kernel = kernelName(block.kernel()), spelled = operationOf(operation).spelling;
    if (!isFirstWarning("mask" + where + kernel + spelled))
      return;
    printDiagnostic(
        fmt::format("{}warning: in kernel '{}' lane {} calls {} with mask {:#010x}, which does not name it\n"
                    "note: block {}, thread {}, warp {}\n"
                    "note: RADDLE_LENIENT=1 lets it go on, alone; on a GPU what it gets is undefined; this "
                    "is told once\n",
                    where, kernel, thread->lane, spelled, mask, format(block.block_idx),
                    format(thread->thread_idx), thread->warp));
  });
}

RADDLE_EXPORT void raddle_select_lane(RaddleThread *thread, uint32_t lane) {
  const RaddleDim3 &dim = thread->block->block_dim;
  const uint32_t linear = thread->warp * kRaddleWarpSize + lane;
  thread->lane = lane;
  thread->thread_idx = {linear % dim.x, linear / dim.x % dim.y, linear / dim.x / dim.y};
}

RADDLE_EXPORT void raddle_lanes_wait(RaddleThread *thread, const char *function, uint32_t lanes,
                                     uint32_t wanted) {
  if (!lanes)
    return;
  PartedLanes parted{lanes, {nullptr, 0, RADDLE_CALL_SITE}, false};
  if (function) {
    const Operation &operation = operationOf(function);
    parted.next.what = operation.spelling;
    parted.next.mask = operation.is_of_warp ? wanted : 0;
    parted.knows_whom = !operation.is_of_warp || wanted;
  }
  static_cast<Block *>(thread->block)->parted.push_back(parted);
}

RADDLE_EXPORT void raddle_lanes_part(RaddleThread *thread, const char *function, uint32_t lane,
                                     uint32_t wanted, uint32_t active, uint32_t live) {
  Block &block = *static_cast<Block *>(thread->block);
  const Operation &operation = operationOf(function);
  if (lane == kRaddleWarpSize)
    lane = static_cast<uint32_t>(std::countr_zero(active & ~wanted ? active & ~wanted : active));
  if (!(wanted >> lane & 1)) {
    raddle_select_lane(thread, lane);
    Fault fault;
    fault.kind = FaultKind::kIllegalInstruction;
    fault.rule = check::Rule::kCallerOutsideMask;
    fault.text = fmt::format("lane {} calls {} with mask {:#010x}, which does not name it", lane,
                             operation.spelling, wanted);
    fault.site = callSite(RADDLE_CALL_SITE);
    fault.thread = *thread;
    raiseFault(block, std::move(fault));
  }
  // Nobody can release lanes that wait for others of their warp. Where warps run in a loop, `thread` is no
  // fiber.
  Fiber &self = *block.worker->current;
  if (!block.by_threads) {
    self.warp = thread->warp;
    for (uint32_t warp = 0; warp < block.warpCount(); ++warp)
      block.warps[warp].exited = warp < self.warp ? ~0u : 0;
  }
  self.wait = {operation.spelling, operation.is_of_warp ? wanted : 0, RADDLE_CALL_SITE};
  self.lanes_here = active & wanted;
  self.live_lanes = live;
  std::uint32_t others = live & ~self.lanes_here;
  for (const PartedLanes &parted : block.parted)
    if (parted.lanes != kAllOthers)
      others &= ~parted.lanes;
  for (PartedLanes &parted : block.parted)
    if (parted.lanes == kAllOthers)
      parted.lanes = others;
  std::erase_if(block.parted, [](const PartedLanes &parted) { return !parted.lanes; });
  block.worker->leave(self, BlockEvent::kStuck);
  __builtin_unreachable();
}
