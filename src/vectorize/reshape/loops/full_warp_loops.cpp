// A loop decides at its end whether to go on:
//
//   before:                           before:     br full.warp(true), full, rest
//     br loop                         full:       ... br full.warp(goes on), full, between
//   loop:                   becomes   between:    br goes on, rest, after
//     ... br goes on, loop, after     rest:       br loop
//                                     loop:       ... br goes on, loop, after
//
// The branches on full.warp are the same for all lanes. Where they are taken no lane is missing.
//
// Where the warps of a block may be fused (fuse_warps), the guard before the loop
// belongs to it, so that what remains lies between `enter` and X, where nobody else comes, and can be run for
// one warp after the other:
//
//   guard:                               guard:       br full.warp(enters), before.full, enter
//     br enters, before, X               before.full: br loop.full
//   before:                              loop.full:   ... br full.warp(goes on), loop.full, between
//     br loop                  becomes   between:     br full.warp(ends), X, enter
//   loop:                                enter:       br (enters or goes on), before, leave
//     ... br goes on, loop, after        before:      br loop
//   after:                               loop:        ... br goes on, loop, after
//     br X                               leave:       br (loop.full was run), after, X
//
// Arrays often end where a block does, and then nothing remains. Where `after` does anything, there is no `between`.

#include "vectorize/reshape/loops/full_warp_loops.h"

#include "analysis/lane_shapes.h"
#include "nvvm/markers.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/block_copies.h"
#include "vectorize/remarks.h"
#include "vectorize/reshape/loops/change_loops.h"

#include <optional>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Instructions of a loop. In longer ones the masks cost little beside the rest, and code would double.
constexpr unsigned kMostInstructions = 150;

class FullWarpLoop {
public:
  FullWarpLoop(Loop &loop, const analysis::LaneShapes &shapes)
      : loop_(loop), shapes_(shapes), context_(loop.getHeader()->getContext()),
        preheader_(loop.getLoopPreheader()), header_(loop.getHeader()), latch_(loop.getLoopLatch()),
        exit_(loop.getExitBlock()) {}

  bool pays(const Report &report) const {
    auto *branch = latch_ ? dyn_cast<BranchInst>(latch_->getTerminator()) : nullptr;
    if (!branch || !branch->isConditional() || loop_.getExitingBlock() != latch_ || !preheader_ || !exit_ ||
        !shapes_.branchDiverges(latch_))
      return false;
    // A count that grows lane by lane against a bound for all.
    auto *compare = dyn_cast<ICmpInst>(branch->getCondition());
    if (!compare || !loop_.contains(compare) || !shapes_.of(compare->getOperand(0)).isScalar() ||
        !shapes_.of(compare->getOperand(1)).isScalar())
      return false;
    unsigned instructions = 0;
    for (const BasicBlock *block : loop_.blocks())
      for (const Instruction &instruction : *block)
        if (++instructions > kMostInstructions || isRuntimeCall(instruction)) {
          refuse(report, *branch,
                 isRuntimeCall(instruction) ? "the loop calls the runtime"
                                            : "the loop is too long to be there twice");
          return false;
        }
    return true;
  }

  void version(bool warps_may_be_fused) {
    if (BasicBlock *guard = warps_may_be_fused && boundIsForAllWarps() ? guardOf(*preheader_) : nullptr)
      versionWithGuard(*guard);
    else
      versionAlone();
  }

private:
  void versionAlone() {
    twins_.emplace(loop_.getBlocks(), ".full");
    Function *function = header_->getParent();
    auto *entry = BasicBlock::Create(context_, header_->getName() + ".full.entry", function, twinOf(header_));
    auto *between = BasicBlock::Create(context_, header_->getName() + ".between", function, header_);
    auto *rest = BasicBlock::Create(context_, header_->getName() + ".rest", function, header_);
    branchOnFullWarp(preheader_, header_, entry, rest);
    jump(entry, twinOf(header_));
    for (PHINode &phi : twinOf(header_)->phis())
      phi.replaceIncomingBlockWith(preheader_, entry);

    Value *goes_on = branchOnFullWarp(twinOf(latch_), twinOf(header_), twinOf(header_), between);
    jumpIf(goes_on, between, rest, exit_);
    for (PHINode &phi : exit_->phis())
      phi.addIncoming(twinOf(phi.getIncomingValueForBlock(latch_)), between);

    // What is left, with the values so far.
    jump(rest, header_);
    for (PHINode &phi : header_->phis()) {
      PHINode *start = PHINode::Create(phi.getType(), 2, phi.getName() + ".rest", rest->begin());
      start->addIncoming(phi.getIncomingValueForBlock(preheader_), preheader_);
      start->addIncoming(twinOf(phi.getIncomingValueForBlock(latch_)), between);
      phi.setIncomingValueForBlock(preheader_, start);
      phi.replaceIncomingBlockWith(preheader_, rest);
    }
  }

