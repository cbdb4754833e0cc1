#include "vectorize/normalise/keep_tiles_rolled.h"

#include "nvvm/address_spaces.h"
#include "vectorize/llvm.h"

#include <llvm/Transforms/Scalar/LoopPassManager.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

bool isLocal(const Value &address) { return isa<AllocaInst>(getUnderlyingObject(&address)); }

// Whether all that the loop does is to add up what it reads, something of it from shared memory. Elements of a local
// array that it takes in turn become registers only where it is unrolled.
bool addsUpFromTile(const Loop &loop) {
  bool reads_tile = false;
  for (const Instruction &instruction : *loop.getHeader()) {
    const Value *address = getLoadStorePointerOperand(&instruction);
    if (!address) {
      if (instruction.mayReadOrWriteMemory() ||
          (isa<CallBase>(instruction) && !isa<IntrinsicInst>(instruction)))
        return false;
      continue;
    }
    const bool moves = !loop.isLoopInvariant(address);
    if (instruction.isAtomic() || instruction.isVolatile() || (isLocal(*address) && moves) ||
        (isa<StoreInst>(instruction) && !isLocal(*address)))
      return false;
    reads_tile |= moves && nvvm::isInSharedMemory(*address);
  }
  return reads_tile;
}

class KeepTilesRolled : public PassInfoMixin<KeepTilesRolled> {
public:
  PreservedAnalyses run(Loop &loop, LoopAnalysisManager &, LoopStandardAnalysisResults &results,
                        LPMUpdater &) {
    const unsigned iterations = results.SE.getSmallConstantTripCount(&loop);
    if (iterations == 0 || loop.getNumBlocks() != 1 || !asksForAll(loop, iterations) || !addsUpFromTile(loop))
      return PreservedAnalyses::all();
    loop.setLoopID(makePostTransformationMetadata(loop.getHeader()->getContext(), loop.getLoopID(),
                                                  {"llvm.loop.unroll."}, {}));
    return PreservedAnalyses::all();
  }

private:
  static bool asksForAll(const Loop &loop, unsigned iterations) {
    if (findOptionMDForLoop(&loop, "llvm.loop.unroll.enable") ||
        findOptionMDForLoop(&loop, "llvm.loop.unroll.full"))
      return true;
    const std::optional<int> count = getOptionalIntLoopAttribute(&loop, "llvm.loop.unroll.count");
    return count && *count > 1 && static_cast<unsigned>(*count) >= iterations;
  }
};

} // namespace

void keepTilesRolled(PassBuilder &builder) {
  builder.registerLateLoopOptimizationsEPCallback(
      [](LoopPassManager &passes, OptimizationLevel) { passes.addPass(KeepTilesRolled()); });
}

} // namespace raddle::vectorize
