#include "runtime/calls/rendezvous.h"

#include "diagnostics/stack_trace.h"

#include <fmt/format.h>
#include <utility>

namespace raddle::runtime {

namespace {

[[noreturn, gnu::noinline]] void raiseNotInMask(Block &block, const Fiber &self, WarpOp op,
                                                std::uint32_t mask, std::uintptr_t site) {
  Fault fault;
  fault.kind = FaultKind::kIllegalInstruction;
  fault.rule = check::Rule::kCallerOutsideMask;
  fault.text = fmt::format("lane {} calls {} with mask {:#010x}, which does not name it", self.lane,
                           spelling(op), mask);
  fault.site = callSite(site);
  fault.thread = self;
  raiseFault(block, std::move(fault));
}

[[noreturn, gnu::noinline]] void raiseMismatch(Block &block, const Fiber &self, WarpOp op,
                                               const Warp::Group &group, std::uintptr_t site) {
  const Fiber &other = *group.waiting.front();
  Fault fault;
  fault.kind = FaultKind::kIllegalInstruction;
  fault.rule = check::Rule::kDifferentOperations;
  fault.text = fmt::format("lane {} calls {} with mask {:#010x} while lane {} waits at {} with the same mask",
                           self.lane, spelling(op), group.mask, other.lane, spelling(group.op));
  fault.site = callSite(site);
  fault.thread = self;
  fault.notes.push_back({fmt::format("lane {} waits here", other.lane), callSite(other.wait.site)});
  fault.notes.push_back({"all lanes that a mask names must call the same intrinsic", 0});
  raiseFault(block, std::move(fault));
}

} // namespace

[[gnu::noinline]] Fiber *arriveSlowlyIn(WarpOp op, Fiber &self, std::uint32_t mask, std::uintptr_t site) {
  Block &block = *static_cast<Block *>(self.block);
  Warp &warp = *self.own_warp;
  const std::uint32_t bit = 1u << self.lane;
  if (!(mask & bit)) [[unlikely]]
    raiseNotInMask(block, self, op, mask, site);
  if (block.sync_checks) [[unlikely]]
    block.sync_checks->arrive(block, self, op, mask, site);
  Warp::Group *group = warp.find(mask);
  if (!group) {
    // A lane that meets nobody makes no progress by that, and may do it in a loop that polls.
    if ((mask & ~warp.exited) == bit) {
      if (block.sync_checks) [[unlikely]]
        block.sync_checks->shuffle(block, warp, op, mask, bit);
      compute(op, warp.operands, bit);
      return nullptr;
    }
    group = &warp.openGroup(mask, op, block.sync_checks != nullptr);
  } else if (group->op != op) [[unlikely]] {
    raiseMismatch(block, self, op, *group, site);
  }
  group->missing &= ~bit;
  if (group->missing) {
    self.wait = {spelling(op), mask, site};
    group->waiting.push(&self);
    return block.turnFrom(self);
  }
  block.leaveIfAborted(self);
  block.completeGroup(warp, *group);
  return nullptr;
}

std::uint32_t activeMask(RaddleThread *thread, std::uintptr_t site) {
  Fiber &self = *static_cast<Fiber *>(thread);
  Block &block = *static_cast<Block *>(thread->block);
  Warp &warp = *self.own_warp;
  self.wait = {"__activemask()", 0, site};
  warp.asker[self.lane] = &self;
  warp.asking |= 1u << self.lane;
  warp.yielded = 0;
  block.asking_warps |= 1u << self.warp;
  block.leaveIfAborted(self);
  block.wait(self);
  return static_cast<std::uint32_t>(warp.operands.result[self.lane]);
}

} // namespace raddle::runtime
