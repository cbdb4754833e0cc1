#include "vectorize/normalise/reconvergence_of_prints.h"

#include "nvvm/markers.h"
#include "vectorize/reshape/lanes/call_effects.h"

#include <llvm/IR/CFG.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Loops begin where nobody has to be waited for, and would not be rotated if they held a call there.
bool isReconvergencePoint(const BasicBlock &block, const DominatorTree &dominators) {
  return pred_size(&block) > 1 && none_of(predecessors(&block), [&](const BasicBlock *before) {
           return dominators.dominates(&block, before);
         });
}

// Whether a path from the branch that `join` belongs to, its dominator, holds a print.
bool mergesPrints(BasicBlock *join, const DominatorTree &dominators) {
  const BasicBlock *branch = dominators.getNode(join)->getIDom()->getBlock();
  SmallSetVector<BasicBlock *, 16> on_paths(pred_begin(join), pred_end(join));
  for (std::size_t i = 0; i < on_paths.size(); ++i) {
    BasicBlock *block = on_paths[i];
    if (block == branch)
      continue;
    if (any_of(*block, [](const Instruction &instruction) { return mayPrint(instruction); }))
      return true;
    on_paths.insert(pred_begin(block), pred_end(block));
  }
  return false;
}

} // namespace

void keepReconvergenceOfPrints(Module &module, const Facts &facts) {
  SmallVector<Function *, 16> functions;
  for (Function &function : module)
    if (!function.isDeclaration())
      functions.push_back(&function);
  notePrinting(functions, facts.indirect_calls_may_print);
  for (Function *function : functions) {
    if (!mayPrint(*function))
      continue;
    const DominatorTree dominators(*function);
    SmallVector<BasicBlock *, 16> points;
    for (BasicBlock &block : *function)
      if (dominators.isReachableFromEntry(&block) && isReconvergencePoint(block, dominators) &&
          mergesPrints(&block, dominators))
        points.push_back(&block);
    for (BasicBlock *block : points) {
      IRBuilder<> builder(block, block->getFirstInsertionPt());
      FunctionCallee reconvergence = module.getOrInsertFunction(marker::kReconvergence, builder.getVoidTy());
      auto *declaration = cast<Function>(reconvergence.getCallee());
      declaration->setConvergent();
      declaration->setDoesNotThrow();
      declaration->setOnlyAccessesInaccessibleMemory();
      declaration->addFnAttr(Attribute::WillReturn);
      builder.CreateCall(reconvergence)->addFnAttr(Attribute::NoMerge);
    }
  }
}

void releaseReconvergence(Module &module) {
  Function *reconvergence = module.getFunction(marker::kReconvergence);
  if (!reconvergence)
    return;
  for (User *call : make_early_inc_range(reconvergence->users()))
    cast<CallInst>(call)->eraseFromParent();
  reconvergence->eraseFromParent();
}

} // namespace raddle::vectorize
