#include "jit/compiler/load/maths_intrinsics.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>

using namespace llvm;

namespace raddle::jit {

namespace {

// Its C name, of the version for double; "" for what is an instruction, or a few.
StringRef functionOf(Intrinsic::ID intrinsic) {
  switch (intrinsic) {
  case Intrinsic::acos:
    return "acos";
  case Intrinsic::asin:
    return "asin";
  case Intrinsic::atan:
    return "atan";
  case Intrinsic::cos:
    return "cos";
  case Intrinsic::cosh:
    return "cosh";
  case Intrinsic::exp:
    return "exp";
  case Intrinsic::exp10:
    return "exp10";
  case Intrinsic::exp2:
    return "exp2";
  case Intrinsic::log:
    return "log";
  case Intrinsic::log10:
    return "log10";
  case Intrinsic::log2:
    return "log2";
  case Intrinsic::pow:
    return "pow";
  case Intrinsic::sin:
    return "sin";
  case Intrinsic::sinh:
    return "sinh";
  case Intrinsic::tan:
    return "tan";
  case Intrinsic::tanh:
    return "tanh";
  default:
    return "";
  }
}

} // namespace

void callLibraryForIntrinsics(Module &module) {
  for (Function &intrinsic : make_early_inc_range(module)) {
    const StringRef function = functionOf(intrinsic.getIntrinsicID());
    Type *type = intrinsic.getReturnType();
    if (function.empty() || !(type->isFloatTy() || type->isDoubleTy()))
      continue;
    const FunctionCallee library = module.getOrInsertFunction(
        ("__nv_" + function + (type->isFloatTy() ? "f" : "")).str(), intrinsic.getFunctionType());
    for (User *user : make_early_inc_range(intrinsic.users()))
      if (auto *call = dyn_cast<CallInst>(user))
        call->setCalledFunction(library);
    if (intrinsic.use_empty())
      intrinsic.eraseFromParent();
  }
}

} // namespace raddle::jit
