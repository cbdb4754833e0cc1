// Shuffles of lanes that are known to be zero.
//
// Of `and` with a constant that is zero in some lanes, LLVM 19's code generator makes undefined lanes where a shuffle picks
// nothing else for a whole register: what is stored is then another register, or nothing is stored at all.

#include "vectorize/tune/passes.h"

#include "vectorize/tune/preserved_analyses.h"

#include <llvm/Analysis/ValueTracking.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// What the smallest vector registers hold.
constexpr unsigned kRegisterBits = 128;

class ZeroLanes {
public:
  explicit ZeroLanes(ShuffleVectorInst &shuffle)
      : shuffle_(shuffle), type_(cast<FixedVectorType>(shuffle.getType())),
        width_(static_cast<int>(type_->getNumElements())) {}

  // Replaces the shuffle, where there is something to replace.
  bool replace() {
    const SmallVector<int, 32> lanes = blend();
    if (all_of(lanes, [&](int lane) { return lane < width_; }))
      return false;
    Constant *null = Constant::getNullValue(type_);
    if (all_of(lanes, [&](int lane) { return lane >= width_; })) {
      shuffle_.replaceAllUsesWith(null);
      return true;
    }
    auto *blended = new ShuffleVectorInst(&shuffle_, null, lanes, "", std::next(shuffle_.getIterator()));
    blended->setDebugLoc(shuffle_.getDebugLoc());
    shuffle_.replaceUsesWithIf(blended, [&](const Use &use) { return use.getUser() != blended; });
    return true;
  }

private:
  // The lanes of the shuffle, or those of a vector of zeros after it.
  SmallVector<int, 32> blend() const {
    const int in_register = std::max(1, static_cast<int>(kRegisterBits / type_->getScalarSizeInBits()));
    SmallVector<int, 32> lanes;
    for (int first = 0; first < width_; first += in_register) {
      const int end = std::min(first + in_register, width_);
      const int from = areZero(first, end) ? width_ : 0;
      for (int lane = first; lane < end; ++lane)
        lanes.push_back(from + lane);
    }
    return lanes;
  }

  // Whether the shuffle picks lanes for these elements, and all of them are known to be zero.
  bool areZero(int first, int end) const {
    const ArrayRef<int> picked = shuffle_.getShuffleMask();
    APInt demanded = APInt::getZero(static_cast<unsigned>(width_));
    for (int element = first; element < end; ++element)
      if (picked[static_cast<size_t>(element)] >= 0)
        demanded.setBit(static_cast<unsigned>(element));
    return !demanded.isZero() &&
           computeKnownBits(&shuffle_, demanded, /*Depth=*/0, SimplifyQuery(shuffle_.getDataLayout()))
               .isZero();
  }

  ShuffleVectorInst &shuffle_;
  FixedVectorType *type_;
  int width_;
};

} // namespace

PreservedAnalyses writeKnownZeros(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (auto *shuffle = dyn_cast<ShuffleVectorInst>(&instruction);
        shuffle && shuffle->getType()->isIntOrIntVectorTy() && !isa<Constant>(shuffle->getOperand(0)))
      changed |= ZeroLanes(*shuffle).replace();
  return keepingControlFlow(changed);
}

} // namespace raddle::vectorize
