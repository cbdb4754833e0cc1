#include "vectorize/block/late_values.h"

#include "vectorize/block_copies.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// An operation takes half as long as a load.
constexpr unsigned kOperationsForLoad = 2;
// So many operations are copied for one value.
constexpr unsigned kMostOperations = 6;

// Where flags become numbers to be used, they take as long as these.
constexpr unsigned kBitsOfFlagInVector = 32;

bool isCopied(const Instruction &instruction) {
  return isa<BinaryOperator, CastInst, CmpInst, SelectInst>(instruction) && !instruction.isIntDivRem() &&
         instruction.getType()->isVectorTy();
}

// What computes a value again in a region.
struct Recipe {
  SmallVector<Instruction *, kMostOperations> operations; // operands first
  std::uint64_t bits_loaded = 0;                          // of values that the region does not have yet
};

class LateValues {
public:
  LateValues(Function &kernel, WarpVariance &variance, BarrierRegions &regions, const WarpValues &values,
             bool has_mask_registers)
      : kernel_(kernel), variance_(variance), regions_(regions), values_(values), dominators_(kernel),
        loops_(dominators_), bits_of_flag_(has_mask_registers ? 1 : kBitsOfFlagInVector) {}

  // Users come before what they use, so that chains of sums move from their ends.
  void compute() {
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
        tryToCopy(*each);
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

  void tryToCopy(Instruction &value) {
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
      spent += recipe.bits_loaded + recipe.operations.size() * costOf(value);
      if (isInLoopElsewhere(*region, value) &&
          recipe.bits_loaded + recipe.operations.size() * costOf(value) > bitsOf(value))
        return;
    }
    if (spent > spared)
      return;
    for (const auto &[region_and_uses, recipe] : zip_equal(*uses, recipes))
      copy(value, region_and_uses.second, recipe);
    if (value.use_empty())
      value.eraseFromParent();
  }

  std::uint64_t costOf(const Instruction &value) const { return bitsOf(value) / kOperationsForLoad; }

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
    // What this one is computed from has been found after it.
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
    BasicBlock *common = nullptr;
    for (const Use *use : uses)
      common = common ? dominators_.findNearestCommonDominator(common, blockOf(*use)) : blockOf(*use);
    Instruction *place = common->getTerminator();
    for (const Use *use : uses) {
      auto *user = cast<Instruction>(use->getUser());
      if (user->getParent() == common && !isa<PHINode>(user) && user->comesBefore(place))
        place = user;
    }
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

void computeWhereUsed(Function &kernel, WarpVariance &variance, BarrierRegions &regions,
                      const WarpValues &values, bool has_mask_registers) {
  LateValues(kernel, variance, regions, values, has_mask_registers).compute();
}

} // namespace raddle::vectorize
