// RADDLE_CHECK=memory: a write that failed its check is not made, in those lanes whose it is, so that the kernel may go on
// without harm to other objects. While all is well there is a branch that all lanes take together, and the write has the
// form that it has without checks.
//
//   refused = check(...)           which lanes; 0: none
//   if (refused == 0) a[i] = x     as before
//   else if (!(refused >> lane & 1)) a[i] = x

#include "nvvm/runtime_functions.h"
#include "vectorize/fields.h"
#include "vectorize/passes.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <deque>

using namespace llvm;

namespace raddle::vectorize {

namespace {

using nvvm::Runtime;

bool isCheckOfWrite(const Instruction &instruction) {
  if (!nvvm::isCallOf(instruction, Runtime::raddle_check_pointer) &&
      !nvvm::isCallOf(instruction, Runtime::raddle_check_variable))
    return false;
  const auto &call = cast<CallInst>(instruction);
  return cast<ConstantInt>(call.getArgOperand(call.arg_size() - 1))->getZExtValue() & kRaddleAccessWrites;
}

bool isWrite(const Instruction &instruction) {
  return isa<StoreInst, AtomicRMWInst, AtomicCmpXchgInst, MemIntrinsic>(instruction);
}

struct GuardedWrite {
  CallInst *check;
  Instruction *write;
};

// Writes follow their checks in the same order, those of other places of the source between them.
SmallVector<GuardedWrite, 16> guardedWritesOf(Function &function) {
  SmallVector<GuardedWrite, 16> writes;
  for (BasicBlock &block : function) {
    std::deque<CallInst *> checks;
    for (Instruction &instruction : block) {
      if (isCheckOfWrite(instruction))
        checks.push_back(cast<CallInst>(&instruction));
      if (!isWrite(instruction))
        continue;
      const auto check = find_if(checks, [&](const CallInst *candidate) {
        return candidate->getDebugLoc() == instruction.getDebugLoc();
      });
      if (check == checks.end())
        continue;
      writes.push_back({*check, &instruction});
      checks.erase(check);
    }
  }
  return writes;
}

void guard(const GuardedWrite &guarded, bool is_for_warps) {
  Instruction *write = guarded.write;
  MDNode *unlikely = MDBuilder(write->getContext()).createUnlikelyBranchWeights();
  IRBuilder<> builder(write);
  Value *is_refused = builder.CreateIsNotNull(guarded.check);
  Constant *none = write->getType()->isVoidTy() ? nullptr : Constant::getNullValue(write->getType());
  if (!is_for_warps) {
    BasicBlock *before = write->getParent();
    Instruction *end = SplitBlockAndInsertIfThen(builder.CreateNot(is_refused), write->getNextNode(), false,
                                                 MDBuilder(write->getContext()).createLikelyBranchWeights());
    write->moveBefore(end);
    if (none && !write->use_empty()) {
      BasicBlock *after = end->getSuccessor(0);
      PHINode *result = PHINode::Create(write->getType(), 2, "", after->begin());
      write->replaceAllUsesWith(result);
      result->addIncoming(write, end->getParent());
      result->addIncoming(none, before);
    }
    return;
  }
  Instruction *some = nullptr, *all = nullptr;
  SplitBlockAndInsertIfThenElse(is_refused, write->getNextNode(), &some, &all, unlikely);
  builder.SetInsertPoint(some);
  builder.SetCurrentDebugLocation(write->getDebugLoc());
  Value *lane = threadField(builder, offsetof(RaddleThread, lane), builder.getInt32Ty());
  Value *may = builder.CreateICmpEQ(
      builder.CreateAnd(builder.CreateLShr(guarded.check, lane), builder.getInt32(1)), builder.getInt32(0));
  BasicBlock *before = some->getParent();
  Instruction *others = SplitBlockAndInsertIfThen(may, some, false);
  Instruction *copy = write->clone();
  copy->insertBefore(others);
  write->moveBefore(all);
  if (!none || write->use_empty())
    return;
  BasicBlock *after = all->getSuccessor(0), *joined = others->getSuccessor(0);
  PHINode *partial = PHINode::Create(write->getType(), 2, "", joined->begin());
  partial->addIncoming(copy, others->getParent());
  partial->addIncoming(none, before);
  PHINode *result = PHINode::Create(write->getType(), 2, "", after->begin());
  write->replaceAllUsesWith(result);
  result->addIncoming(write, all->getParent());
  result->addIncoming(partial, joined);
}

} // namespace

void guardWrites(Module &module, const Input &input) {
  for (Function &function : module)
    for (const GuardedWrite &guarded : guardedWritesOf(function))
      guard(guarded, input.lanes != 1);
}

} // namespace raddle::vectorize
