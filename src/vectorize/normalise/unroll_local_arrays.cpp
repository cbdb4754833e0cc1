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

// How many iterations there are, where that is known. Exits at which the kernel ends do not count: no iteration comes after them.
unsigned iterationsOf(const Loop &loop, ScalarEvolution &evolution) {
  SmallVector<BasicBlock *, 4> exiting;
  loop.getExitingBlocks(exiting);
  unsigned iterations = 0;
  for (BasicBlock *block : exiting) {
    const bool ends = all_of(successors(block), [&](const BasicBlock *next) {
      return loop.contains(next) || isa<UnreachableInst>(next->getTerminator());
    });
    if (ends)
      continue;
    const unsigned count = evolution.getSmallConstantTripCount(&loop, block);
    if (count == 0)
      return 0;
    iterations = iterations == 0 ? count : std::min(iterations, count);
  }
  return iterations;
}

class UnrollLoopsOverLocalArrays : public PassInfoMixin<UnrollLoopsOverLocalArrays> {
public:
  PreservedAnalyses run(Loop &loop, LoopAnalysisManager &, LoopStandardAnalysisResults &results,
                        LPMUpdater &) {
    const unsigned iterations = iterationsOf(loop, results.SE);
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
