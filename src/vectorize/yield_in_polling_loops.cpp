#include "vectorize/passes.h"

#include "analysis/polling_loops.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/AttributeMask.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// A function that yields lets any other thread change any memory; what simplify inferred about it and its
// callers no longer holds.
void forgetInferredEffects(Module &module) {
  AttributeMask inferred;
  for (Attribute::AttrKind kind :
       {Attribute::Memory, Attribute::NoSync, Attribute::WillReturn, Attribute::NoFree})
    inferred.addAttribute(kind);
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    function.removeFnAttrs(inferred);
    for (Attribute::AttrKind kind : {Attribute::ReadOnly, Attribute::ReadNone, Attribute::NoCapture})
      function.removeParamAttr(0, kind);
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        if (Function *callee = call->getCalledFunction(); !callee || !callee->isDeclaration())
          call->removeFnAttrs(inferred);
  }
}

// Whether every iteration that ends in `latch` has called __nanosleep, which yields too. With a second place to
// yield at, a thread that only polls would be seen here and there in turn, as if it moved.
bool sleepsBefore(const BasicBlock *latch, const Loop &loop, const DominatorTree &dominators) {
  for (const BasicBlock *block : loop.blocks()) {
    if (!dominators.dominates(block, latch))
      continue;
    for (const Instruction &instruction : *block)
      if (const auto *call = dyn_cast<CallBase>(&instruction))
        if (const Function *callee = call->getCalledFunction();
            callee && callee->getName().contains("nanosleep"))
          return true;
  }
  return false;
}

} // namespace

void yieldInPollingLoops(CompileJob &job) {
  bool yields = false;
  Type *pointer = PointerType::get(job.module->getContext(), 0);
  for (Function &function : *job.module) {
    // Nobody waits where an attempt fails only because another one has succeeded.
    if (function.isDeclaration() || function.hasFnAttribute(kLaneByLane))
      continue;
    DominatorTree dominators(function);
    LoopInfo loops(dominators);
    for (Loop *loop : analysis::pollingLoops(function, loops, dominators)) {
      SmallVector<BasicBlock *, 4> latches;
      loop->getLoopLatches(latches);
      FunctionCallee yield =
          job.module->getOrInsertFunction("raddle_yield", Type::getVoidTy(job.module->getContext()), pointer);
      for (BasicBlock *latch : latches) {
        if (sleepsBefore(latch, *loop, dominators))
          continue;
        // Only a thread that goes around again gives way: one that has just taken a lock shall not.
        DebugLoc location = latch->getTerminator()->getDebugLoc();
        BasicBlock *again = latch;
        if (!latch->getSingleSuccessor())
          again = SplitEdge(latch, loop->getHeader(), &dominators, &loops);
        IRBuilder<> builder(again->getTerminator());
        builder.SetCurrentDebugLocation(location);
        builder.CreateCall(yield, {threadOf(function)});
        yields = true;
      }
    }
  }
  if (yields)
    forgetInferredEffects(*job.module);
}

} // namespace raddle::vectorize
