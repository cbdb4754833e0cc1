#include "vectorize/widen/plan/control_plan.h"

#include "vectorize/reshape/loops/full_warp_loops.h"
#include "vectorize/widen/plan/shared_address.h"

#include <llvm/IR/ProfDataUtils.h>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace raddle::vectorize {

namespace {

// A block of so few instructions is run rather than skipped.
constexpr unsigned kCheapInstructions = 8;
// What is said to happen once in so many times is rare.
constexpr std::uint64_t kRarely = 100;

} // namespace

ControlPlan::ControlPlan(Function &source, const analysis::LaneShapes &shapes, bool is_kernel)
    : shapes_(shapes), order_(source, shapes), blocks_(order_.blocks().size()) {
  for (auto [plan, block] : zip_equal(blocks_, order_.blocks())) {
    plan.block = block;
    plan.deferred = BitVector(static_cast<unsigned>(blocks_.size()));
    planMask(plan, is_kernel);
    // Lanes that have left a divergent loop wait outside while others stay in it.
    for (BasicBlock *exit : order_.divergentExits(block))
      plan.deferred.set(order_.indexOf(exit));
  }
  for (BlockPlan &plan : blocks_)
    if (plan.same_lanes != plan.block)
      sources_of_masks_.insert(plan.same_lanes);
  for (BlockPlan &plan : blocks_)
    planExit(plan);
}

void ControlPlan::planMask(BlockPlan &plan, bool is_kernel) {
  BasicBlock *block = plan.block, *entry = &block->getParent()->getEntryBlock(),
             *same = order_.firstWithLanesOf(block);
  plan.mask = block == entry                 ? MaskSource::kEntry
              : followsFullWarpBranch(block) ? MaskSource::kFull
              : same == entry                ? MaskSource::kEntry
              : same != block                ? (at(same).is_full ? MaskSource::kFull : MaskSource::kSame)
              : allComeTogether(block)       ? MaskSource::kFull
                                             : MaskSource::kWaiting;
  plan.same_lanes = same;
  plan.is_full = plan.mask == MaskSource::kFull ||
                 (plan.mask == MaskSource::kEntry && is_kernel && shapes_.block().isFull());
  // Lanes that have returned are known by where they wait, even where all come there in the end.
  plan.counts_waiting = block != entry && (!order_.sameLanesAs(block) || order_.isOnlyLeaving(block));
}

// A branch leads to it that is taken by full warps only, and all lanes that took it come there.
bool ControlPlan::followsFullWarpBranch(BasicBlock *block) const {
  const auto dominators = order_.dominatorsOf(block);
  for (BasicBlock *dominator : dominators) {
    if (!isFullWarpBranch(*dominator))
      continue;
    BasicBlock *full = dominator->getTerminator()->getSuccessor(0);
    if (full->getSinglePredecessor() == dominator && (full == block || is_contained(dominators, full)) &&
        order_.firstWithLanesOf(full) == order_.firstWithLanesOf(block))
      return true;
  }
  return false;
}

// All 32 lanes are active in the block before it, and take the same side of its branch.
bool ControlPlan::allComeTogether(const BasicBlock *block) const {
  const BasicBlock *before = block->getSinglePredecessor();
  return before && order_.indexOf(before) < order_.indexOf(block) && of(before).is_full &&
         !shapes_.branchDiverges(before);
}

void ControlPlan::planExit(BlockPlan &plan) {
  using enum BlockPlan::Exit;
  Instruction *terminator = plan.block->getTerminator();
  auto *branch = dyn_cast<BranchInst>(terminator);
  if (branch && (branch->isUnconditional() || branch->getSuccessor(0) == branch->getSuccessor(1))) {
    plan.exit = kJump;
    plan.passings[0] = passLanes(plan.block, branch->getSuccessor(0));
    BitVector targets = plan.deferred;
    targets.set(order_.indexOf(branch->getSuccessor(0)));
    plan.routes[0] = routeFrom(plan.block, targets, {branch->getSuccessor(0)});
  } else if (branch) {
    planBranch(plan, *branch);
  } else {
    plan.exit = isa<ReturnInst>(terminator)        ? kReturn
                : isa<UnreachableInst>(terminator) ? kUnreachable
                                                   : kUnknown;
  }
}