  void versionWithGuard(BasicBlock &guard) {
    BasicBlock *otherwise = otherSide(guard, preheader_);
    SmallVector<BasicBlock *, 8> originals{preheader_};
    append_range(originals, loop_.blocks());
    twins_.emplace(originals, ".full");
    Function *function = header_->getParent();
    auto *enter = BasicBlock::Create(context_, header_->getName() + ".enter", function, preheader_);
    auto *leave = BasicBlock::Create(context_, header_->getName() + ".leave", function, exit_);
    Value *enters = branchOnFullWarp(&guard, preheader_, twinOf(preheader_), enter);
    const bool may_end = onlyLeavesTo(*otherwise);
    auto *between = may_end
                        ? BasicBlock::Create(context_, header_->getName() + ".between", function, preheader_)
                        : twinOf(latch_);
    Value *goes_on =
        branchOnFullWarp(twinOf(latch_), twinOf(header_), twinOf(header_), may_end ? between : enter);
    if (may_end)
      askWhetherAllEnd(*goes_on, *between, *otherwise, *enter);

    IRBuilder<> builder(enter);
    builder.SetCurrentDebugLocation(place_);
    auto soFar = [&](Value *at_guard, Value *at_latch, const Twine &name) {
      PHINode *phi = builder.CreatePHI(at_latch->getType(), 2, name);
      phi->addIncoming(at_guard, &guard);
      phi->addIncoming(at_latch, between);
      return phi;
    };
    Value *wants_more = soFar(enters, goes_on, "wants.more");
    Value *was_run = soFar(builder.getFalse(), builder.getTrue(), "was.run");
    for (PHINode &phi : header_->phis()) {
      Value *next = twinOf(phi.getIncomingValueForBlock(latch_));
      Value *value = soFar(PoisonValue::get(phi.getType()), next, phi.getName() + ".so.far");
      IRBuilder<> in_preheader(preheader_->getTerminator());
      phi.setIncomingValueForBlock(
          preheader_, in_preheader.CreateSelect(was_run, value, phi.getIncomingValueForBlock(preheader_)));
    }
    for (PHINode &phi : exit_->phis()) {
      Value *value = twinOf(phi.getIncomingValueForBlock(latch_));
      phi.addIncoming(soFar(PoisonValue::get(phi.getType()), value, phi.getName() + ".so.far"), leave);
    }
    builder.CreateCondBr(wants_more, preheader_, leave);
    preheader_->replacePhiUsesWith(&guard, enter);
    jumpIf(was_run, leave, exit_, otherwise);
    for (PHINode &phi : otherwise->phis())
      phi.replaceIncomingBlockWith(&guard, leave);
  }

  // Whether nothing is done between the loop and `end`.
  bool onlyLeavesTo(const BasicBlock &end) const {
    return exit_->getSingleSuccessor() == &end && &*exit_->getFirstNonPHIOrDbg() == exit_->getTerminator();
  }

  // Where no lane goes on, nothing remains.
  void askWhetherAllEnd(Value &goes_on, BasicBlock &between, BasicBlock &end, BasicBlock &enter) {
    IRBuilder<> builder(&between);
    builder.SetCurrentDebugLocation(place_);
    Value *ends = inverse(goes_on, builder);
    builder.CreateCondBr(builder.CreateCall(fullWarp(), ends), &end, &enter);
    for (PHINode &phi : end.phis()) {
      Value *value = phi.getIncomingValueForBlock(exit_);
      auto *leaves_loop = dyn_cast<PHINode>(value);
      if (leaves_loop && leaves_loop->getParent() == exit_)
        value = leaves_loop->getIncomingValueForBlock(latch_);
      phi.addIncoming(twinOf(value), &between);
    }
  }

  template <typename T> T *twinOf(T *value) const { return twins_->of(value); }

  void jump(BasicBlock *from, BasicBlock *to) const { BranchInst::Create(to, from)->setDebugLoc(place_); }
  void jumpIf(Value *condition, BasicBlock *from, BasicBlock *to, BasicBlock *otherwise) const {
    BranchInst::Create(to, otherwise, condition, from)->setDebugLoc(place_);
  }

  FunctionCallee fullWarp() const { return fullWarpFunction(*header_->getModule()); }

  // Replaces the branch at the end of a block by one that asks whether all lanes of a full warp go to `side`; returns
  // whether a lane does.
  Value *branchOnFullWarp(BasicBlock *block, BasicBlock *side, BasicBlock *full,
                          BasicBlock *otherwise) const {
    auto *branch = cast<BranchInst>(block->getTerminator());
    IRBuilder<> builder(branch);
    builder.SetCurrentDebugLocation(place_);
    Value *goes = branch->isConditional() ? conditionFor(*branch, side, builder) : builder.getTrue();
    builder.CreateCondBr(builder.CreateCall(fullWarp(), goes), full, otherwise);
    branch->eraseFromParent();
    return goes;
  }

