#include "vectorize/passes.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/SSAUpdater.h>

#include <optional>

using namespace llvm;

namespace raddle::vectorize {

namespace {

constexpr unsigned kMostInstructions = 4; // of a join, which are done again on the way past it
constexpr unsigned kFarthest = 4;         // blocks in a row, before one branch decides another
constexpr unsigned kMostWays = 64;

// Threads that did not take one branch are often known not to take the next, which asks the same about a phi:
//
//   k = threadIdx.x                        k = threadIdx.x
//   if (k < n)                             if (k < n)
//     sum = in[k], k += 256    becomes       sum = in[k], k += 256
//   while (k < n)                            while (k < n)
//     sum += in[k], k += 256                   sum += in[k], k += 256
//
// For 32 lanes the phi would have no shape, as some lanes have come by the one way and some by the other, and the loop would
// gather. LLVM does this for constants only.
class Branches {
public:
  explicit Branches(Function &function) : function_(function) {}

  void run() {
    for (unsigned ways = 0; ways < kMostWays && skipOne(); ++ways) {
    }
  }

private:
  struct Way {
    BasicBlock *from, *join, *to;
  };

  bool skipOne() {
    const DominatorTree dominators(function_);
    const LoopInfo loops(dominators);
    for (BasicBlock &join : function_) {
      if (!dominators.isReachableFromEntry(&join) || loops.isLoopHeader(&join) || !isOnlyComparison(join))
        continue;
      for (BasicBlock *from : predecessors(&join))
        if (BasicBlock *to = decidedTarget(*from, join)) {
          skip({from, &join, to});
          return true;
        }
    }
    return false;
  }

  // A join of several ways with phis, a comparison, and what both are computed from.
  static bool isOnlyComparison(BasicBlock &join) {
    auto *branch = dyn_cast<BranchInst>(join.getTerminator());
    if (!branch || branch->isUnconditional() || branch->getSuccessor(0) == branch->getSuccessor(1) ||
        !isa<PHINode>(join.front()) || !join.hasNPredecessorsOrMore(2))
      return false;
    auto *comparison = dyn_cast<ICmpInst>(branch->getCondition());
    if (!comparison || comparison->getParent() != &join || comparison->getType()->isVectorTy())
      return false;
    unsigned count = 0;
    for (const Instruction &instruction : make_range(join.getFirstNonPHIIt(), branch->getIterator())) {
      if (instruction.isDebugOrPseudoInst())
        continue;
      if (++count > kMostInstructions || instruction.mayReadOrWriteMemory() ||
          !isSafeToSpeculativelyExecute(&instruction))
        return false;
    }
    return true;
  }

  // Where all go who come to the join from this block; null if that is not decided there.
  BasicBlock *decidedTarget(BasicBlock &from, BasicBlock &join) const {
    if (!isa<BranchInst>(from.getTerminator()) || count(successors(&from), &join) != 1)
      return nullptr;
    auto *branch = cast<BranchInst>(join.getTerminator());
    auto *comparison = cast<ICmpInst>(branch->getCondition());
    const Value *left = comparison->getOperand(0)->DoPHITranslation(&join, &from),
                *right = comparison->getOperand(1)->DoPHITranslation(&join, &from);
    auto isOfJoin = [&](const Value *value) {
      auto *instruction = dyn_cast<Instruction>(value);
      return instruction && instruction->getParent() == &join;
    };
    if (isOfJoin(left) || isOfJoin(right))
      return nullptr;
    const BasicBlock *before = &from, *after = &join;
    for (unsigned i = 0; i < kFarthest && before && before != &join; ++i) {
      if (auto *earlier = dyn_cast<BranchInst>(before->getTerminator());
          earlier && earlier->isConditional() && earlier->getSuccessor(0) != earlier->getSuccessor(1))
        if (const std::optional<bool> holds =
                isImpliedCondition(earlier->getCondition(), comparison->getPredicate(), left, right,
                                   function_.getParent()->getDataLayout(), earlier->getSuccessor(0) == after))
          return branch->getSuccessor(*holds ? 0 : 1);
      after = before;
      before = before->getSinglePredecessor();
    }
    return nullptr;
  }

  void skip(const Way &way) {
    BasicBlock *past =
        BasicBlock::Create(function_.getContext(), way.join->getName() + ".decided", &function_, way.join);
    ValueToValueMapTy values;
    for (PHINode &phi : way.join->phis())
      values[&phi] = phi.getIncomingValueForBlock(way.from);
    for (Instruction &instruction :
         make_range(way.join->getFirstNonPHIIt(), way.join->getTerminator()->getIterator())) {
      if (instruction.isDebugOrPseudoInst())
        continue;
      Instruction *again = instruction.clone();
      again->insertInto(past, past->end());
      RemapInstruction(again, values, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
      values[&instruction] = again;
    }
    auto valueOnWay = [&](Value *value) {
      Value *own = values.lookup(value);
      return own ? own : value;
    };
    BranchInst::Create(way.to, past)->setDebugLoc(way.join->getTerminator()->getDebugLoc());
    for (PHINode &phi : way.to->phis())
      phi.addIncoming(valueOnWay(phi.getIncomingValueForBlock(way.join)), past);
    way.join->removePredecessor(way.from, /*KeepOneInputPHIs=*/true);
    way.from->getTerminator()->replaceSuccessorWith(way.join, past);
    for (Instruction &instruction : *way.join)
      if (!instruction.getType()->isVoidTy())
        joinUses(instruction, *way.join, valueOnWay(&instruction), *past);
    if (way.join->getSinglePredecessor())
      FoldSingleEntryPHINodes(way.join);
  }

  // Behind the join a value is that which was computed there, or on the way past it.
  static void joinUses(Instruction &value, BasicBlock &join, Value *on_way, BasicBlock &past) {
    SmallVector<Use *, 8> elsewhere;
    for (Use &use : value.uses()) {
      auto *user = cast<Instruction>(use.getUser());
      auto *phi = dyn_cast<PHINode>(user);
      if ((phi ? phi->getIncomingBlock(use) : user->getParent()) != &join)
        elsewhere.push_back(&use);
    }
    if (elsewhere.empty())
      return;
    SSAUpdater updater;
    updater.Initialize(value.getType(), value.getName());
    updater.AddAvailableValue(&join, &value);
    updater.AddAvailableValue(&past, on_way);
    for (Use *use : elsewhere)
      updater.RewriteUse(*use);
  }

  Function &function_;
};

} // namespace

void skipDecidedBranches(Module &module) {
  for (Function &function : module)
    if (!function.isDeclaration())
      Branches(function).run();
}

} // namespace raddle::vectorize
