// Accumulator loops are unrolled before they are split.

#include "vectorize/tune/passes.h"

#include "vectorize/tune/accumulators/accumulator_loop.h"
#include "vectorize/tune/preserved_analyses.h"

#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// How many iterations become one. It stays a loop.
unsigned timesOf(Loop &loop, ScalarEvolution &evolution) {
  const unsigned iterations = evolution.getSmallConstantTripCount(&loop);
  for (unsigned times : {4, 2})
    if (iterations > times && iterations % times == 0)
      return times;
  return 1;
}

} // namespace

PreservedAnalyses unrollAccumulatorLoops(Function &function, FunctionAnalysisManager &analyses,
                                         const TargetMachine &machine) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  SmallVector<Loop *, 2> found;
  for (Loop *loop : loops.getLoopsInPreorder())
    if (loop->isInnermost() && loop->isLoopSimplifyForm() && timesOf(*loop, evolution) > 1 &&
        AccumulatorLoop(*loop, evolution, VectorRegisters::of(machine))
            .maySplit(analyses.getResult<AAManager>(function)))
      found.push_back(loop);
  for (Loop *loop : found) {
    UnrollLoopOptions options{};
    options.Count = timesOf(*loop, evolution);
    UnrollLoop(loop, options, &loops, &evolution, &analyses.getResult<DominatorTreeAnalysis>(function),
               &analyses.getResult<AssumptionAnalysis>(function),
               &analyses.getResult<TargetIRAnalysis>(function), /*ORE=*/nullptr, /*PreserveLCSSA=*/true);
  }
  return preservedUnless(!found.empty());
}

} // namespace raddle::vectorize
