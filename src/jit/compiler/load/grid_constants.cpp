// clang-19 does not know __grid_constant__, so the header writes
//
//   __global__ void kernel(const __attribute__((annotate("raddle.grid_constant"))) Parameters p);
//
// which arrives as a call of @llvm.var.annotation(parameter, text, file, line, null) in the kernel.
#include "jit/compiler/load/grid_constants.h"

#include "nvvm/markers.h"
#include "vectorize/compile_job.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/IntrinsicInst.h>

using namespace llvm;

namespace raddle::jit {

namespace {

bool isText(const Value *pointer, StringRef text) {
  auto *variable = dyn_cast<GlobalVariable>(pointer->stripPointerCasts());
  auto *bytes = variable && variable->hasInitializer()
                    ? dyn_cast<ConstantDataArray>(variable->getInitializer())
                    : nullptr;
  return bytes && bytes->isCString() && bytes->getAsCString() == text;
}

} // namespace

void noteGridConstants(Module &module) {
  for (Function &annotation : module) {
    if (annotation.getIntrinsicID() != Intrinsic::var_annotation)
      continue;
    for (User *user : make_early_inc_range(annotation.users())) {
      auto *call = cast<CallInst>(user);
      if (!isText(call->getArgOperand(1), marker::kGridConstantAnnotation))
        continue;
      // A parameter in registers has no address that all threads could share.
      if (auto *parameter = dyn_cast<Argument>(call->getArgOperand(0));
          parameter && parameter->hasByValAttr()) {
        parameter->addAttr(Attribute::ReadOnly);
        parameter->addAttr(Attribute::get(module.getContext(), marker::kGridConstant));
      }
      call->eraseFromParent();
    }
  }
}

} // namespace raddle::jit