  // The block whose branch decides whether the loop is entered, where nobody else comes to it and what lies
  // between is for the loop only and may be done twice; or null.
  BasicBlock *guardOf(const BasicBlock &before) const {
    BasicBlock *guard = preheader_->getSinglePredecessor();
    auto *branch = guard ? dyn_cast<BranchInst>(guard->getTerminator()) : nullptr;
    const bool is_guard = branch && branch->isConditional() &&
                          branch->getSuccessor(0) != branch->getSuccessor(1) &&
                          otherSide(*guard, &before) != exit_ && !isFullWarpBranch(*guard);
    const bool may_be_copied = all_of(before, [&](const Instruction &each) {
      return !each.mayHaveSideEffects() && all_of(each.users(), [&](const User *user) {
        const BasicBlock *where = cast<Instruction>(user)->getParent();
        return where == &before || loop_.contains(where);
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
    return branch.getSuccessor(0) == side ? condition : inverse(*condition, builder);
  }
  static Value *inverse(Value &condition, IRBuilder<> &builder) {
    if (auto *compare = dyn_cast<ICmpInst>(&condition))
      return builder.CreateICmp(compare->getInversePredicate(), compare->getOperand(0),
                                compare->getOperand(1));
    return builder.CreateNot(&condition);
  }

  static bool isRuntimeCall(const Instruction &instruction) {
    auto *call = dyn_cast<CallInst>(&instruction);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    return call && (!callee || !callee->isDeclaration() || nvvm::findRuntimeFunction(callee->getName()));
  }

  // i < n rather than i < ends[warp].
  bool boundIsForAllWarps() const {
    auto *compare = cast<ICmpInst>(latch_->getTerminator()->getOperand(0));
    return !dependsOnWarp(*compare->getOperand(shapes_.isUniform(compare->getOperand(1)) ? 1 : 0));
  }

  static bool dependsOnWarp(const Value &value) {
    SmallSetVector<const Value *, 16> values;
    values.insert(&value);
    for (std::size_t i = 0; i < values.size(); ++i) {
      auto *instruction = dyn_cast<Instruction>(values[i]);
      if (!instruction)
        continue;
      if (instruction->mayWriteToMemory() || isa<AllocaInst>(instruction))
        return true;
      if (auto *call = dyn_cast<CallInst>(instruction))
        switch (analysis::threadFieldOffset(*call)) {
        case offsetof(RaddleThread, thread_idx.x):
        case offsetof(RaddleThread, thread_idx.y):
        case offsetof(RaddleThread, thread_idx.z):
        case offsetof(RaddleThread, warp):
          return true;
        default:
          break;
        }
      values.insert(instruction->value_op_begin(), instruction->value_op_end());
    }
    return false;
  }

  Loop &loop_;
  const analysis::LaneShapes &shapes_;
  LLVMContext &context_;
  BasicBlock *preheader_, *header_, *latch_, *exit_;
  const DebugLoc place_ = latch_ ? latch_->getTerminator()->getDebugLoc() : DebugLoc();
  std::optional<BlockCopies> twins_;
};

} // namespace

bool versionFullWarps(Function &kernel, const Input &input, Facts &facts, Report &report) {
  return changeLoops(kernel, input.block, facts.shapes, [&](Loop &loop, const LoopFacts &facts) {
    FullWarpLoop candidate(loop, facts.shapes);
    if (!loop.isInnermost() || !candidate.pays(report))
      return false;
    candidate.version(input.block.group > 1);
    return true;
  });
}

FunctionCallee fullWarpFunction(Module &module) {
  Type *flag = Type::getInt1Ty(module.getContext());
  FunctionCallee full_warp = module.getOrInsertFunction(marker::kFullWarp, flag, flag);
  cast<Function>(full_warp.getCallee())->setConvergent();
  cast<Function>(full_warp.getCallee())->setDoesNotThrow();
  return full_warp;
}

bool isFullWarpCall(const Value &value) {
  auto *call = dyn_cast<CallInst>(&value);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->getName() == marker::kFullWarp;
}

bool isFullWarpBranch(const BasicBlock &block) {
  auto *branch = dyn_cast<BranchInst>(block.getTerminator());
  if (!branch || !branch->isConditional())
    return false;
  // Fused warps have one call after the other.
  const Value *condition = branch->getCondition();
  while (auto *both = dyn_cast<BinaryOperator>(condition)) {
    if (both->getOpcode() != Instruction::And)
      return false;
    condition = both->getOperand(1);
  }
  return isFullWarpCall(*condition);
}

} // namespace raddle::vectorize
