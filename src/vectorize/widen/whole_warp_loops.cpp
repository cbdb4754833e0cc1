// The loop stands behind its guard, and decides at its end whether to go on:
//
//   guard:                               guard:      br whole.warp(enters), ahead.whole, enter
//     br enters, ahead, X                ahead.whole: br loop.whole
//   ahead:                               loop.whole: ... br whole.warp(goes on), loop.whole, enter
//     br loop                  becomes   enter:      br (enters or goes on), ahead, leave
//   loop:                                ahead:      br loop
//     ... br goes on, loop, behind       loop:       ... br goes on, loop, behind
//                                        leave:      br (loop.whole was run), behind, X
//
// The branches on whole.warp are the same for all lanes. Where they are taken no lane is missing. What
// remains lies between `enter` and X, and nobody else comes there: fuse_warps runs it for one warp after the
// other.

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
    BasicBlock *ahead = loop_.getLoopPreheader(), *header = loop_.getHeader(), *latch = loop_.getLoopLatch();
    BasicBlock *behind = loop_.getExitBlock();
    Function *function = header->getParent();
    LLVMContext &context = function->getContext();
    FunctionCallee whole_warp = function->getParent()->getOrInsertFunction(
        kWholeWarp, Type::getInt1Ty(context), Type::getInt1Ty(context));
    cast<Function>(whole_warp.getCallee())->setConvergent();
    cast<Function>(whole_warp.getCallee())->setDoesNotThrow();

    // Without a guard the preheader begins behind one that lets everybody in.
    BasicBlock *guard = guardOf(ahead);
    const bool is_guarded = guard != nullptr;
    if (!is_guarded) {
      guard = ahead;
      ahead = guard->splitBasicBlock(guard->getTerminator(), header->getName() + ".ahead");
    }
    BasicBlock *otherwise = is_guarded ? otherSide(*guard, ahead) : nullptr;

    ValueToValueMapTy twins;
    SmallVector<BasicBlock *, 8> copies;
    SmallVector<BasicBlock *, 8> originals{ahead};
    append_range(originals, loop_.blocks());
    for (BasicBlock *block : originals) {
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
    auto *enter = BasicBlock::Create(context, header->getName() + ".enter", function, ahead);
    auto *leave = BasicBlock::Create(context, header->getName() + ".leave", function, behind);

    IRBuilder<> builder(context);
    const DebugLoc place = latch->getTerminator()->getDebugLoc();
    // Replaces the branch at the end of a block by one that asks whether the whole warp stays on `side`.
    auto askWholeWarp = [&](BasicBlock *block, BasicBlock *side, BasicBlock *whole) -> Value * {
      auto *branch = cast<BranchInst>(block->getTerminator());
      builder.SetInsertPoint(branch);
      builder.SetCurrentDebugLocation(place);
      Value *stays = branch->isConditional() ? conditionFor(*branch, side, builder) : builder.getTrue();
      builder.CreateCondBr(builder.CreateCall(whole_warp, stays), whole, enter);
      branch->eraseFromParent();
      return stays;
    };
    Value *enters = askWholeWarp(guard, ahead, cast<BasicBlock>(twinOf(ahead)));
    Value *goes_on = askWholeWarp(whole_latch, whole_header, whole_header);

    // What is left, with the values so far.
    builder.SetInsertPoint(enter);
    builder.SetCurrentDebugLocation(place);
    auto soFar = [&](Value *at_guard, Value *at_latch, const Twine &name) {
      PHINode *phi = builder.CreatePHI(at_latch->getType(), 2, name);
      phi->addIncoming(at_guard, guard);
      phi->addIncoming(at_latch, whole_latch);
      return phi;
    };
    Value *wants_more = soFar(enters, goes_on, "wants.more");
    Value *was_run = soFar(builder.getFalse(), builder.getTrue(), "was.run");
    for (PHINode &phi : header->phis()) {
      Value *next = twinOf(phi.getIncomingValueForBlock(latch));
      Value *value = soFar(PoisonValue::get(phi.getType()), next, phi.getName() + ".so.far");
      IRBuilder<> in_ahead(ahead->getTerminator());
      phi.setIncomingValueForBlock(
          ahead, in_ahead.CreateSelect(was_run, value, phi.getIncomingValueForBlock(ahead)));
    }
    for (PHINode &phi : behind->phis()) {
      Value *value = phi.getIncomingValueForBlock(latch);
      phi.addIncoming(soFar(PoisonValue::get(phi.getType()), twinOf(value), phi.getName() + ".so.far"),
                      leave);
    }
    builder.CreateCondBr(wants_more, ahead, leave);
    ahead->replacePhiUsesWith(guard, enter);
    builder.SetInsertPoint(leave);
    if (!is_guarded) {
      builder.CreateBr(behind);
      return;
    }
    builder.CreateCondBr(was_run, behind, otherwise);
    for (PHINode &phi : otherwise->phis())
      phi.replaceIncomingBlockWith(guard, leave);
  }

private:
  // The block whose branch decides whether the loop is entered, where nobody else comes to it and what lies
  // between is for the loop only and may be done twice; or null.
  BasicBlock *guardOf(BasicBlock *ahead) const {
    BasicBlock *guard = ahead->getSinglePredecessor();
    auto *branch = guard ? dyn_cast<BranchInst>(guard->getTerminator()) : nullptr;
    const bool is_guard = branch && branch->isConditional() &&
                          branch->getSuccessor(0) != branch->getSuccessor(1) &&
                          otherSide(*guard, ahead) != loop_.getExitBlock() && !isWholeWarpBranch(*guard);
    const bool may_be_copied = all_of(*ahead, [&](const Instruction &each) {
      return !each.mayHaveSideEffects() && all_of(each.users(), [&](const User *user) {
        const BasicBlock *where = cast<Instruction>(user)->getParent();
        return where == ahead || loop_.contains(where);
      });
    });
    return is_guard && may_be_copied ? guard : nullptr;
  }

  static BasicBlock *otherSide(const BasicBlock &guard, const BasicBlock *side) {
    const Instruction *branch = guard.getTerminator();
    return branch->getSuccessor(branch->getSuccessor(0) == side ? 1 : 0);
  }

  // That the branch goes to `side`; as a comparison where it is one.
  static Value *conditionFor(const BranchInst &branch, const BasicBlock *side, IRBuilder<> &builder) {
    Value *condition = branch.getCondition();
    if (branch.getSuccessor(0) == side)
      return condition;
    if (auto *compare = dyn_cast<ICmpInst>(condition))
      return builder.CreateICmp(compare->getInversePredicate(), compare->getOperand(0),
                                compare->getOperand(1));
    return builder.CreateNot(condition);
  }

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

bool isWholeWarpCall(const Value &value) {
  auto *call = dyn_cast<CallInst>(&value);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->getName() == kWholeWarp;
}

bool isWholeWarpBranch(const BasicBlock &block) {
  auto *branch = dyn_cast<BranchInst>(block.getTerminator());
  if (!branch || !branch->isConditional())
    return false;
  // Of warps in step: one call after the other.
  const Value *condition = branch->getCondition();
  while (auto *both = dyn_cast<BinaryOperator>(condition)) {
    if (both->getOpcode() != Instruction::And)
      return false;
    condition = both->getOperand(1);
  }
  return isWholeWarpCall(*condition);
}

} // namespace raddle::vectorize