void ControlPlan::planBranch(BlockPlan &plan, const BranchInst &branch) {
  using enum BlockPlan::Exit;
  BitVector deferred = plan.deferred;
  if (!shapes_.branchDiverges(plan.block)) {
    plan.exit = kUniform;
    for (unsigned side = 0; side < 2; ++side) {
      BasicBlock *to = branch.getSuccessor(side);
      plan.passings[side] = passLanes(plan.block, to);
      BitVector targets = deferred;
      targets.set(order_.indexOf(to));
      plan.routes[side] = routeFrom(plan.block, targets, {to});
    }
    return;
  }
  const int leaving = plan.may_be_empty ? -1 : sideOfRareLeaving(branch, deferred);
  plan.exit = leaving < 0 ? kDivergent : kRareLeave;
  plan.leaving = leaving < 0 ? 0 : static_cast<unsigned>(leaving);
  const unsigned first = leaving < 0 ? 0 : 1 - plan.leaving;
  for (unsigned side : {first, 1 - first})
    plan.passings[side] = passLanes(plan.block, branch.getSuccessor(side));
  if (leaving >= 0) {
    BlockPlan &staying = at(branch.getSuccessor(first));
    staying.deferred |= deferred;
    staying.deferred.set(order_.indexOf(branch.getSuccessor(plan.leaving)));
  }
  for (const BasicBlock *to : successors(&branch))
    deferred.set(order_.indexOf(to));
  plan.routes[0] = routeFrom(plan.block, deferred, {nullptr, &branch});
}

// Lanes leave `from` for `to`: they wait there, and the phis of `to` take their values.
Passing ControlPlan::passLanes(BasicBlock *from, BasicBlock *to) {
  // The first lanes to come find none there; but after a divergent loop, lanes of its earlier iterations may be.
  const bool gathers = order_.leavesDivergentLoop(from, to), is_back_edge = order_.isBackEdge(from, to);
  const bool is_first = entered_.insert(to).second;
  return {to, gathers || (pred_size(to) != 1 && !is_back_edge), gathers || !(is_first || is_back_edge)};
}

// Where the warp goes from the end of `block`, if lanes may wait at `targets`.
Route ControlPlan::routeFrom(BasicBlock *block, BitVector targets, Certain certain) {
  Route route;
  if (at(block).may_be_empty)
    certain = {};
  const int first = targets.find_first();
  BasicBlock *next = first < 0 ? nullptr : order_.blocks()[static_cast<unsigned>(first)];
  if (!next || !order_.isBackEdge(block, next)) {
    addSteps(route, targets, certain);
    return route;
  }
  if (!order_.isDivergentLoop(next)) {
    route.push_back({next, false, false});
    return route;
  }
  // Back to the header of a loop that lanes leave one by one: as long as any is left in it.
  targets.reset(static_cast<unsigned>(first));
  const bool looks = targets.any() && next != certain.only;
  route.push_back({next, looks, true});
  if (looks)
    addSteps(route, targets, {});
  return route;
}

// To the lowest-numbered block of `targets` at which a lane waits.
void ControlPlan::addSteps(Route &route, BitVector targets, Certain certain) {
  for (;;) {
    const int first = targets.find_first();
    assert(first >= 0 && "a warp has nowhere to go");
    BasicBlock *next = order_.blocks()[static_cast<unsigned>(first)];
    targets.reset(static_cast<unsigned>(first));
    bool looks = false;
    // Lanes that have not returned wait somewhere: if this is the only place left, there.
    if (targets.any()) {
      at(next).deferred |= targets;
      const bool lanes_are_there = next == certain.only || allCameTo(next);
      looks = !lanes_are_there && needsLanes(next);
      at(next).may_be_empty |= !lanes_are_there && !looks;
    }
    route.push_back({next, looks, false});
    if (!looks)
      return;
    if (certain.sides && is_contained(successors(certain.sides), next))
      certain.only = certain.sides->getSuccessor(certain.sides->getSuccessor(0) == next ? 1 : 0);
  }
}

// Whether lanes wait at `block` when the warp comes there: those that ran an earlier block for certain.
bool ControlPlan::allCameTo(BasicBlock *block) const {
  BasicBlock *same = order_.firstWithLanesOf(block);
  return same != block && !of(same).may_be_empty;
}

