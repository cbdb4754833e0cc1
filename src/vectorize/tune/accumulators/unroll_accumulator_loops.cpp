#include "vectorize/tune/accumulators/unroll_accumulator_loops.h"

#include "vectorize/tune/accumulators/accumulator_loop.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

class UnrollAccumulatorLoops : public PassInfoMixin<UnrollAccumulatorLoops> {
public:
  explicit UnrollAccumulatorLoops(VectorRegisters registers) : registers_(registers) {}

  PreservedAnalyses run(Function &function, FunctionAnalysisManager &analyses) {
    auto &loops = analyses.getResult<LoopAnalysis>(function);
    auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
    SmallVector<Loop *, 2> found;
    for (Loop *loop : loops.getLoopsInPreorder())
      if (loop->isInnermost() && loop->isLoopSimplifyForm() && timesOf(*loop, evolution) > 1 &&
          AccumulatorLoop(*loop, evolution, registers_).maySplit(analyses.getResult<AAManager>(function)))
        found.push_back(loop);
    for (Loop *loop : found)
      unroll(*loop, loops, evolution, analyses, function);
    return found.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
  }

private:
  // How many iterations become one. It stays a loop.
  static unsigned timesOf(Loop &loop, ScalarEvolution &evolution) {
    const unsigned iterations = evolution.getSmallConstantTripCount(&loop);
    for (unsigned times : {4, 2})
      if (iterations > times && iterations % times == 0)
        return times;
    return 1;
  }

  static void unroll(Loop &loop, LoopInfo &loops, ScalarEvolution &evolution,
                     FunctionAnalysisManager &analyses, Function &function) {
    UnrollLoopOptions options{};
    options.Count = timesOf(loop, evolution);
    UnrollLoop(&loop, options, &loops, &evolution, &analyses.getResult<DominatorTreeAnalysis>(function),
               &analyses.getResult<AssumptionAnalysis>(function),
               &analyses.getResult<TargetIRAnalysis>(function), /*ORE=*/nullptr, /*PreserveLCSSA=*/true);
  }

  VectorRegisters registers_;
};

} // namespace

void unrollAccumulatorLoops(const CompileJob &job, FunctionPassManager &passes) {
  passes.addPass(LoopSimplifyPass());
  passes.addPass(LCSSAPass());
  passes.addPass(UnrollAccumulatorLoops(VectorRegisters::of(job)));
}

} // namespace raddle::vectorize
