#include "runtime/warp.h"

#include "runtime/block.h"
#include "runtime/fault.h"

#include <bit>
#include <fmt/format.h>

namespace raddle::runtime {

void Warp::begin(std::uint32_t lanes) {
  exited = lanes == kRaddleWarpSize ? 0 : ~0u << lanes;
  blocked = 0;
  asking = 0;
  yielded = 0;
  group_count = 0;
}

Warp::Group *Warp::find(std::uint32_t mask) {
  for (std::uint32_t i = 0; i < group_count; ++i)
    if (groups[i].mask == mask)
      return &groups[i];
  return nullptr;
}

Warp::Group &Warp::open(std::uint32_t mask, WarpOp op) {
  Group &group = groups[group_count++];
  group.mask = mask;
  group.arrived = 0;
  group.op = op;
  group.waiting.clear();
  return group;
}

namespace {

// All of the group have arrived: gives them their results and makes those that wait ready.
void release(Block &block, Warp &warp, Warp::Group &group) {
  compute(group.op, warp.operands, group.arrived);
  block.noteMeeting(static_cast<std::uint32_t>(&warp - block.warps), group.arrived);
  warp.blocked &= ~group.arrived;
  block.ready.splice(group.waiting);
  group = warp.groups[--warp.group_count];
}

[[noreturn]] void raiseNotInMask(Block &block, const Fiber &self, WarpOp op, std::uint32_t mask,
                                 std::uintptr_t site) {
  Fault fault;
  fault.kind = FaultKind::kIllegalInstruction;
  fault.text = fmt::format("lane {} calls {} with mask {:#010x}, which does not name it", self.lane,
                           spelling(op), mask);
  fault.site = callSite(site);
  fault.thread = self;
  raiseFault(block, std::move(fault));
}

[[noreturn]] void raiseMismatch(Block &block, const Fiber &self, WarpOp op, const Warp::Group &group,
                                std::uintptr_t site) {
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

std::uint64_t rendezvous(RaddleThread *thread, WarpOp op, std::uint32_t mask, std::uint64_t value,
                         std::uint32_t source_lane, std::uintptr_t site) {
  Fiber &self = *static_cast<Fiber *>(thread);
  Block &block = *static_cast<Block *>(thread->block);
  Warp &warp = block.warps[thread->warp];
  const std::uint32_t lane = thread->lane;
  const std::uint32_t bit = 1u << lane;
  if (!(mask & bit)) [[unlikely]]
    raiseNotInMask(block, self, op, mask, site);

  warp.operands.value[lane] = value;
  warp.operands.source[lane] = static_cast<std::uint8_t>(source_lane);
  const std::uint32_t needed = mask & ~warp.exited;
  Warp::Group *group = warp.find(mask);
  if (!group) {
    if (needed == bit) {
      compute(op, warp.operands, bit);
      return warp.operands.result[lane];
    }
    group = &warp.open(mask, op);
  } else if (group->op != op) [[unlikely]] {
    raiseMismatch(block, self, op, *group, site);
  }

  group->arrived |= bit;
  if (group->arrived == needed) {
    block.noteProgress();
    release(block, warp, *group);
    return warp.operands.result[lane];
  }
  self.wait = {spelling(op), mask, site};
  group->waiting.push(&self);
  warp.blocked |= bit;
  warp.laneBlocked(block);
  block.wait(self);
  return warp.operands.result[lane];
}

void Warp::completeGroupsWithout(Block &block, std::uint32_t bit) {
  for (std::uint32_t i = 0; i < group_count;) {
    Group &group = groups[i];
    // release() moves the last group into this place, so it is looked at next.
    if ((group.mask & bit) && group.arrived == (group.mask & ~exited))
      release(block, *this, group);
    else
      ++i;
  }
}

// __activemask(): on a GPU the lanes that run together come back together. Here a lane that asks waits until
// no other lane of its warp can run; then those that ask at the same place are told of each other.
void Warp::answerAskers(Block &block) {
  if ((blocked | exited | yielded) != ~0u)
    return;
  const std::uintptr_t site = asker[std::countr_zero(asking)]->wait.site;
  std::uint32_t together = 0;
  for (std::uint32_t rest = asking; rest; rest &= rest - 1) {
    int lane = std::countr_zero(rest);
    together |= (asker[lane]->wait.site == site ? 1u : 0u) << lane;
  }
  asking &= ~together;
  blocked &= ~together;
  block.noteProgress();
  for (std::uint32_t rest = together; rest; rest &= rest - 1) {
    int lane = std::countr_zero(rest);
    operands.result[lane] = together;
    block.ready.push(asker[lane]);
  }
}

} // namespace raddle::runtime
