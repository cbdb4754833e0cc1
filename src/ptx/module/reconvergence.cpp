// For example, with lane 0 in `update` and the others on their way to `behind`:
//
//   call void @llvm.nvvm.bar.warp.sync(i32 -1)
//   br i1 %other, label %behind, label %update
// update:
//   atomicrmw and ptr %barrier, i32 %mask release
//   br label %behind
//
// becomes
//
//   br i1 %other, label %meeting, label %update
// update:
//   atomicrmw and ptr %barrier, i32 %mask release
//   br label %meeting
// meeting:
//   call void @llvm.nvvm.bar.warp.sync(i32 -1)
//   br label %behind
//
// All lanes of the mask get there, since nothing on either way ends or repeats, so the barrier keeps nobody waiting.
#include "ptx/module/reconvergence.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

using namespace llvm;

namespace raddle::ptx {

namespace {

bool isWarpBarrier(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  return callee && callee->getName() == "llvm.nvvm.bar.warp.sync";
}

// The barrier that all lanes at the end of the block have passed together.
CallInst *barrierBefore(BasicBlock &end) {
  for (Instruction &instruction : reverse(end))
    if (auto *call = dyn_cast<CallInst>(&instruction); call && !call->doesNotAccessMemory())
      return isWarpBarrier(*call) ? call : nullptr;
  return nullptr;
}

// Atomic updates, and what computes their operands.
bool isUpdate(const BasicBlock &block) {
  bool updates = false;
  for (const Instruction &instruction : block) {
    updates |= isa<AtomicRMWInst>(instruction) || isa<AtomicCmpXchgInst>(instruction);
    if (const auto *call = dyn_cast<CallBase>(&instruction); call && !call->doesNotAccessMemory())
      return false;
  }
  return updates;
}

// Where both ways out of the block meet, if `way` leads nowhere else.
BasicBlock *endOfWay(const BasicBlock &from, BasicBlock *way, BasicBlock *other) {
  const auto *leaves = dyn_cast<BranchInst>(way->getTerminator());
  const bool is_beside = way->getSinglePredecessor() == &from && leaves && leaves->isUnconditional() &&
                         leaves->getSuccessor(0) == other && other != &from;
  return is_beside && isUpdate(*way) ? other : nullptr;
}

void meetBehind(BasicBlock &from) {
  auto *branch = dyn_cast<BranchInst>(from.getTerminator());
  CallInst *barrier = barrierBefore(from);
  if (!branch || !branch->isConditional() || !barrier)
    return;
  BasicBlock *first = branch->getSuccessor(0), *second = branch->getSuccessor(1);
  BasicBlock *way = first, *end = endOfWay(from, first, second);
  if (!end) {
    way = second;
    end = endOfWay(from, second, first);
  }
  if (!end)
    return;
  BasicBlock *meeting = SplitBlockPredecessors(end, {&from, way}, ".meeting");
  IRBuilder<> builder(meeting->getTerminator());
  builder.SetCurrentDebugLocation(branch->getDebugLoc());
  builder.Insert(barrier->clone());
}

} // namespace

void meetBehindUpdates(Function &function) {
  for (BasicBlock &block : make_early_inc_range(function))
    meetBehind(block);
}

} // namespace raddle::ptx