// The side of a branch by which lanes leave a loop one by one, as rarely happens, while those that stay come to the
// other side next; or -1. What those take along is then worth a look whether there are any.
int ControlPlan::sideOfRareLeaving(const BranchInst &branch, const BitVector &deferred) const {
  uint64_t weights[2];
  if (!extractBranchWeights(branch, weights[0], weights[1]))
    return -1;
  const unsigned rare = weights[0] < weights[1] ? 0 : 1;
  const BasicBlock *staying = branch.getSuccessor(1 - rare), *block = branch.getParent();
  const int others = deferred.find_first();
  const bool comes_next = others < 0 || static_cast<unsigned>(others) > order_.indexOf(staying);
  return weights[rare] * kRarely <= weights[1 - rare] && comes_next &&
                 order_.leavesDivergentLoop(block, branch.getSuccessor(rare)) &&
                 !order_.leavesDivergentLoop(block, staying)
             ? static_cast<int>(rare)
             : -1;
}

// Whether it costs next to nothing for no lane. A gather or scatter takes its 32 steps all the same.
bool ControlPlan::isCheapAccess(const Instruction &instruction) const {
  constexpr std::int64_t kFarApart = 64;
  const auto stride = shapes_.of(getLoadStorePointerOperand(&instruction)).stride();
  return stride && *stride != 0 && std::abs(*stride) <= kFarApart && !instruction.isVolatile() &&
         !instruction.isAtomic();
}

// Whether lanes go to a block by comparing numbers that go up evenly from lane to lane.
bool ControlPlan::isChosenByNumbers(const BasicBlock &block) const {
  const BasicBlock *before = block.getSinglePredecessor();
  auto *branch = before ? dyn_cast<BranchInst>(before->getTerminator()) : nullptr;
  if (!branch || branch->isUnconditional())
    return false;
  SmallVector<const Value *, 4> conditions{branch->getCondition()};
  for (std::size_t i = 0; i < conditions.size(); ++i) {
    const Value *condition = conditions[i], *first = nullptr, *second = nullptr;
    if (match(condition, m_LogicalAnd(m_Value(first), m_Value(second))) ||
        match(condition, m_LogicalOr(m_Value(first), m_Value(second)))) {
      conditions.append({first, second});
      continue;
    }
    auto *comparison = dyn_cast<ICmpInst>(condition);
    if (!shapes_.isUniform(condition) &&
        (!comparison ||
         any_of(comparison->operands(), [&](const Value *number) { return shapes_.of(number).isVarying(); })))
      return false;
  }
  return true;
}

bool ControlPlan::mayRunForNoLane(const Instruction &instruction, bool is_chosen_by_numbers) const {
  switch (instruction.getOpcode()) {
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
  case Instruction::FDiv:
  case Instruction::FRem:
  case Instruction::AtomicRMW:
  case Instruction::AtomicCmpXchg:
  case Instruction::Fence:
    return false;
  case Instruction::Call: {
    auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
    return intrinsic && !intrinsic->mayReadOrWriteMemory() && intrinsic->getIntrinsicID() != Intrinsic::sqrt;
  }
  case Instruction::Load:
  case Instruction::Store:
    return isCheapAccess(instruction) &&
           !(is_chosen_by_numbers && isSharedAddress(*getLoadStorePointerOperand(&instruction)));
  default:
    return true;
  }
}

// A block that is run for no lane at all must neither touch memory nor be slow, must not branch on values that no lane
// has computed, and must not hand on one value for all lanes: those that have come another way have theirs.
//
// Most warps come with all lanes or with none to a block that lanes choose by their numbers, such as a stage of a reduction:
// `if (threadIdx.x < k) sums[threadIdx.x] += sums[threadIdx.x + k]`. Whether one comes is predicted well. One that does not
// come would read past the end of its array under an empty mask, which takes a processor 70 cycles where that is a guard
// page. After a barrier that is in no loop, k is mostly a constant and the branch no divergent one.
bool ControlPlan::needsLanes(BasicBlock *block) const {
  const bool is_chosen_by_numbers = order_.isInLoop(block) && isChosenByNumbers(*block);
  for (const BasicBlock *next : successors(block))
    for (const PHINode &phi : next->phis())
      if (pred_size(next) > 1 && !shapes_.of(&phi).isVarying())
        return true;
  if (order_.isLoopHeader(block) || isa<UnreachableInst>(block->getTerminator()) ||
      of(block).mask == MaskSource::kFull)
    return true;
  if (block->getTerminator()->getNumSuccessors() > 1 && !shapes_.branchDiverges(block))
    return true;
  unsigned count = 0;
  for (const Instruction &instruction : *block) {
    if (instruction.isTerminator() || isa<PHINode>(instruction) || isa<DbgInfoIntrinsic>(instruction))
      continue;
    if (++count > kCheapInstructions || !mayRunForNoLane(instruction, is_chosen_by_numbers))
      return true;
  }
  return false;
}

} // namespace raddle::vectorize
