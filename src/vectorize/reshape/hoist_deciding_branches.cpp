// A branch that lanes take together may say more about an earlier one, on which they part, than lanes know when they come there:
//
//   if (t < n) x = in[t];                          if (n > 255) {
//   while ((t += 256) < n) x += in[t];               if (t < n) ..., while (...) ..., all(x);
//   if (n > 255) all(x); else first(x, n);  becomes  } else {
//                                                    if (t < n) x = in[t]; first(x, n);
//                                                  }
//
// No lane comes to the loop where n is 255 at most. And where a barrier stands on both sides, the block asks the question between
// two loops over its warps; asked before, one loop is enough.

#include "vectorize/reshape/passes.h"

#include "analysis/lane_shapes.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/block_copies.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/Transforms/Utils/Local.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

constexpr unsigned kMostInstructions = 80; // of what is copied
constexpr unsigned kMostHoisted = 8;       // in a kernel

bool isPlainCall(const CallInst &call) {
  const Function *callee = call.getCalledFunction();
  return callee && callee->isDeclaration() && !call.isConvergent() && !call.cannotDuplicate() &&
         !nvvm::calledRuntimeFunction(call);
}

ConstantRange rangeOf(const Value &value, bool is_signed) {
  const ConstantRange known = computeConstantRange(&value, is_signed);
  auto *sum = dyn_cast<BinaryOperator>(&value);
  auto *step =
      sum && sum->getOpcode() == Instruction::Add ? dyn_cast<ConstantInt>(sum->getOperand(1)) : nullptr;
  if (!step)
    return known;
  const ConstantRange before = computeConstantRange(sum->getOperand(0), is_signed);
  return known.intersectWith(before.add(step->getValue()),
                             is_signed ? ConstantRange::Signed : ConstantRange::Unsigned);
}

// From the branch on which lanes part to the one that they take together.
class DecidedRegion {
public:
  DecidedRegion(BasicBlock &parting, BasicBlock &deciding)
      : parting_(parting), deciding_(deciding), branch_(*cast<BranchInst>(deciding.getTerminator())),
        test_(*cast<ICmpInst>(branch_.getCondition())) {}

  // Whether the whole region may be copied.
  bool collect(const DominatorTree &dominators, const LoopInfo &loops) {
    if (loops.getLoopFor(&parting_) != loops.getLoopFor(&deciding_))
      return false;
    blocks_.append(succ_begin(&parting_), succ_end(&parting_));
    SetVector<BasicBlock *> found(blocks_.begin(), blocks_.end());
    found.remove(&deciding_);
    unsigned instructions = static_cast<unsigned>(deciding_.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      instructions += static_cast<unsigned>(found[i]->size());
      if (instructions > kMostInstructions || !dominators.properlyDominates(&parting_, found[i]))
        return false;
      for (BasicBlock *next : successors(found[i]))
        if (next != &deciding_)
          found.insert(next);
    }
    blocks_.assign(found.begin(), found.end());
    blocks_.push_back(&deciding_);
    return all_of(blocks_, [](const BasicBlock *block) {
      return all_of(*block, [](const Instruction &each) {
        auto *call = dyn_cast<CallInst>(&each);
        return !isa<AllocaInst>(each) && !each.getType()->isTokenTy() && (!call || isPlainCall(*call));
      });
    });
  }

  bool decidesSomething(const DominatorTree &dominators) {
    auto *bound = dyn_cast<ConstantInt>(test_.getOperand(1));
    number_ = test_.getOperand(0);
    if (!bound || !dominators.dominates(number_, parting_.getTerminator()))
      return false;
    bool decides = false;
    for (const bool holds : {true, false})
      decides |= !decidedWhere(holds).empty();
    return decides;
  }

