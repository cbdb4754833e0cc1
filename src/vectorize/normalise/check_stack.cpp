// Runaway recursion ends in a diagnostic, not in another thread's stack.
//
// Fiber stacks lie side by side without guard pages (a thousand of them per worker would exhaust the
// process's memory mappings), so functions that can recurse look at their frame on entry:
//
//   if (frame - bytes_of_own_variables < thread->stack_limit) raddle_stack_overflow(thread);
//
// and every alloca() looks at what is left before it takes its part.

#include "nvvm/runtime_functions.h"
#include "vectorize/fields.h"
#include "vectorize/passes.h"

#include "analysis/recursion.h"
#include "nvvm/local_memory.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

// For all lanes that run it at once.
uint64_t bytesOfVariables(const Function &function, unsigned lanes) {
  uint64_t bytes = 0;
  for (const Instruction &instruction : function.getEntryBlock())
    if (auto *slot = dyn_cast<AllocaInst>(&instruction))
      if (auto size = slot->getAllocationSize(function.getParent()->getDataLayout()))
        bytes += size->getFixedValue();
  return bytes * lanes;
}

Value *stackLimit(IRBuilder<> &builder, Function &function) {
  return loadThreadField(builder, threadOf(function), offsetof(RaddleThread, stack_limit),
                         builder.getInt64Ty());
}

// Ends the launch before the builder's place when `overflows`.
void reportIf(IRBuilder<> &builder, Value *overflows) {
  const DebugLoc place = builder.getCurrentDebugLocation();
  Function &function = *builder.GetInsertBlock()->getParent();
  MDNode *unlikely = MDBuilder(builder.getContext()).createUnlikelyBranchWeights();
  Instruction *failure =
      SplitBlockAndInsertIfThen(overflows, &*builder.GetInsertPoint(), /*Unreachable=*/true, unlikely);

  builder.SetInsertPoint(failure);
  builder.SetCurrentDebugLocation(place);
  builder.CreateCall(nvvm::declare(*function.getParent(), nvvm::Runtime::raddle_stack_overflow),
                     {threadOf(function)});
}

void checkOnEntry(Function &function, unsigned lanes) {
  BasicBlock::iterator place = function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
  IRBuilder<> builder(&*place);
  if (DISubprogram *program = function.getSubprogram())
    builder.SetCurrentDebugLocation(DILocation::get(function.getContext(), program->getLine(), 0, program));

  Value *frame =
      builder.CreateIntrinsic(Intrinsic::frameaddress, {builder.getPtrTy()}, {builder.getInt32(0)});
  Value *lowest = builder.CreateSub(builder.CreatePtrToInt(frame, builder.getInt64Ty()),
                                    builder.getInt64(bytesOfVariables(function, lanes)));
  reportIf(builder, builder.CreateICmpULT(lowest, stackLimit(builder, function)));
}

void checkAllocation(AllocaInst &allocation) {
  Function &function = *allocation.getFunction();
  IRBuilder<> builder(&allocation);
  Value *top = builder.CreatePtrToInt(builder.CreateStackSave(), builder.getInt64Ty());
  Value *room = builder.CreateSub(top, stackLimit(builder, function));
  uint64_t element = function.getParent()->getDataLayout().getTypeAllocSize(allocation.getAllocatedType());
  Value *count = builder.CreateZExtOrTrunc(allocation.getArraySize(), builder.getInt64Ty());
  // Counted in elements, because the product may wrap; one more for alignment.
  Value *places = builder.CreateUDiv(room, builder.getInt64(std::max<uint64_t>(element, 1)));
  reportIf(builder, builder.CreateICmpUGE(count, places));
}

} // namespace

void checkStack(Module &module, const Input &input) {
  for (Function *function : analysis::possiblyRecursiveFunctions(module))
    checkOnEntry(*function, input.lanes);
  for (AllocaInst *allocation : analysis::dynamicAllocations(module))
    checkAllocation(*allocation);
}

void limitLocalMemory(const Module &module, Report &report) {
  for (const nvvm::LargeVariable &variable : nvvm::variablesTooLarge(module))
    report.errors.push_back(variable.place + ": error: " + variable.text);
}

} // namespace raddle::vectorize
