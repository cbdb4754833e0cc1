// For one lane. What is called through a pointer is looked up first, because the address of a host function, or one out of
// the virtual table of an object that the host made, leads to code of the host, which would run.

#include "nvvm/runtime_functions.h"
#include "vectorize/passes.h"

using namespace llvm;

namespace raddle::vectorize {

void checkTargets(Module &module) {
  for (Function &function : module) {
    SmallVector<CallBase *, 8> calls;
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction); call && call->isIndirectCall())
        calls.push_back(call);
    for (CallBase *call : calls) {
      IRBuilder<> builder(call);
      builder.CreateCall(nvvm::declare(module, nvvm::Runtime::raddle_check_target),
                         {threadOf(function), call->getCalledOperand()});
    }
  }
}

} // namespace raddle::vectorize
