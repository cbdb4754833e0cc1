#include "vectorize/reshape/late_operations.h"

#include "analysis/lane_shapes.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/placement.h"
#include "vectorize/prefetches.h"
#include "vectorize/widen/plan/shared_address.h"

#include <algorithm>

using namespace llvm;

namespace raddle::vectorize {

namespace {

using analysis::LaneShapes;

// ---- Loads of what is only copied ----

// Between a load and its store lie so many instructions at most: to look at them all takes quadratic time.
constexpr unsigned kFarthestStore = 512;

// Whether a parameter of the kernel leads there, itself or as a member of a structure that is passed by value. No parameter
// leads to the shared memory of a block, which begins when the parameters are known.
bool isReachedByParameter(const Value &address) {
  const Value *object = getUnderlyingObject(&address, /*MaxLookup=*/0);
  if (auto *load = dyn_cast<LoadInst>(object)) {
    auto *structure = dyn_cast<Argument>(getUnderlyingObject(load->getPointerOperand(), /*MaxLookup=*/0));
    return structure && structure->hasByValAttr();
  }
  auto *argument = dyn_cast<Argument>(object);
  return argument && argument->getArgNo() > 0;
}

bool areApart(const Value &address, const Value &other) {
  return (isSharedAddress(address) && isReachedByParameter(other)) ||
         (isReachedByParameter(address) && isSharedAddress(other));
}

// The store that is the only use of what is loaded, later in the block; null where there is none.
StoreInst *onlyStoreOf(LoadInst &load) {
  auto *store = load.hasOneUse() ? dyn_cast<StoreInst>(*load.user_begin()) : nullptr;
  return store && store->isSimple() && store->getValueOperand() == &load &&
                 store->getParent() == load.getParent()
             ? store
             : nullptr;
}

// Whether the lanes of a warp access neighbouring elements, all at once: others are accessed together with their neighbours.
bool isVector(Instruction &access, const LaneShapes &shapes) {
  const std::uint64_t bytes =
      access.getDataLayout().getTypeStoreSize(getLoadStoreType(&access)).getFixedValue();
  const auto stride = shapes.of(getLoadStorePointerOperand(&access)).stride();
  return stride && static_cast<std::uint64_t>(*stride) == bytes;
}

bool mayComeLater(const LoadInst &load, const StoreInst &store) {
  unsigned length = 0;
  for (const Instruction *between = load.getNextNode(); between != &store; between = between->getNextNode()) {
    if (++length > kFarthestStore)
      return false;
    if (!between->mayWriteToMemory() || isPrefetch(*between) ||
        nvvm::isCallOf(*between, nvvm::Runtime::raddle_check_alignment))
      continue;
    auto *other = dyn_cast<StoreInst>(between);
    if (!other || !other->isSimple() || !areApart(*load.getPointerOperand(), *other->getPointerOperand()))
      return false;
  }
  return true;
}

// ---- Operations before a barrier ----

// Moves operations past one barrier, within their block.
class BarrierSinker {
public:
  BarrierSinker(Instruction &barrier, ArrayRef<const Instruction *> barriers, const LaneShapes &shapes,
                const DominatorTree &dominators)
      : barrier_(barrier), barriers_(barriers), shapes_(shapes), dominators_(dominators) {}

  bool sink() {
    for (Instruction *each = barrier_.getPrevNode(); each; each = each->getPrevNode())
      if (mayMove(*each) && all_of(each->users(), [&](const User *user) {
            return isMoved(*user) || comesAfter(*cast<Instruction>(user));
          }))
        moved_.insert(each);
    if (bitsKept(resultsNeeded()) <= bitsKept(operandsNeeded()))
      return false;
    // The last one was found first.
    for (Instruction *each : moved_)
      each->moveAfter(&barrier_);
    return true;
  }

private:
  using Values = SmallSetVector<const Value *, 16>;

  static bool mayMove(const Instruction &instruction) {
    return isMovableOperation(instruction) && !instruction.use_empty();
  }

  bool isMoved(const Value &value) const {
    return moved_.contains(const_cast<Instruction *>(dyn_cast<Instruction>(&value)));
  }

  // A phi uses its value at the end of the block that the value comes from. That is this block, after the barrier, or a later one.
  bool comesAfter(const Instruction &user) const {
    return user.getParent() != barrier_.getParent() || isa<PHINode>(user) || barrier_.comesBefore(&user);
  }

  Values resultsNeeded() const {
    Values results;
    for (const Instruction *each : moved_)
      if (any_of(each->users(), [&](const User *user) { return !isMoved(*user); }))
        results.insert(each);
    return results;
  }

  // Those that do not live across this barrier, and have not across an earlier one.
  Values operandsNeeded() const {
    Values operands;
    for (const Instruction *each : moved_)
      for (const Value *operand : each->operands())
        if (auto *instruction = dyn_cast<Instruction>(operand);
            instruction && !isMoved(*operand) && !isKeptAnyway(*instruction))
          operands.insert(operand);
    return operands;
  }

  bool isKeptAnyway(const Instruction &value) const {
    return any_of(value.users(),
                  [&](const User *user) {
                    auto *after = cast<Instruction>(user);
                    return !isMoved(*user) && !isa<PHINode>(after) && dominators_.dominates(&barrier_, after);
                  }) ||
           any_of(barriers_, [&](const Instruction *earlier) {
             return earlier != &barrier_ && dominators_.dominates(&value, earlier) &&
                    dominators_.dominates(earlier, &barrier_);
           });
  }

  // What is the same for all lanes, or nearly so, takes one register of them all.
  std::uint64_t bitsKept(const Values &values) const {
    std::uint64_t bits = 0;
    for (const Value *value : values)
      if (shapes_.of(value).isVarying())
        bits += value->getType()->getPrimitiveSizeInBits();
    return bits;
  }

  Instruction &barrier_;
  ArrayRef<const Instruction *> barriers_;
  const LaneShapes &shapes_;
  const DominatorTree &dominators_;
  SmallSetVector<Instruction *, 16> moved_;
};

} // namespace

bool delayCopiedLoads(Function &kernel, const Input &input, Facts &facts) {
  const LaneShapes &shapes = facts.shapes.of(kernel, input.block);
  bool changed = false;
  for (BasicBlock &block : kernel)
    for (Instruction &instruction : make_early_inc_range(block)) {
      auto *load = dyn_cast<LoadInst>(&instruction);
      StoreInst *store = load && load->isSimple() ? onlyStoreOf(*load) : nullptr;
      if (!store || store->getPrevNode() == load ||
          !areApart(*load->getPointerOperand(), *store->getPointerOperand()) || !isVector(*load, shapes) ||
          !isVector(*store, shapes) || !mayComeLater(*load, *store))
        continue;
      load->moveBefore(store);
      changed = true;
    }
  return changed;
}

bool sinkPastBarriers(Function &kernel, const Input &input, Facts &facts) {
  SmallVector<Instruction *, 8> barriers;
  for (Instruction &instruction : instructions(kernel))
    if (nvvm::isBarrierOfWholeBlock(instruction))
      barriers.push_back(&instruction);
  if (barriers.empty())
    return false;
  const DominatorTree dominators(kernel);
  const LaneShapes &shapes = facts.shapes.of(kernel, input.block);
  const SmallVector<const Instruction *, 8> all(barriers.begin(), barriers.end());
  bool changed = false;
  for (Instruction *barrier : barriers)
    changed |= BarrierSinker(*barrier, all, shapes, dominators).sink();
  return changed;
}

} // namespace raddle::vectorize
