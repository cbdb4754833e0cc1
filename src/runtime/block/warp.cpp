#include "runtime/block/warp.h"
#include "diagnostics/stack_trace.h"

#include "runtime/block/fault.h"
#include "runtime/block/rendezvous.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>

namespace raddle::runtime {

void Warp::begin(std::uint32_t lanes) {
  exited = lanes == kRaddleWarpSize ? 0 : ~0u << lanes;
  asking = 0;
  yielded = 0;
  for (; open; open &= open - 1)
    groups[std::countr_zero(open)].missing = 0;
}

[[gnu::noinline]] void Warp::complete(Block &block, Group &group) {
  compute(group.op, operands, arrivedAt(group));
  block.noteMeeting(static_cast<std::uint32_t>(this - block.warps), arrivedAt(group));
  open &= ~(1u << (&group - groups));
  block.release(group.waiting);
}

namespace {

[[noreturn, gnu::noinline]] void raiseNotInMask(Block &block, const Fiber &self, WarpOp op,
                                                std::uint32_t mask, std::uintptr_t site) {
  Fault fault;
  fault.kind = FaultKind::kIllegalInstruction;
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
  Warp::Group *group = warp.find(mask);
  if (!group) {
    // Who meets nobody makes no progress by that, and may do it in a loop that polls.
    if ((mask & ~warp.exited) == bit) {
      compute(op, warp.operands, bit);
      return nullptr;
    }
    group = &warp.openGroup(mask, op);
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
  warp.complete(block, *group);
  return nullptr;
}

// With masks that have their lowest lane in common, a group may be another's place.
Warp::Group *Warp::find(std::uint32_t mask) {
  Group &usual = usualGroup(mask);
  if (usual.missing && usual.mask == mask)
    return &usual;
  for (std::uint32_t rest = open; rest; rest &= rest - 1)
    if (Group &group = groups[std::countr_zero(rest)]; group.mask == mask)
      return &group;
  return nullptr;
}

// There are never more of them than lanes that wait.
Warp::Group &Warp::openGroup(std::uint32_t mask, WarpOp op) {
  Group *group = &usualGroup(mask);
  if (group->missing)
    group = &groups[std::countr_one(open)];
  open |= 1u << (group - groups);
  group->mask = mask;
  group->missing = mask & ~exited;
  group->op = op;
  group->waiting.clear();
  return *group;
}

void Warp::completeGroupsWithout(Block &block, std::uint32_t bit) {
  for (std::uint32_t rest = open; rest; rest &= rest - 1)
    if (Group &group = groups[std::countr_zero(rest)]; group.missing & bit) {
      group.missing &= ~bit;
      if (!group.missing)
        complete(block, group);
    }
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

namespace {

// Those of its warp that ask at the same place.
void answer(Block &block, Warp &warp) {
  const std::uintptr_t site = warp.asker[std::countr_zero(warp.asking)]->wait.site;
  std::uint32_t together = 0;
  for (std::uint32_t rest = warp.asking; rest; rest &= rest - 1) {
    int lane = std::countr_zero(rest);
    together |= (warp.asker[lane]->wait.site == site ? 1u : 0u) << lane;
  }
  warp.asking &= ~together;
  for (std::uint32_t rest = together; rest; rest &= rest - 1) {
    int lane = std::countr_zero(rest);
    warp.operands.result[lane] = together;
    block.ready.push(warp.asker[lane]);
  }
}

} // namespace

[[gnu::noinline]] void answerAskers(Block &block, const Fiber *running) {
  // Lanes that have yielded count as those that wait: what they look for may come from those that ask.
  std::uint32_t runnable[kMaxWarpsPerBlock] = {};
  auto note = [&](const Fiber &fiber) {
    runnable[fiber.warp] |= ~fiber.own_warp->yielded & 1u << fiber.lane;
  };
  for (const Fiber *fiber = block.ready.front(); fiber; fiber = block.ready.after(fiber))
    note(*fiber);
  if (running)
    note(*running);
  for (std::uint32_t rest = block.asking_warps; rest; rest &= rest - 1) {
    const auto index = static_cast<std::uint32_t>(std::countr_zero(rest));
    const bool all_started = block.next_thread >= std::min((index + 1) * kRaddleWarpSize, block.thread_count);
    if (runnable[index] || !all_started)
      continue;
    block.noteProgress();
    answer(block, block.warps[index]);
    if (!block.warps[index].asking)
      block.asking_warps &= ~(1u << index);
  }
}

// As often as no program feels it: this looks at all threads that are ready.
[[gnu::noinline]] void lookAfterAskers(Block &block) {
  constexpr std::uint32_t kReleasesBetween = 32;
  if (++block.releases_while_asking % kReleasesBetween == 0)
    answerAskers(block, block.worker->current);
}

} // namespace raddle::runtime
