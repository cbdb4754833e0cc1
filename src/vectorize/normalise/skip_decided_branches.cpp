#include "vectorize/block_copies.h"
#include "vectorize/passes.h"

#include <optional>

using namespace llvm;

namespace raddle::vectorize {

namespace {

constexpr unsigned kMostInstructions = 4; // of a merge block, which are repeated on the path around it
constexpr unsigned kFarthest = 4;         // blocks in a row, before one branch decides another
constexpr unsigned kMostPaths = 64;       // of a function, as each one found makes analyses anew

// Threads that did not take one branch are often known not to take the next, which asks the same about a phi:
//
//   k = threadIdx.x                        k = threadIdx.x
//   if (k < n)                             if (k < n)
//     sum = in[k], k += 256    becomes       sum = in[k], k += 256
//   while (k < n)                            while (k < n)
//     sum += in[k], k += 256                   sum += in[k], k += 256
//
// For 32 lanes the phi would have no shape, as some lanes have come by the one path and some by the other, and the loop would
// gather. LLVM does this for constants only.
class Branches {
public:
  explicit Branches(Function &function) : function_(function) {}

  void run() {
    for (unsigned paths = 0; paths < kMostPaths && skipOne(); ++paths) {
    }
  }

private:
  struct Path {
    BasicBlock *from, *merge, *to;
  };

  bool skipOne() {
    const DominatorTree dominators(function_);
    const LoopInfo loops(dominators);
    for (BasicBlock &merge : function_) {
      if (!dominators.isReachableFromEntry(&merge) || loops.isLoopHeader(&merge) || !isOnlyComparison(merge))
        continue;
      for (BasicBlock *from : predecessors(&merge))
        if (BasicBlock *to = decidedTarget(*from, merge)) {
          skip({from, &merge, to});
          return true;
        }
    }
    return false;
  }

  // A merge block with phis, a comparison, and what both are computed from.
  static bool isOnlyComparison(BasicBlock &merge) {
    auto *branch = dyn_cast<BranchInst>(merge.getTerminator());
    if (!branch || branch->isUnconditional() || branch->getSuccessor(0) == branch->getSuccessor(1) ||
        !isa<PHINode>(merge.front()) || !merge.hasNPredecessorsOrMore(2))
      return false;
    auto *comparison = dyn_cast<ICmpInst>(branch->getCondition());
    if (!comparison || comparison->getParent() != &merge || comparison->getType()->isVectorTy())
      return false;
    unsigned count = 0;
    for (const Instruction &instruction : make_range(merge.getFirstNonPHIIt(), branch->getIterator())) {
      if (instruction.isDebugOrPseudoInst())
        continue;
      if (++count > kMostInstructions || instruction.mayReadOrWriteMemory() ||
          !isSafeToSpeculativelyExecute(&instruction))
        return false;
    }
    return true;
  }

  // Where all threads go that come to the merge block from this block; null if that is not decided there.
  BasicBlock *decidedTarget(BasicBlock &from, BasicBlock &merge) const {
    if (!isa<BranchInst>(from.getTerminator()) || count(successors(&from), &merge) != 1)
      return nullptr;
    auto *branch = cast<BranchInst>(merge.getTerminator());
    auto *comparison = cast<ICmpInst>(branch->getCondition());
    const Value *left = comparison->getOperand(0)->DoPHITranslation(&merge, &from),
                *right = comparison->getOperand(1)->DoPHITranslation(&merge, &from);
    auto isOfMerge = [&](const Value *value) {
      auto *instruction = dyn_cast<Instruction>(value);
      return instruction && instruction->getParent() == &merge;
    };
    if (isOfMerge(left) || isOfMerge(right))
      return nullptr;
    const BasicBlock *before = &from, *after = &merge;
    for (unsigned i = 0; i < kFarthest && before && before != &merge; ++i) {
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

  void skip(const Path &path) {
    BasicBlock *past = BasicBlock::Create(function_.getContext(), path.merge->getName() + ".decided",
                                          &function_, path.merge);
    ValueToValueMapTy values;
    for (PHINode &phi : path.merge->phis())
      values[&phi] = phi.getIncomingValueForBlock(path.from);
    for (Instruction &instruction :
         make_range(path.merge->getFirstNonPHIIt(), path.merge->getTerminator()->getIterator())) {
      if (instruction.isDebugOrPseudoInst())
        continue;
      Instruction *again = instruction.clone();
      again->insertInto(past, past->end());
      RemapInstruction(again, values, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
      values[&instruction] = again;
    }
    auto valueOnPath = [&](Value *value) {
      Value *own = values.lookup(value);
      return own ? own : value;
    };
    BranchInst::Create(path.to, past)->setDebugLoc(path.merge->getTerminator()->getDebugLoc());
    for (PHINode &phi : path.to->phis())
      phi.addIncoming(valueOnPath(phi.getIncomingValueForBlock(path.merge)), past);
    path.merge->removePredecessor(path.from, /*KeepOneInputPHIs=*/true);
    path.from->getTerminator()->replaceSuccessorWith(path.merge, past);
    // After the merge block, a value is that which was computed there, or on the path around it.
    for (Instruction &value : *path.merge)
      joinValue(value, {{past, valueOnPath(&value)}}, [&](BasicBlock *user) { return user == path.merge; });
    if (path.merge->getSinglePredecessor())
      FoldSingleEntryPHINodes(path.merge);
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
