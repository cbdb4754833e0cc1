#include "vectorize/reshape/loops/change_loops.h"

#include <llvm/Analysis/TargetLibraryInfo.h>

using namespace llvm;

namespace raddle::vectorize {

bool changeLoops(Function &kernel, const BlockClass &block, KernelShapes &shapes,
                 function_ref<bool(Loop &, const LoopFacts &)> change) {
  bool changed = false;
  DominatorTree dominators(kernel);
  LoopInfo loops(dominators);
  AssumptionCache assumptions(kernel);
  TargetLibraryInfoImpl library(Triple(kernel.getParent()->getTargetTriple()));
  TargetLibraryInfo functions(library);
  ScalarEvolution evolution(kernel, functions, assumptions, dominators, loops);
  for (Loop *loop : loops.getLoopsInPreorder())
    changed |= change(*loop, {shapes.of(kernel, block), evolution, loops, dominators, assumptions});
  return changed;
}

} // namespace raddle::vectorize
