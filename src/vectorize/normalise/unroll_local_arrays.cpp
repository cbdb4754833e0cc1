#include "vectorize/normalise/unroll_local_arrays.h"

#include "vectorize/llvm.h"

#include <llvm/Transforms/Scalar/LoopPassManager.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Larger arrays do not fit into registers anyway.
constexpr unsigned kMostIterations = 128;
// Instructions of the unrolled loop, beyond which compiling it takes too long.
constexpr unsigned kMostInstructions = 4000;

bool indexesLocalArray(const GetElementPtrInst &address, const Loop &loop, ScalarEvolution &evolution) {
  return isa<AllocaInst>(getUnderlyingObject(address.getPointerOperand())) &&
         any_of(address.indices(), [&](Value *index) {
           return !isa<Constant>(index) && !evolution.isLoopInvariant(evolution.getSCEV(index), &loop);
         });
}

// The most that there are: a loop may also be left where something is wrong, for which no number is known. 0 if unknown.
unsigned mostIterations(const Loop &loop, ScalarEvolution &evolution) {
  SmallVector<BasicBlock *, 4> exiting;
  loop.getExitingBlocks(exiting);
  unsigned most = 0;
  for (const BasicBlock *block : exiting)
    if (const unsigned iterations = evolution.getSmallConstantTripCount(&loop, block))
      most = most == 0 ? iterations : std::min(most, iterations);
  return most;
}

class UnrollLoopsOverLocalArrays : public PassInfoMixin<UnrollLoopsOverLocalArrays> {
public:
  PreservedAnalyses run(Loop &loop, LoopAnalysisManager &, LoopStandardAnalysisResults &results,
                        LPMUpdater &) {
    const unsigned iterations = mostIterations(loop, results.SE);
    if (iterations == 0 || iterations > kMostIterations ||
        findStringMetadataForLoop(&loop, "llvm.loop.unroll.disable"))
      return PreservedAnalyses::all();
    unsigned instructions = 0;
    bool pays = false;
    for (BasicBlock *block : loop.blocks())
      for (Instruction &instruction : *block) {
        ++instructions;
        auto *address = dyn_cast<GetElementPtrInst>(&instruction);
        pays = pays || (address && indexesLocalArray(*address, loop, results.SE));
      }
    if (pays && instructions * iterations <= kMostInstructions)
      addStringMetadataToLoop(&loop, "llvm.loop.unroll.full");
    return PreservedAnalyses::all();
  }
};

} // namespace

void unrollLoopsOverLocalArrays(PassBuilder &builder) {
  builder.registerLateLoopOptimizationsEPCallback(
      [](LoopPassManager &passes, OptimizationLevel) { passes.addPass(UnrollLoopsOverLocalArrays()); });
}

} // namespace raddle::vectorize
