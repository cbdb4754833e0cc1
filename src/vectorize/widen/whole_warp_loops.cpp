// The loop stands behind its guard, and decides at its end whether to go on:
//
//   before:                           before:     br whole.warp(true), whole, rest
//     br loop                         whole:      ... br whole.warp(goes on), whole, between
//   loop:                   becomes   between:    br goes on, rest, behind
//     ... br goes on, loop, behind    rest:       br loop
//                                     loop:       ... br goes on, loop, behind
//
// The branches on whole.warp are the same for all lanes. Where they are taken no lane is missing.

#include "vectorize/widen/whole_warp_loops.h"

#include "analysis/lane_shapes.h"
#include "vectorize/widen/normal_form.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/Cloning.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

constexpr unsigned kMostInstructions = 150;

class WholeWarpLoop {
public:
  WholeWarpLoop(Loop &loop, const analysis::LaneShapes &shapes) : loop_(loop), shapes_(shapes) {}

  bool pays() const {
    BasicBlock *latch = loop_.getLoopLatch();
    auto *branch = latch ? dyn_cast<BranchInst>(latch->getTerminator()) : nullptr;
    if (!branch || !branch->isConditional() || loop_.getExitingBlock() != latch ||
        !loop_.getLoopPreheader() || !loop_.getExitBlock() || !shapes_.branchDiverges(latch))
      return false;
    // A count that grows lane by lane against a bound for all.
    auto *compare = dyn_cast<ICmpInst>(branch->getCondition());
    if (!compare || !loop_.contains(compare) || !shapes_.of(compare->getOperand(0)).isScalar() ||
        !shapes_.of(compare->getOperand(1)).isScalar())
      return false;
    unsigned instructions = 0;
    for (const BasicBlock *block : loop_.blocks())
      for (const Instruction &instruction : *block)
        if (++instructions > kMostInstructions || isRuntimeCall(instruction))
          return false;
    return true;
  }

  void separate() {
    BasicBlock *before = loop_.getLoopPreheader(), *header = loop_.getHeader(), *latch = loop_.getLoopLatch();
    BasicBlock *behind = loop_.getExitBlock();
    Function *function = header->getParent();
    LLVMContext &context = function->getContext();
    FunctionCallee whole_warp = function->getParent()->getOrInsertFunction(
        kWholeWarp, Type::getInt1Ty(context), Type::getInt1Ty(context));
    cast<Function>(whole_warp.getCallee())->setConvergent();
    cast<Function>(whole_warp.getCallee())->setDoesNotThrow();

    ValueToValueMapTy twins;
    SmallVector<BasicBlock *, 8> copies;
    for (BasicBlock *block : loop_.blocks()) {
      BasicBlock *copy = CloneBasicBlock(block, twins, ".whole", function);
      twins[block] = copy;
      copies.push_back(copy);
    }
    remapInstructionsInBlocks(copies, twins);
    auto twinOf = [&](Value *value) -> Value * {
      Value *twin = twins.lookup(value);
      return twin ? twin : value;
    };
    auto *whole_header = cast<BasicBlock>(twinOf(header)), *whole_latch = cast<BasicBlock>(twinOf(latch));
    auto *entry = BasicBlock::Create(context, header->getName() + ".whole.entry", function, whole_header);
    auto *between = BasicBlock::Create(context, header->getName() + ".between", function, header);
    auto *rest = BasicBlock::Create(context, header->getName() + ".rest", function, header);

    IRBuilder<> builder(context);
    const DebugLoc place = latch->getTerminator()->getDebugLoc();
    auto at = [&](BasicBlock *block) -> IRBuilder<> & {
      builder.SetInsertPoint(block);
      builder.SetCurrentDebugLocation(place);
      return builder;
    };
    // Into the copy, where the warp is whole.
    before->getTerminator()->eraseFromParent();
    at(before);
    builder.CreateCondBr(builder.CreateCall(whole_warp, builder.getTrue()), entry, rest);
    at(entry).CreateBr(whole_header);
    for (PHINode &phi : whole_header->phis())
      phi.replaceIncomingBlockWith(before, entry);

    // Out of it.
    auto *branch = cast<BranchInst>(whole_latch->getTerminator());
    const bool stays_if_true = branch->getSuccessor(0) == whole_header;
    Value *condition = branch->getCondition();
    branch->eraseFromParent();
    Value *goes_on = stays_if_true ? condition : at(whole_latch).CreateNot(condition);
    at(whole_latch);
    builder.CreateCondBr(builder.CreateCall(whole_warp, goes_on), whole_header, between);
    at(between).CreateCondBr(goes_on, rest, behind);
    for (PHINode &phi : behind->phis())
      phi.addIncoming(twinOf(phi.getIncomingValueForBlock(latch)), between);

    // What is left, with the values so far.
    at(rest).CreateBr(header);
    for (PHINode &phi : header->phis()) {
      PHINode *start = PHINode::Create(phi.getType(), 2, phi.getName() + ".rest", rest->begin());
      start->addIncoming(phi.getIncomingValueForBlock(before), before);
      start->addIncoming(twinOf(phi.getIncomingValueForBlock(latch)), between);
      phi.setIncomingValueForBlock(before, start);
      phi.replaceIncomingBlockWith(before, rest);
    }
  }

private:
  static bool isRuntimeCall(const Instruction &instruction) {
    auto *call = dyn_cast<CallInst>(&instruction);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    return call && (!callee || !callee->isDeclaration() || callee->getName().starts_with("raddle_"));
  }

  Loop &loop_;
  const analysis::LaneShapes &shapes_;
};

} // namespace

void separateWholeWarps(CompileJob &job) {
  if (!job.optimize)
    return;
  Function &kernel = *job.kernel;
  bool changed = false;
  {
    DominatorTree dominators(kernel);
    LoopInfo loops(dominators);
    const analysis::LaneShapes shapes(kernel, job.block);
    for (Loop *loop : loops.getLoopsInPreorder())
      if (WholeWarpLoop candidate(*loop, shapes); loop->isInnermost() && candidate.pays()) {
        candidate.separate();
        changed = true;
      }
  }
  if (changed)
    shapeLoops(kernel, *job.target);
}

const CallInst *wholeWarpBranch(const BasicBlock &block) {
  auto *branch = dyn_cast<BranchInst>(block.getTerminator());
  auto *call = branch && branch->isConditional() ? dyn_cast<CallInst>(branch->getCondition()) : nullptr;
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->getName() == kWholeWarp ? call : nullptr;
}

} // namespace raddle::vectorize
