// Replacing a global by a value that each function computes once, at its entry.
#ifndef RADDLE_VECTORIZE_LOWER_GLOBAL_USES_H
#define RADDLE_VECTORIZE_LOWER_GLOBAL_USES_H

#include "vectorize/llvm.h"

#include <llvm/IR/ReplaceConstant.h>

namespace raddle::vectorize {

/// Replaces every use of `global` in an instruction, also inside constant expressions, by the value that
/// `compute` emits at the entry of the using function (one value per function, of the global's type).
/// Uses in initialisers of other globals stay. `is_wanted` may exclude single uses.
inline void replaceInFunctions(
    llvm::GlobalValue *global,
    llvm::function_ref<llvm::Value *(llvm::IRBuilder<> &, llvm::Function &)> compute,
    llvm::function_ref<bool(const llvm::Use &)> is_wanted = [](const llvm::Use &) { return true; }) {
  llvm::convertUsersOfConstantsToInstructions({global});
  llvm::DenseMap<llvm::Function *, llvm::Value *> computed;
  for (llvm::Use &use : llvm::make_early_inc_range(global->uses())) {
    auto *user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
    if (!user || !is_wanted(use))
      continue;
    llvm::Function *function = user->getFunction();
    llvm::Value *&value = computed[function];
    if (!value) {
      llvm::IRBuilder<> builder(&*function->getEntryBlock().getFirstInsertionPt());
      value = compute(builder, *function);
    }
    use.set(value);
  }
}

} // namespace raddle::vectorize

#endif
