#include "vectorize/reshape/reachable_functions.h"

#include "analysis/address_taken.h"
#include "nvvm/markers.h"
#include "vectorize/passes.h"

using namespace llvm;

namespace raddle::vectorize {

SmallVector<Function *, 8> reachableFunctions(Function &kernel) {
  SetVector<Function *> reached;
  reached.insert(&kernel);
  for (size_t i = 0; i < reached.size(); ++i)
    for (Instruction &instruction : instructions(reached[i])) {
      auto *call = dyn_cast<CallInst>(&instruction);
      if (!call || call->isInlineAsm())
        continue;
      if (Function *callee = call->getCalledFunction(); callee && !callee->isDeclaration()) {
        if (!callee->hasFnAttribute(marker::kLaneByLane))
          reached.insert(callee);
      } else if (call->isIndirectCall()) {
        auto targets = analysis::indirectTargetsOf(*call);
        reached.insert(targets.begin(), targets.end());
      }
    }
  return reached.takeVector();
}

} // namespace raddle::vectorize
