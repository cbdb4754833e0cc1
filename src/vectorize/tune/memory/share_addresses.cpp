// An unrolled loop reads many rows, at constant distances from each other where they belong to neighbouring warps or to
// neighbouring iterations. One register holds what their addresses have in common:
//
//   (tile + (512 * i + 1024)) + here           ((tile + 512 * i) + here) + 1024
//   (tile + (512 * i + 1088)) + here  becomes  ((tile + 512 * i) + here) + 1088
//
// Instructions that access memory add constants for nothing, though they become longer: with one tile, where `here` is
// known, constants stay where they are.

#include "vectorize/tune/passes.h"

#include "nvvm/markers.h"
#include "vectorize/tune/preserved_analyses.h"

#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SeparateConstOffsetFromGEP.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// The bytes that an address adds to another one, if they are a constant; else 0.
std::int64_t constantStep(const GetElementPtrInst &address, const DataLayout &layout) {
  APInt bytes(layout.getIndexTypeSizeInBits(address.getType()), 0);
  return address.accumulateConstantOffset(layout, bytes) ? bytes.getSExtValue() : 0;
}

class PutConstantStepsLast : public PassInfoMixin<PutConstantStepsLast> {
public:
  static PreservedAnalyses run(Function &function, FunctionAnalysisManager &) {
    const DataLayout &layout = function.getDataLayout();
    bool changed = false;
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
      auto *address = dyn_cast<GetElementPtrInst>(&instruction);
      if (!address || address->getType()->isVectorTy() || address->hasAllConstantIndices())
        continue;
      auto *before = dyn_cast<GetElementPtrInst>(address->getPointerOperand());
      const std::int64_t step = before ? constantStep(*before, layout) : 0;
      if (step == 0)
        continue;
      // The sum without the constant may lie outside of the object, so that neither address is "inbounds".
      IRBuilder<> builder(address);
      Value *common = builder.CreateGEP(address->getSourceElementType(), before->getPointerOperand(),
                                        SmallVector<Value *>(address->indices()));
      Value *same = builder.CreatePtrAdd(common, builder.getInt64(static_cast<std::uint64_t>(step)));
      same->takeName(address);
      address->replaceAllUsesWith(same);
      address->eraseFromParent();
      changed = true;
    }
    return keepingControlFlow(changed);
  }
};

} // namespace

PreservedAnalyses shareAddresses(Function &function, FunctionAnalysisManager &analyses) {
  const bool are_tiles = function.hasFnAttribute(marker::kReadsManyTiles);
  if (!are_tiles && !function.hasFnAttribute(marker::kReadsManyRows))
    return PreservedAnalyses::all();
  FunctionPassManager passes;
  passes.addPass(SeparateConstOffsetFromGEPPass());
  if (are_tiles)
    passes.addPass(PutConstantStepsLast());
  passes.addPass(EarlyCSEPass());
  return passes.run(function, analyses);
}

} // namespace raddle::vectorize
