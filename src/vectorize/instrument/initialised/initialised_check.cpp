#include "vectorize/instrument/initialised/initialised_check.h"

#include "nvvm/runtime_functions.h"
#include "vectorize/passes.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

using namespace llvm;

namespace raddle::vectorize {

using nvvm::Runtime;

InitialisedCheck::InitialisedCheck(const CallInst &call)
    : poisoned(call.getArgOperand(1)), read(call.getArgOperand(2)), source(call.getArgOperand(3)),
      written(call.getArgOperand(4)), names(call.getArgOperand(5)), warp(call.getArgOperand(6)),
      use(cast<ConstantInt>(call.getArgOperand(7))->getZExtValue()) {}

void resolveInitialisedChecks(Module &module) {
  Function *placeholder = module.getFunction(nvvm::rowOf(Runtime::raddle_check_initialised).name);
  if (!placeholder)
    return;
  for (User *user : make_early_inc_range(placeholder->users())) {
    auto *call = cast<CallInst>(user);
    const InitialisedCheck check(*call);
    IRBuilder<> builder(call);
    Value *is_poisoned = builder.CreateIsNotNull(check.poisoned);
    MDNode *unlikely = MDBuilder(module.getContext()).createUnlikelyBranchWeights();
    builder.SetInsertPoint(SplitBlockAndInsertIfThen(is_poisoned, call, /*Unreachable=*/false, unlikely));
    builder.SetCurrentDebugLocation(call->getDebugLoc());
    CallInst *told = builder.CreateCall(nvvm::declare(module, Runtime::raddle_thread_uninitialised),
                                        {call->getArgOperand(0), check.read, check.source, check.written,
                                         check.names, call->getArgOperand(7)});
    told->addFnAttr(Attribute::NoMerge);
    told->setTailCallKind(CallInst::TCK_NoTail);
    call->eraseFromParent();
  }
  placeholder->eraseFromParent();
}

} // namespace raddle::vectorize
