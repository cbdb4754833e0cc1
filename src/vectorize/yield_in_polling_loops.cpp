#include "vectorize/passes.h"

#include "analysis/polling_loops.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>

using namespace llvm;

namespace raddle::vectorize {

void yieldInPollingLoops(CompileJob &job) {
  Type *pointer = PointerType::get(job.module->getContext(), 0);
  for (Function &function : *job.module) {
    if (function.isDeclaration())
      continue;
    DominatorTree dominators(function);
    LoopInfo loops(dominators);
    for (Loop *loop : analysis::pollingLoops(function, loops, dominators)) {
      SmallVector<BasicBlock *, 4> latches;
      loop->getLoopLatches(latches);
      FunctionCallee yield = job.module->getOrInsertFunction("raddle_yield", Type::getVoidTy(job.module->getContext()),
                                                             pointer);
      for (BasicBlock *latch : latches) {
        IRBuilder<> builder(latch->getTerminator());
        builder.CreateCall(yield, {threadOf(function)});
      }
    }
  }
}

}  // namespace raddle::vectorize
