// Runaway recursion ends in a diagnostic, not in another thread's stack.
//
// Fiber stacks lie side by side without guard pages (a thousand of them per worker would exhaust the
// process's memory mappings), so functions that can recurse look at their frame on entry:
//
//   if (frame - bytes_of_own_variables < thread->stack_limit) raddle_stack_overflow(thread);

#include "vectorize/fields.h"
#include "vectorize/passes.h"

#include "analysis/recursion.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

uint64_t bytesOfVariables(const Function &function) {
  uint64_t bytes = 0;
  for (const Instruction &instruction : function.getEntryBlock())
    if (auto *slot = dyn_cast<AllocaInst>(&instruction))
      if (auto size = slot->getAllocationSize(function.getParent()->getDataLayout()))
        bytes += size->getFixedValue();
  return bytes;
}

void checkOnEntry(Function &function) {
  Module &module = *function.getParent();
  BasicBlock::iterator place = function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
  IRBuilder<> builder(&*place);
  if (DISubprogram *program = function.getSubprogram())
    builder.SetCurrentDebugLocation(DILocation::get(function.getContext(), program->getLine(), 0, program));

  Value *frame = builder.CreateIntrinsic(Intrinsic::frameaddress, {builder.getPtrTy()}, {builder.getInt32(0)});
  Value *lowest = builder.CreateSub(builder.CreatePtrToInt(frame, builder.getInt64Ty()),
                                    builder.getInt64(bytesOfVariables(function)));
  Value *limit =
      loadThreadField(builder, threadOf(function), offsetof(RaddleThread, stack_limit), builder.getInt64Ty());
  Value *overflows = builder.CreateICmpULT(lowest, limit);
  MDNode *unlikely = MDBuilder(builder.getContext()).createUnlikelyBranchWeights();
  Instruction *failure = SplitBlockAndInsertIfThen(overflows, &*builder.GetInsertPoint(), /*Unreachable=*/true, unlikely);

  builder.SetInsertPoint(failure);
  FunctionCallee report =
      module.getOrInsertFunction("raddle_stack_overflow", builder.getVoidTy(), builder.getPtrTy());
  cast<Function>(report.getCallee())->setDoesNotReturn();
  CallInst *call = builder.CreateCall(report, {threadOf(function)});
  if (DISubprogram *program = function.getSubprogram())
    call->setDebugLoc(DILocation::get(function.getContext(), program->getLine(), 0, program));
}

}  // namespace

void checkStack(CompileJob &job) {
  for (Function *function : analysis::possiblyRecursiveFunctions(*job.module))
    checkOnEntry(*function);
}

}  // namespace raddle::vectorize
