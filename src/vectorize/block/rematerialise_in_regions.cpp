#include "vectorize/block/rematerialise_in_regions.h"

#include "vectorize/block_copies.h"
#include "vectorize/placement.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// An operation takes half as long as a load.
constexpr unsigned kOperationsForLoad = 2;
// A value is computed again by at most so many operations.
constexpr unsigned kMostOperations = 6;

// Without mask registers a comparison gives a vector of numbers, so that a flag costs as much as a number of 32 bits.
constexpr unsigned kBitsOfFlagInVector = 32;

bool isCopied(const Instruction &instruction) {
  return isMovableOperation(instruction) && instruction.getType()->isVectorTy();
}

// The operations by which a region computes a value again.
struct Recipe {
  SmallVector<Instruction *, kMostOperations> operations; // operands first
  std::uint64_t bits_loaded = 0;                          // of values that the region does not have yet
};

class RegionRematerialiser {
public:
  RegionRematerialiser(Function &kernel, WarpVariance &variance, BarrierRegions &regions,
                       const WarpValues &values)
      : kernel_(kernel), variance_(variance), regions_(regions), values_(values), dominators_(kernel),
        loops_(dominators_), bits_of_flag_(values.hasMaskRegisters() ? 1 : kBitsOfFlagInVector) {}

  // Users come before what they use, so that chains of sums move from their ends.
  void run() {
    SmallVector<Instruction *, 64> candidates;
    for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&kernel_))
      if (regions_.of(block))
        for (Instruction &instruction : *block)
          if (isCopied(instruction) && variance_.differs(&instruction))
            candidates.push_back(&instruction);
    for (Instruction *each : reverse(candidates)) {
      if (each->use_empty())
        each->eraseFromParent(); // all that used it has been copied
      else
        rematerialise(*each);
    }
  }

private:
  using UsesByRegion = MapVector<BarrierRegion *, SmallVector<Use *, 4>>;

  std::uint64_t bitsOf(const Value &value) const {
    Type *type = value.getType();
    auto *vector = dyn_cast<FixedVectorType>(type);
    return vector && vector->getElementType()->isIntegerTy(1)
               ? vector->getNumElements() * bits_of_flag_
               : kernel_.getDataLayout().getTypeSizeInBits(type).getFixedValue();
  }

  BarrierRegion *regionOf(const Use &use) { return regions_.of(blockOf(use)); }

  // By the regions that are not its own. None where it is used outside of all regions.
  std::optional<UsesByRegion> usesElsewhere(Instruction &value) {
    UsesByRegion uses;
    const BarrierRegion *home = regions_.of(value.getParent());
    for (Use &use : value.uses()) {
      BarrierRegion *region = regionOf(use);
      if (!region)
        return std::nullopt;
      if (region != home)
        uses[region].push_back(&use);
    }
    return uses;
  }

  void rematerialise(Instruction &value) {
    const auto uses = usesElsewhere(value);
    if (!uses || uses->empty())
      return;
    // It would have been stored once, and would have taken room in the first-level cache.
    std::uint64_t spared = 2 * bitsOf(value), spent = 0;
    SmallVector<Recipe, 2> recipes;
    for (const auto &[region, list] : *uses) {
      Recipe &recipe = recipes.emplace_back();
      if (values_.isFree(value, *region) || !findRecipe(value, value, *region, recipe))
        return;
      spared += bitsOf(value);
      const std::uint64_t cost =
          recipe.bits_loaded + recipe.operations.size() * bitsOf(value) / kOperationsForLoad;
      spent += cost;
      if (isInLoopElsewhere(*region, value) && cost > bitsOf(value))
        return;
    }
    if (spent > spared)
      return;
    for (const auto &[region_and_uses, recipe] : zip_equal(*uses, recipes))
      copy(value, region_and_uses.second, recipe);
    if (value.use_empty())
      value.eraseFromParent();
  }

  bool isInLoopElsewhere(const BarrierRegion &region, const Instruction &value) const {
    const Loop *loop = loops_.getLoopFor(region.start());
    return loop && !loop->contains(&value);
  }

  // False where something is needed that the region cannot have, or too much.
  bool findRecipe(const Instruction &value, Instruction &operation, BarrierRegion &region, Recipe &recipe) {
    if (recipe.operations.size() == kMostOperations)
      return false;
    const std::size_t place = recipe.operations.size();
    recipe.operations.push_back(&operation);
    for (Value *operand : operation.operands()) {
      auto *input = dyn_cast<Instruction>(operand);
      if (!input || is_contained(recipe.operations, input) || isThere(*input, region))
        continue;
      if (!variance_.differs(input))
        return false;
      if (isKept(*input, value))
        recipe.bits_loaded += bitsOf(*input);
      else if (!isCopied(*input) || !findRecipe(value, *input, region, recipe))
        return false;
    }
    // The operations that compute this one's operands were appended after it, and have to come before it.
    std::rotate(recipe.operations.begin() + place, recipe.operations.begin() + place + 1,
                recipe.operations.end());
    return true;
  }

  // Whether the region has it without a load of its own.
  bool isThere(Instruction &value, BarrierRegion &region) {
    if (!variance_.differs(&value))
      return values_.isThereAtStart(value, region);
    return values_.isFree(value, region) ||
           any_of(value.uses(), [&](const Use &use) { return regionOf(use) == &region; });
  }

  // Whether it has a place for other regions, and keeps that for itself: an accumulator of a loop around barriers may share it with
  // the value that follows.
  bool isKept(Instruction &input, const Instruction &value) {
    const BarrierRegion *home = regions_.of(input.getParent());
    if (!home || (isa<PHINode>(input) && loops_.isLoopHeader(input.getParent())))
      return false;
    return home != regions_.of(value.getParent()) || any_of(input.uses(), [&](const Use &use) {
             const BarrierRegion *region = regionOf(use);
             return region && region != home;
           });
  }

  void copy(Instruction &value, ArrayRef<Use *> uses, const Recipe &recipe) {
    Instruction *place = firstUserIn(*commonDominator(uses, dominators_), uses);
    DenseMap<Value *, Value *> copies;
    Instruction *last = nullptr;
    for (Instruction *operation : recipe.operations) {
      last = operation->clone();
      last->setName(operation->getName());
      for (Use &operand : last->operands())
        if (Value *own = copies.lookup(operand))
          operand.set(own);
      last->insertBefore(place->getIterator());
      variance_.noteDifference(*last);
      copies[operation] = last;
    }
    for (Use *use : uses)
      use->set(last);
  }

  Function &kernel_;
  WarpVariance &variance_;
  BarrierRegions &regions_;
  const WarpValues &values_;
  const DominatorTree dominators_;
  const LoopInfo loops_;
  const unsigned bits_of_flag_;
};

} // namespace

void rematerialiseInRegions(Function &kernel, WarpVariance &variance, BarrierRegions &regions,
                            const WarpValues &values) {
  RegionRematerialiser(kernel, variance, regions, values).run();
}

} // namespace raddle::vectorize
