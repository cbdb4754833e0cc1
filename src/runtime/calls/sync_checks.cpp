// RADDLE_CHECK=sync: what checked code tells of its warp operations.

#include "abi/kernel_exports.h"
#include "check/report.h"
#include "diagnostics/messages.h"
#include "runtime/block/block.h"
#include "runtime/worker/worker.h"

#include <bit>
#include <fmt/format.h>
#include <string_view>

using namespace raddle;
using namespace raddle::runtime;

namespace {

const char *spellingOf(std::string_view function) {
  struct Operation {
    std::string_view function;
    const char *spelling;
  };
  static constexpr Operation kOperations[] = {
#define RADDLE_WARP_OPERATION(function, form, result, entry, spelling) {#function, spelling},
#include "abi/runtime_functions.def"
  };
  for (const Operation &operation : kOperations)
    if (operation.function == function)
      return operation.spelling;
  return "a warp operation";
}

bool isChecked(const Block &block) {
  return block.run->launch().checked && check::enabled(check::Detector::kSync);
}

void tellOfActiveMask(Block &block, const RaddleThread &thread, const char *operation, std::uint32_t mask,
                      std::uint32_t missing, bool is_doubtful, std::uintptr_t site) {
  tellAt(block, check::Rule::kActiveMask, site, 0, &thread, [&](check::Finding &finding) {
    finding.what = fmt::format(
        "{} takes the mask {:#010x} of __activemask(), in which {} {} missing: who is in it "
        "is not defined",
        spellingOf(operation), mask, formatLanes(missing), std::has_single_bit(missing) ? "is" : "are");
    if (is_doubtful) {
      finding.severity = check::Severity::kNote;
      finding.notes.push_back({"it does no harm where the result does not depend on who takes part"});
    }
  });
}

} // namespace

RADDLE_EXPORT void raddle_check_width(RaddleThread *thread, const char *operation, uint32_t clamp) {
  const uint32_t width = kRaddleWarpSize - (clamp >> 8);
  if (width - 1 < kRaddleWarpSize && std::has_single_bit(width))
    return;
  Block &block = *static_cast<Block *>(thread->block);
  if (!isChecked(block))
    return;
  // The lower bits of 32 - width are all that the instruction has: a multiple of 32 more or less is not seen.
  const auto given = static_cast<std::int32_t>(kRaddleWarpSize) - (static_cast<std::int32_t>(clamp) >> 8);
  tellAt(block, check::Rule::kInvalidWidth, RADDLE_CALL_SITE, 0, thread, [&](check::Finding &finding) {
    finding.what =
        fmt::format("{} has a width of {}, which is no power of two up to 32", spellingOf(operation), given);
  });
}

RADDLE_EXPORT void raddle_discard_next_read(RaddleThread *thread) {
  if (SyncChecks *checks = static_cast<Block *>(thread->block)->sync_checks)
    checks->discardNextRead(*static_cast<Fiber *>(thread));
}

RADDLE_EXPORT void raddle_check_active_mask(RaddleThread *thread, const char *operation, uint32_t mask,
                                            uint32_t is_doubtful) {
  Block &block = *static_cast<Block *>(thread->block);
  const uint32_t missing = block.by_threads ? ~(mask | block.warps[thread->warp].exited) : 0;
  if (missing && isChecked(block))
    tellOfActiveMask(block, *thread, operation, mask, missing, is_doubtful, RADDLE_CALL_SITE);
}

RADDLE_EXPORT void raddle_lane_reads_absent(RaddleThread *thread, const char *operation, uint32_t mask,
                                            uint32_t lane, uint32_t source, uint32_t live,
                                            uint32_t is_discarded) {
  Block &block = *static_cast<Block *>(thread->block);
  if (isChecked(block))
    tellOf(block, thread->warp, {spellingOf(operation), mask, lane, source, ~live, is_discarded != 0},
           RADDLE_CALL_SITE);
}

RADDLE_EXPORT void raddle_uses_active_mask(RaddleThread *thread, const char *operation, uint32_t mask,
                                           uint32_t live, uint32_t is_doubtful) {
  Block &block = *static_cast<Block *>(thread->block);
  if (isChecked(block))
    tellOfActiveMask(block, *thread, operation, mask, live & ~mask, is_doubtful, RADDLE_CALL_SITE);
}

RADDLE_EXPORT void raddle_lanes_differ(RaddleThread *thread, const char *operation, uint32_t others) {
  if (others)
    static_cast<Block *>(thread->block)
        ->parted.push_back({others, {spellingOf(operation), 0, RADDLE_CALL_SITE}, false});
}
