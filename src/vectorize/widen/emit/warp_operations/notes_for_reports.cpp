// For reports of launches that end or stand still: which lanes wait where.

#include "vectorize/reshape/lanes/call_effects.h"
#include "vectorize/widen/emit/calls/calls.h"
#include "vectorize/widen/emit/warp_operations/warp_operations.h"

using namespace llvm;

namespace raddle::vectorize {

using nvvm::Runtime;
using nvvm::RuntimeFunction;

namespace {

// So many groups of lanes are noted where a launch may end.
constexpr unsigned kMostNoted = 6;

// What all lanes that come to `block` wait at next, or null.
const Instruction *nextThatWaits(const BasicBlock *block) {
  SmallPtrSet<const BasicBlock *, 8> seen;
  for (; block && seen.insert(block).second; block = block->getSingleSuccessor())
    for (const Instruction &instruction : *block)
      if (mayWait(instruction))
        return &instruction;
  return nullptr;
}

DebugLoc firstLocationIn(const BasicBlock &block) {
  for (const Instruction &instruction : block)
    if (const DebugLoc &location = instruction.getDebugLoc(); location && location.getLine())
      return location;
  return {};
}

// Without `lanes`, all of which nothing else is said.
void noteLanesAt(WarpBuilder &warp, BasicBlock *block, Value *lanes) {
  const DebugLoc here = warp.getCurrentDebugLocation();
  const Instruction *next = nextThatWaits(block);
  Value *operation = ConstantPointerNull::get(warp.getPtrTy()), *wanted = warp.getInt32(0);
  const Value *mask = next ? maskOfOperation(*next) : nullptr;
  if (mask || (next && mayWaitForOtherWarps(*next)))
    if (const RuntimeFunction *function = nvvm::calledRuntimeFunction(*next))
      operation = warp.CreateGlobalString(function->name, "operation");
  if (mask && warp.isUniform(mask)) {
    auto *computed = dyn_cast<Instruction>(mask);
    AllocaInst *memory = warp.slotOf(mask);
    if (!computed)
      wanted = warp.scalar(const_cast<Value *>(mask));
    else if (memory &&
             is_contained(warp.plan.control().order().dominatorsOf(warp.block), computed->getParent()))
      wanted = warp.CreateLoad(memory->getAllocatedType(), memory);
  }
  warp.SetCurrentDebugLocation(next ? next->getDebugLoc() : firstLocationIn(*block));
  callRuntime(warp, Runtime::raddle_lanes_wait,
              {warp.thread, operation, lanes ? lanes : warp.getInt32(~0u), wanted}, true);
  warp.SetCurrentDebugLocation(here);
}

} // namespace

void noteOtherLanes(WarpBuilder &warp) {
  SmallVector<BasicBlock *, 4> joins; // where lanes come that bypass others: their mask is not kept
  unsigned noted = 0;
  for (unsigned i : warp.plan.control().of(warp.block).deferred.set_bits()) {
    BasicBlock *block = warp.plan.control().order().blocks()[i];
    if (block == warp.block || (warp.is_kernel && warp.plan.control().order().isOnlyLeaving(block)))
      continue;
    AllocaInst *waiting = warp.waiting.lookup(block);
    if (!waiting)
      joins.push_back(block);
    else if (noted++ < kMostNoted)
      noteLanesAt(warp, block, warp.bits(warp.CreateLoad(waiting->getAllocatedType(), waiting)));
  }
  if (warp.is_kernel && joins.size() == 1 && noted <= kMostNoted)
    noteLanesAt(warp, joins[0], nullptr);
}

void noteLanes(WarpBuilder &warp) {
  warp.CreateStore(warp.bits(warp.mask), warp.CreateConstInBoundsGEP1_32(warp.getInt8Ty(), warp.thread,
                                                                         offsetof(RaddleThread, lanes_here)));
}

} // namespace raddle::vectorize
