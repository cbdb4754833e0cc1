// clang takes `extern __shared__` for arrays without a bound only. For all else
//
//   extern __shared__ Table table;
//
// raddlecc writes __raddle_extern_shared__ (crt/host_defines.h): an external __device__ variable in a section of its
// own. With nvcc such an object, whose size is known, has memory of its own, unlike an array without a bound: it is defined
// here unless another file of the program does so.
#include "jit/compiler/load/declared_shared.h"

#include "nvvm/address_spaces.h"
#include "nvvm/markers.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>

using namespace llvm;

namespace raddle::jit {

void defineDeclaredShared(Module &module) {
  for (GlobalVariable &variable : make_early_inc_range(module.globals())) {
    if (!variable.isDeclaration() || variable.getSection() != marker::kDynamicSharedSection)
      continue;
    auto *shared = new GlobalVariable(module, variable.getValueType(), /*isConstant=*/false,
                                      GlobalValue::WeakAnyLinkage, UndefValue::get(variable.getValueType()),
                                      "", &variable, GlobalValue::NotThreadLocal, nvvm::kSharedAddressSpace);
    shared->takeName(&variable);
    shared->setAlignment(variable.getAlign());
    variable.replaceAllUsesWith(ConstantExpr::getAddrSpaceCast(shared, variable.getType()));
    variable.eraseFromParent();
  }
}

} // namespace raddle::jit
