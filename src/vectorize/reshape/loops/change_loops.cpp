#include "vectorize/reshape/loops/change_loops.h"

#include "vectorize/reshape/normal_form.h"

#include <llvm/Analysis/TargetLibraryInfo.h>

using namespace llvm;

namespace raddle::vectorize {

void changeLoops(CompileJob &job, function_ref<bool(Loop &, const LoopFacts &)> change) {
  if (!job.input.optimize)
    return;
  Function &kernel = *job.kernel;
  bool changed = false;
  {
    DominatorTree dominators(kernel);
    LoopInfo loops(dominators);
    AssumptionCache assumptions(kernel);
    TargetLibraryInfoImpl library(job.target->getTargetTriple());
    TargetLibraryInfo functions(library);
    ScalarEvolution evolution(kernel, functions, assumptions, dominators, loops);
    for (Loop *loop : loops.getLoopsInPreorder())
      changed |= change(
          *loop, {job.facts.shapes.of(kernel, job.input.block), evolution, loops, dominators, assumptions});
  }
  if (!changed)
    return;
  job.facts.shapes.forget();
  shapeLoops(kernel, *job.target);
}

} // namespace raddle::vectorize
