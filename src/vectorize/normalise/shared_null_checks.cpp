#include "vectorize/normalise/shared_null_checks.h"

#include "nvvm/address_spaces.h"

#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>
#include <llvm/Passes/PassBuilder.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

bool isInSharedVariable(const Value *address) {
  for (;;) {
    auto *element = dyn_cast<GEPOperator>(address);
    if (element && element->isInBounds())
      address = element->getPointerOperand();
    else if (auto *cast = dyn_cast<AddrSpaceCastOperator>(address))
      address = cast->getPointerOperand();
    else
      break;
  }
  auto *variable = dyn_cast<GlobalVariable>(address);
  return variable && variable->getAddressSpace() == nvvm::kSharedAddressSpace;
}

// In its own address space the first shared variable lies at 0, among all others none does.
struct FoldNullChecksOfShared : PassInfoMixin<FoldNullChecksOfShared> {
  static PreservedAnalyses run(Function &function, FunctionAnalysisManager &) {
    bool changed = false;
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
      auto *comparison = dyn_cast<ICmpInst>(&instruction);
      if (!comparison || !comparison->isEquality() || !isa<ConstantPointerNull>(comparison->getOperand(1)) ||
          comparison->getOperand(1)->getType()->getPointerAddressSpace() != 0 ||
          !isInSharedVariable(comparison->getOperand(0)))
        continue;
      comparison->replaceAllUsesWith(
          ConstantInt::getBool(comparison->getType(), comparison->getPredicate() == CmpInst::ICMP_NE));
      comparison->eraseFromParent();
      changed = true;
    }
    if (!changed)
      return PreservedAnalyses::all();
    PreservedAnalyses preserved;
    preserved.preserveSet<CFGAnalyses>();
    return preserved;
  }
};

} // namespace

void foldNullChecksOfShared(PassBuilder &builder) {
  builder.registerPeepholeEPCallback(
      [](FunctionPassManager &passes, OptimizationLevel) { passes.addPass(FoldNullChecksOfShared()); });
}

} // namespace raddle::vectorize