  void hoist() {
    IRBuilder<> builder(parting_.getTerminator());
    builder.SetCurrentDebugLocation(branch_.getDebugLoc());
    const auto decided_if = decidedWhere(true), decided_unless = decidedWhere(false);
    Value *condition =
        builder.CreateICmp(test_.getPredicate(), number_, test_.getOperand(1), test_.getName());
    // A block before a barrier, where only the hoisted branch asks something, belongs to no warp.
    auto *parts = dyn_cast<Instruction>(cast<BranchInst>(parting_.getTerminator())->getCondition());
    const bool is_own = parts && parts->getParent() == &parting_ && isa<CmpInst>(parts) && parts->hasOneUse();
    BasicBlock *start = SplitBlock(&parting_, parting_.getTerminator());
    if (is_own)
      parts->moveBefore(start->getTerminator());
    SmallVector<BasicBlock *, 16> originals{start};
    originals.append(blocks_.begin(), blocks_.end());
    const BlockCopies copies(originals, ".unless");
    copies.addPathsOut();
    BasicBlock *const deciding_copy = copies.of(&deciding_);
    parting_.getTerminator()->eraseFromParent();
    BranchInst::Create(start, copies.of(start), condition, &parting_)->setDebugLoc(branch_.getDebugLoc());
    copies.joinValues();
    replaceIn(originals, decided_if);
    DenseMap<Instruction *, Constant *> in_copies;
    for (auto [test, known] : decided_unless)
      in_copies[copies.of(test)] = known;
    replaceIn(copies.blocks(), in_copies);
    leadTo(deciding_, branch_.getSuccessor(0), branch_.getSuccessor(1));
    auto *branch_of_copy = cast<BranchInst>(deciding_copy->getTerminator());
    leadTo(*deciding_copy, branch_of_copy->getSuccessor(1), branch_of_copy->getSuccessor(0));
    for (ArrayRef<BasicBlock *> list : {ArrayRef(originals), copies.blocks()})
      for (BasicBlock *block : list) {
        ConstantFoldTerminator(block, /*DeleteDeadConditions=*/true);
        SimplifyInstructionsInBlock(block);
      }
  }

private:
  // Earlier comparisons with the number whose result follows from that of the test.
  DenseMap<Instruction *, Constant *> decidedWhere(bool holds) const {
    const auto predicate = holds ? test_.getPredicate() : test_.getInversePredicate();
    const ConstantRange range =
        ConstantRange::makeExactICmpRegion(predicate, cast<ConstantInt>(test_.getOperand(1))->getValue());
    DenseMap<Instruction *, Constant *> decided;
    for (User *user : number_->users()) {
      auto *other = dyn_cast<ICmpInst>(user);
      if (!other || other == &test_ || !branchesInside(*other))
        continue;
      auto rangeHere = [&](Value *value) {
        return value == number_ ? range : rangeOf(*value, other->isSigned());
      };
      const ConstantRange left = rangeHere(other->getOperand(0)), right = rangeHere(other->getOperand(1));
      if (left.icmp(other->getPredicate(), right))
        decided[other] = ConstantInt::getTrue(other->getType());
      else if (left.icmp(other->getInversePredicate(), right))
        decided[other] = ConstantInt::getFalse(other->getType());
    }
    return decided;
  }

  bool branchesInside(const ICmpInst &test) const {
    return any_of(test.users(), [&](const User *user) {
      auto *branch = dyn_cast<BranchInst>(user);
      return branch && (branch->getParent() == &parting_ || is_contained(blocks_, branch->getParent()));
    });
  }

  static void replaceIn(ArrayRef<BasicBlock *> blocks, const DenseMap<Instruction *, Constant *> &decided) {
    for (auto [test, known] : decided)
      test->replaceUsesWithIf(known, [&](const Use &use) { return is_contained(blocks, blockOf(use)); });
  }

  static void leadTo(BasicBlock &block, BasicBlock *next, BasicBlock *other) {
    if (other != next)
      other->removePredecessor(&block, /*KeepOneInputPHIs=*/true);
    Instruction *branch = block.getTerminator();
    BranchInst::Create(next, branch->getIterator())->setDebugLoc(branch->getDebugLoc());
    branch->eraseFromParent();
  }

  BasicBlock &parting_, &deciding_;
  BranchInst &branch_;
  ICmpInst &test_;
  Value *number_ = nullptr;
  SmallVector<BasicBlock *, 16> blocks_; // without the one that parts lanes
};

bool hoistOne(Function &kernel, const BlockClass &block) {
  const DominatorTree dominators(kernel);
  const PostDominatorTree post_dominators(kernel);
  const LoopInfo loops(dominators);
  std::optional<analysis::LaneShapes> shapes;
  for (BasicBlock *deciding : ReversePostOrderTraversal<Function *>(&kernel)) {
    auto *branch = dyn_cast<BranchInst>(deciding->getTerminator());
    if (!branch || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1) ||
        !isa<ICmpInst>(branch->getCondition()))
      continue;
    const auto *node = dominators.getNode(deciding)->getIDom();
    BasicBlock *parting = node ? node->getBlock() : nullptr;
    auto *earlier = parting ? dyn_cast<BranchInst>(parting->getTerminator()) : nullptr;
    if (!earlier || !earlier->isConditional() || !post_dominators.dominates(deciding, parting))
      continue;
    DecidedRegion region(*parting, *deciding);
    if (!region.collect(dominators, loops) || !region.decidesSomething(dominators))
      continue;
    if (!shapes)
      shapes.emplace(kernel, block);
    if (!shapes->branchDiverges(parting) || !shapes->isUniform(branch->getCondition()))
      continue;
    region.hoist();
    return true;
  }
  return false;
}

} // namespace

bool hoistDecidingBranches(Function &kernel, const Input &input, Facts &facts) {
  bool changed = false;
  for (unsigned i = 0; i < kMostHoisted && hoistOne(kernel, input.block); ++i) {
    removeUnreachableBlocks(kernel);
    changed = true;
  }
  if (changed)
    facts.shapes.forget();
  return changed;
}

} // namespace raddle::vectorize
