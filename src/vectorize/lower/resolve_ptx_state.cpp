// What outlives a single asm statement: the carry flag, and the end of the thread.
//
//   __device__ unsigned add_cc(unsigned a, unsigned b) { asm volatile("add.cc.u32 ..."); }
//   __device__ unsigned addc(unsigned a, unsigned b) { asm volatile("addc.u32 ..."); }      // CC.CF of the
//   one above
//
// src/ptx emits calls for both, because the statements stand in functions of their own. Now that these are
// inlined, the flag is a variable of the function, and `exit` a return from the kernel.

#include "nvvm/runtime_functions.h"
#include "vectorize/passes.h"

#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <fmt/format.h>
#include <map>

using namespace llvm;

namespace raddle::vectorize {

namespace {

using nvvm::Runtime;

SmallVector<CallInst *, 8> callsOf(Module &module, Runtime placeholder) {
  SmallVector<CallInst *, 8> calls;
  if (Function *function = module.getFunction(nvvm::rowOf(placeholder).name))
    for (User *user : function->users())
      if (auto *call = dyn_cast<CallInst>(user))
        calls.push_back(call);
  return calls;
}

void replaceCarry(Module &module) {
  std::map<Function *, AllocaInst *> flags;
  auto flagOf = [&](Function *function) {
    AllocaInst *&flag = flags[function];
    if (!flag) {
      IRBuilder<> builder(&*function->getEntryBlock().getFirstInsertionPt());
      flag = builder.CreateAlloca(builder.getInt32Ty(), nullptr, "carry");
      builder.CreateStore(builder.getInt32(0), flag);
    }
    return flag;
  };
  for (CallInst *call : callsOf(module, Runtime::raddle_ptx_set_carry)) {
    new StoreInst(call->getArgOperand(0), flagOf(call->getFunction()), call->getIterator());
    call->eraseFromParent();
  }
  for (CallInst *call : callsOf(module, Runtime::raddle_ptx_carry)) {
    call->replaceAllUsesWith(
        new LoadInst(call->getType(), flagOf(call->getFunction()), "carry", call->getIterator()));
    call->eraseFromParent();
  }
  for (const auto &[function, flag] : flags) {
    DominatorTree dominators(*function);
    PromoteMemToReg({flag}, dominators);
  }
}

} // namespace

void resolvePtxState(Module &module, const Function *kernel, Report &report) {
  replaceCarry(module);
  for (CallInst *call : callsOf(module, Runtime::raddle_ptx_exit)) {
    Function *function = call->getFunction();
    if (function != kernel) {
      report.errors.push_back(
          fmt::format("{}: error: asm: 'exit' in function '{}', which cannot be inlined into the kernel: "
                      "return instead",
                      locationOf(*call), readableName(*function)));
      continue;
    }
    BasicBlock *block = call->getParent();
    changeToUnreachable(call);
    block->getTerminator()->eraseFromParent();
    ReturnInst::Create(block->getContext(), nullptr, block);
  }
}

} // namespace raddle::vectorize
