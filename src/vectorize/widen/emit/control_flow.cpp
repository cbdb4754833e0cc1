#include "vectorize/widen/emit/control_flow.h"

#include "vectorize/fields.h"
#include "vectorize/widen/emit/calls/calls.h"
#include "vectorize/widen/emit/vectors.h"

using namespace llvm;

namespace raddle::vectorize {

ControlFlow::ControlFlow(WarpBuilder &warp) : warp_(warp) {
  auto *mask_type = FixedVectorType::get(warp.getInt1Ty(), kLanes);
  for (const BlockPlan &plan : warp.plan.control().blocks()) {
    BasicBlock *block = plan.block;
    entries_[block] = warp.newBlock(block->getName());
    masks_[block] = warp.slot(mask_type, block->getName() + ".mask");
    if (plan.counts_waiting)
      warp.waiting[block] = warp.slot(mask_type, block->getName() + ".waiting");
    for (PHINode &phi : block->phis())
      phi_slots_[&phi] = warp.slot(warp.typeOf(&phi), phi.getName() + ".next");
  }
}

void ControlFlow::emitPrologue(BasicBlock *start) {
  warp_.SetInsertPoint(start);
  if (DISubprogram *program = warp_.target.getSubprogram())
    warp_.SetCurrentDebugLocation(DILocation::get(warp_.target.getContext(), program->getLine(), 0, program));
  auto *mask_type = FixedVectorType::get(warp_.getInt1Ty(), kLanes);
  Value *lanes = emitLanesOfBlock(start);
  warp_.entry_mask = warp_.is_kernel ? lanes : warp_.maskFromBits(warp_.target.getArg(1));
  for (const BlockPlan &plan : warp_.plan.control().blocks())
    if (AllocaInst *waiting = warp_.waiting.lookup(plan.block))
      warp_.CreateStore(Constant::getNullValue(mask_type), waiting);
  forgetMasksIn(nullptr);
  warp_.CreateBr(entries_[&warp_.source.getEntryBlock()]);
}

// The masks of blocks that the warp may bypass and whose masks other blocks take. Those of a loop were run in another
// iteration, if at all.
void ControlFlow::forgetMasksIn(const Loop *loop) {
  const LinearOrder &order = warp_.plan.control().order();
  for (BasicBlock *block : warp_.plan.control().sourcesOfMasks())
    if (order.loops().getLoopFor(block) == loop && !(loop && loop->getHeader() == block))
      warp_.CreateStore(Constant::getNullValue(masks_[block]->getAllocatedType()), masks_[block]);
}

// The lanes that the block has; in blocks of any layout also which threads they are.
Value *ControlFlow::emitLanesOfBlock(BasicBlock *start) {
  const BlockClass &block_class = warp_.shapes.block();
  if (block_class.isFull())
    return Constant::getAllOnesValue(FixedVectorType::get(warp_.getInt1Ty(), kLanes));
  if (block_class.layout != BlockClass::Layout::kLine)
    return emitLanesOfAnyBlock(start);
  IRBuilder<> plain(start);
  plain.SetCurrentDebugLocation(warp_.getCurrentDebugLocation());
  Type *i32 = warp_.getInt32Ty();
  Value *count = loadBlockField(plain, warp_.thread, offsetof(RaddleBlock, block_dim.x), i32);
  Value *first = loadThreadField(plain, warp_.thread, offsetof(RaddleThread, thread_idx.x), i32);
  warp_.SetInsertPoint(start);
  return warp_.CreateICmpULT(warp_.iota(i32, 1), warp_.splat(warp_.CreateSub(count, first)));
}

Value *ControlFlow::emitLanesOfAnyBlock(BasicBlock *start) {
  IRBuilder<> plain(start);
  plain.SetCurrentDebugLocation(warp_.getCurrentDebugLocation());
  Type *i32 = warp_.getInt32Ty();
  auto dimension = [&](unsigned offset) { return loadBlockField(plain, warp_.thread, offset, i32); };
  Value *x = dimension(offsetof(RaddleBlock, block_dim.x)),
        *y = dimension(offsetof(RaddleBlock, block_dim.y));
  Value *z = dimension(offsetof(RaddleBlock, block_dim.z));
  Value *number = loadThreadField(plain, warp_.thread, offsetof(RaddleThread, warp), i32);
  warp_.SetInsertPoint(start);
  Value *first = warp_.CreateMul(number, warp_.getInt32(kLanes));
  Value *linear = warp_.CreateAdd(warp_.splat(first), warp_.iota(i32, 1));
  Value *count = warp_.CreateMul(warp_.CreateMul(x, y), z);
  // Division of numbers below 2^11 by way of float: (n + 0.5) / d is never so close to a whole number that
  // rounding could reach it.
  Type *f32 = FixedVectorType::get(warp_.getFloatTy(), kLanes);
  auto divide = [&](Value *dividend, Value *divisor) {
    Value *numerator = warp_.CreateFAdd(warp_.CreateSIToFP(dividend, f32), ConstantFP::get(f32, 0.5));
    Value *quotient =
        warp_.CreateFDiv(numerator, warp_.splat(warp_.CreateSIToFP(divisor, warp_.getFloatTy())));
    return warp_.CreateFPToSI(quotient, linear->getType());
  };
  Value *row = divide(linear, x);
  warp_.thread_idx[0] = warp_.CreateSub(linear, warp_.CreateMul(row, warp_.splat(x)));
  warp_.thread_idx[2] = divide(row, y);
  warp_.thread_idx[1] = warp_.CreateSub(row, warp_.CreateMul(warp_.thread_idx[2], warp_.splat(y)));
  return warp_.CreateICmpULT(linear, warp_.splat(count));
}

// ---- masks

Value *ControlFlow::lanesThatRan(const BasicBlock *block) {
  if (block == &warp_.source.getEntryBlock())
    return warp_.entry_mask;
  return warp_.CreateLoad(masks_[block]->getAllocatedType(), masks_[block]);
}

Value *ControlFlow::maskOf(const BlockPlan &plan) {
  switch (plan.mask) {
  case MaskSource::kEntry:
    return warp_.entry_mask;
  case MaskSource::kFull:
    return Constant::getAllOnesValue(FixedVectorType::get(warp_.getInt1Ty(), kLanes));
  case MaskSource::kSame:
    return lanesThatRan(plan.same_lanes);
  case MaskSource::kWaiting:
    return waitingAt(plan.block);
  }
  llvm_unreachable("all sources of masks are listed");
}

Value *ControlFlow::waitingAt(const BasicBlock *block) {
  if (AllocaInst *waiting = warp_.waiting.lookup(block))
    return warp_.CreateLoad(waiting->getAllocatedType(), waiting);
  return lanesThatRan(warp_.plan.control().of(block).same_lanes);
}

Value *liveMask(WarpBuilder &warp) {
  if (!warp.is_kernel)
    return warp.maskFromBits(warp.target.getArg(2));
  const LinearOrder &order = warp.plan.control().order();
  Value *live = warp.entry_mask;
  for (unsigned i : warp.plan.control().of(warp.block).deferred.set_bits()) {
    const BasicBlock *block = order.blocks()[i];
    AllocaInst *waiting = warp.waiting.lookup(block);
    if (waiting && block != warp.block && order.isOnlyLeaving(block))
      live = warp.CreateAnd(live, warp.CreateNot(warp.CreateLoad(waiting->getAllocatedType(), waiting)));
  }
  return live;
}

void ControlFlow::emitBeginning(const BlockPlan &plan) {
  BasicBlock *block = plan.block;
  const LinearOrder &order = warp_.plan.control().order();
  warp_.SetInsertPoint(entries_[block]);
  Value *mask = maskOf(plan);
  // No lane waits there any more: in a loop the next iteration asks again.
  if (AllocaInst *waiting = warp_.waiting.lookup(block))
    warp_.CreateStore(Constant::getNullValue(waiting->getAllocatedType()), waiting);
  warp_.beginBlock(block, mask, plan.may_be_empty);
  warp_.CreateStore(mask, masks_[block]);
  if (order.isLoopHeader(block))
    forgetMasksIn(order.loops().getLoopFor(block));
  for (PHINode &phi : block->phis()) {
    AllocaInst *next = phi_slots_[&phi];
    warp_.define(phi, warp_.CreateLoad(next->getAllocatedType(), next, phi.getName()));
  }
}

// ---- branches

// Where all lanes decide by their numbers, a comparison of scalars says whether any of them goes to either side, long before
// the mask is there.
void ControlFlow::noteWhetherSomeGo(const BranchInst &branch) {
  const LoopInfo &loops = warp_.plan.control().order().loops();
  for (unsigned side : {0, 1}) {
    BasicBlock *to = branch.getSuccessor(side);
    if (!to->getSinglePredecessor() || loops.getLoopFor(to) != loops.getLoopFor(warp_.block))
      continue;
    if (Value *some = someLaneDecides(warp_, *branch.getCondition(), /*holds=*/side == 0)) {
      AllocaInst *slot = warp_.slot(warp_.getInt1Ty(), to->getName() + ".some");
      warp_.CreateStore(some, slot);
      some_go_[to] = slot;
    }
  }
}

// Whether a lane waits at a block, or at the one that has its lanes. Since the branch before that one nobody has come to it or
// left it.
Value *ControlFlow::isAwaited(const BasicBlock *block) {
  const LinearOrder &order = warp_.plan.control().order();
  for (const BasicBlock *same = block; same; same = order.sameLanesAs(same))
    if (AllocaInst *some = some_go_.lookup(same);
        some && order.dominators().dominates(same->getSinglePredecessor(), warp_.block) &&
        order.loops().getLoopFor(same) == order.loops().getLoopFor(warp_.block))
      return warp_.CreateLoad(some->getAllocatedType(), some);
  return warp_.anyLane(waitingAt(block));
}

// `lanes` take an edge: they wait where it leads to, and the phis there take their values.
void ControlFlow::passLanes(BasicBlock *from, const Passing &passing, Value *lanes) {
  if (AllocaInst *waiting = warp_.waiting.lookup(passing.to)) {
    Value *together = passing.joins_others
                          ? warp_.CreateOr(warp_.CreateLoad(waiting->getAllocatedType(), waiting), lanes)
                          : lanes;
    warp_.CreateStore(together, waiting);
  }
  // All values are read before any is written: phis may refer to each other.
  SmallVector<std::pair<AllocaInst *, Value *>, 8> updates;
  for (PHINode &phi : passing.to->phis()) {
    Value *incoming = phi.getIncomingValueForBlock(from);
    if (isa<UndefValue>(incoming))
      continue;
    AllocaInst *next = phi_slots_[&phi];
    if (!warp_.shapes.of(&phi).isVarying()) {
      updates.push_back({next, warp_.scalar(incoming)});
      continue;
    }
    Value *value = warp_.vector(incoming);
    if (passing.keeps_values && !warp_.isFull(lanes))
      value = selectLanes(warp_, lanes, value, warp_.CreateLoad(next->getAllocatedType(), next));
    updates.push_back({next, value});
  }
  for (auto [next, value] : updates)
    warp_.CreateStore(value, next);
}

void ControlFlow::follow(const Route &route) {
  for (const Step &step : route) {
    if (!step.looks) {
      warp_.CreateBr(entries_[step.to]);
      return;
    }
    BasicBlock *otherwise = warp_.newBlock((step.is_back_edge ? "left." : "skip.") + step.to->getName());
    warp_.CreateCondBr(isAwaited(step.to), entries_[step.to], otherwise);
    warp_.SetInsertPoint(otherwise);
  }
}

void ControlFlow::emitReturn(const ReturnInst &exit) {
  Value *result = exit.getReturnValue();
  if (!result)
    warp_.CreateRetVoid();
  else if (warp_.functions.shapes.find(&warp_.source)->second.result.isVarying())
    warp_.CreateRet(warp_.vector(result));
  else
    warp_.CreateRet(warp_.scalar(result));
}

void ControlFlow::emitExit(const BlockPlan &plan) {
  using enum BlockPlan::Exit;
  Instruction *terminator = plan.block->getTerminator();
  switch (plan.exit) {
  case kReturn:
    return emitReturn(*cast<ReturnInst>(terminator));
  case kUnreachable:
    warp_.CreateUnreachable();
    return;
  case kJump:
    passLanes(plan.block, plan.passings[0], warp_.mask);
    return follow(plan.routes[0]);
  case kUniform:
    return emitUniformBranch(plan, *cast<BranchInst>(terminator));
  case kDivergent:
  case kRareLeave:
    return emitDivergentBranch(plan, *cast<BranchInst>(terminator));
  case kUnknown:
    return warp_.giveUp(*terminator, Obstacle::kJump);
  }
}

void ControlFlow::emitUniformBranch(const BlockPlan &plan, const BranchInst &branch) {
  StringRef name = plan.block->getName();
  BasicBlock *sides[2] = {warp_.newBlock(name + ".true"), warp_.newBlock(name + ".false")};
  warp_.CreateCondBr(warp_.scalar(branch.getCondition()), sides[0], sides[1]);
  for (unsigned side = 0; side < 2; ++side)
    warp_.keepingValues([&] {
      warp_.SetInsertPoint(sides[side]);
      passLanes(plan.block, plan.passings[side], warp_.mask);
      follow(plan.routes[side]);
    });
}

void ControlFlow::emitDivergentBranch(const BlockPlan &plan, const BranchInst &branch) {
  Value *condition = warp_.vector(branch.getCondition());
  Value *taken = warp_.CreateAnd(warp_.mask, condition);
  Value *not_taken = warp_.CreateAnd(warp_.mask, warp_.CreateNot(condition));
  Value *lanes[2] = {taken, not_taken};
  unsigned last = 1;
  if (plan.exit == BlockPlan::Exit::kRareLeave) {
    last = plan.leaving;
    const unsigned staying = 1 - last;
    passLanes(plan.block, plan.passings[staying], lanes[staying]);
    BasicBlock *some_leave = warp_.newBlock(plan.block->getName() + ".some.leave");
    warp_.CreateCondBr(warp_.anyLane(lanes[last]), some_leave, entries_[plan.passings[staying].to]);
    warp_.SetInsertPoint(some_leave);
  } else {
    if (warp_.isFull(warp_.mask))
      noteWhetherSomeGo(branch);
    passLanes(plan.block, plan.passings[0], taken);
  }
  passLanes(plan.block, plan.passings[last], lanes[last]);
  follow(plan.routes[0]);
}

} // namespace raddle::vectorize
