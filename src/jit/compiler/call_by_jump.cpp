#include "jit/compiler/call_by_jump.h"

#include "base/sanitizers.h"
#include "nvvm/runtime_functions.h"

#include <llvm/CodeGen/TargetSubtargetInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>
#include <llvm/TargetParser/Triple.h>

using namespace llvm;

namespace raddle::jit {

namespace {

// What a function may change besides its result and the registers of arguments. A register's widest form is named, and
// those that the target lacks are not.
std::string clobbersOf(const TargetMachine &target, const Function &caller) {
  const MCSubtargetInfo &features = *target.getSubtargetImpl(caller);
  std::string clobbers = ",~{r10},~{r11},~{r12},~{r13},~{r14},~{r15},~{dirflag},~{fpsr},~{flags},~{memory}";
  auto add = [&](const char *prefix, unsigned count, unsigned first = 0) {
    for (unsigned i = first; i < first + count; ++i)
      clobbers += (",~{" + Twine(prefix) + Twine(i) + "}").str();
  };
  if (features.checkFeatures("+egpr"))
    add("r", 16, 16);
  if (features.checkFeatures("+avx512f")) {
    add("zmm", 32);
    add("k", 8);
  } else {
    add(features.checkFeatures("+avx") ? "ymm" : "xmm", 16);
  }
  return clobbers;
}

void replace(CallInst &call, const std::string &clobbers) {
  static constexpr const char *kArguments[] = {"{rdi}", "{rsi}", "{rdx}", "{rcx}", "{r8}", "{r9}"};
  IRBuilder<> builder(&call);
  // All are changed, those of arguments too, and a changed one is an output.
  SmallVector<Type *> outputs{builder.getInt64Ty()};
  SmallVector<Value *> inputs;
  SmallVector<Type *> input_types;
  std::string out = "={rax}", in;
  for (unsigned i = 0; i < std::size(kArguments); ++i) {
    outputs.push_back(builder.getInt64Ty());
    out += std::string(",=") + kArguments[i];
    if (i >= call.arg_size())
      continue;
    Value *argument = call.getArgOperand(i);
    inputs.push_back(argument->getType()->isPointerTy()
                         ? builder.CreatePtrToInt(argument, builder.getInt64Ty())
                         : builder.CreateZExt(argument, builder.getInt64Ty()));
    input_types.push_back(builder.getInt64Ty());
    in += "," + std::to_string(i + 1);
  }
  const std::string text = "leaq 1f(%rip), %r11\n\tpushq %r11\n\tjmpq *" +
                           call.getCalledFunction()->getName().str() + "_by_jump@GOTPCREL(%rip)\n1:";
  auto *type = FunctionType::get(StructType::get(call.getContext(), outputs), input_types, false);
  CallInst *jump = builder.CreateCall(
      type, InlineAsm::get(type, text, out + in + clobbers, /*hasSideEffects=*/true, /*isAlignStack=*/true),
      inputs);
  jump->setDoesNotThrow();
  if (!call.getType()->isVoidTy())
    call.replaceAllUsesWith(builder.CreateTrunc(builder.CreateExtractValue(jump, 0), call.getType()));
  call.eraseFromParent();
}

} // namespace

void callWaitsByJump(Module &module, const TargetMachine &target) {
#if !RADDLE_ASAN && !RADDLE_TSAN // there the runtime has no such functions
  if (!target.getTargetTriple().isX86())
    return;
  for (Function &function : module) {
    const nvvm::RuntimeFunction *called = nvvm::findRuntimeFunction(function.getName());
    if (!called || called->entry != nvvm::RuntimeFunction::Entry::ByJump)
      continue;
    for (User *user : make_early_inc_range(function.users()))
      if (auto *call = dyn_cast<CallInst>(user); call && call->getCalledFunction() == &function)
        replace(*call, clobbersOf(target, *call->getFunction()));
  }
#endif
}

} // namespace raddle::jit
