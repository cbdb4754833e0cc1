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

#include <llvm/IR/CFG.h>
#include <llvm/Transforms/Utils/Local.h>

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

// The branch to `never` becomes one to where it goes otherwise.
void takeOtherWay(BasicBlock &block, BasicBlock &never) {
  auto *branch = dyn_cast<BranchInst>(block.getTerminator());
  if (!branch || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1))
    return;
  Value *condition = branch->getCondition();
  never.removePredecessor(&block);
  IRBuilder<>(branch).CreateBr(branch->getSuccessor(branch->getSuccessor(0) == &never ? 1 : 0));
  branch->eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructions(condition);
}

} // namespace

void checkStack(Module &module, const Input &input) {
  for (Function *function : analysis::possiblyRecursiveFunctions(module))
    checkOnEntry(*function, input.lanes);
  for (AllocaInst *allocation : analysis::dynamicAllocations(module))
    checkAllocation(*allocation);
}

void dropStackChecks(Module &module) {
  Function *overflow = module.getFunction(nvvm::rowOf(nvvm::Runtime::raddle_stack_overflow).name);
  if (!overflow || analysis::hasUnboundedStack(module))
    return;
  SmallVector<Instruction *, 8> calls;
  for (User *user : overflow->users())
    if (auto *call = dyn_cast<CallInst>(user))
      calls.push_back(call);
  SmallSetVector<Function *, 8> changed;
  for (Instruction *call : calls) {
    changed.insert(call->getFunction());
    changeToUnreachable(call);
  }
  for (Function *function : changed)
    for (BasicBlock &block : make_early_inc_range(*function))
      if (isa<UnreachableInst>(block.front()))
        for (BasicBlock *before : SmallVector<BasicBlock *, 4>(predecessors(&block)))
          takeOtherWay(*before, block);
}

void limitLocalMemory(const Module &module, Report &report) {
  for (const nvvm::LargeVariable &variable : nvvm::variablesTooLarge(module))
    report.errors.push_back(variable.place + ": error: " + variable.text);
}

} // namespace raddle::vectorize
