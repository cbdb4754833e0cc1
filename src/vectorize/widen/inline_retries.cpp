// Functions that separate-retries has outlined stand in loops over the lanes now, and are inlined there.

#include "nvvm/markers.h"
#include "vectorize/passes.h"

using namespace llvm;

namespace raddle::vectorize {

bool inlineRetries(Module &module) {
  bool changed = false;
  for (Function &function : make_early_inc_range(module)) {
    if (!function.hasFnAttribute(marker::kLaneByLane))
      continue;
    for (User *user : make_early_inc_range(function.users())) {
      InlineFunctionInfo inlining;
      if (auto *call = dyn_cast<CallInst>(user))
        InlineFunction(*call, inlining);
    }
    function.eraseFromParent();
    changed = true;
  }
  return changed;
}

} // namespace raddle::vectorize
