#include "vectorize/tune/accumulators/accumulators_in_memory.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Whether parts of the vector begin at bytes, which those of a vector of bits do not.
bool hasBytes(const PHINode &accumulator) {
  return accumulator.getDataLayout().typeSizeEqualsStoreSize(accumulator.getType()->getScalarType());
}

// The load of an accumulator's first value, if nothing between it and the loop writes.
LoadInst *loadBefore(const Loop &loop, PHINode &accumulator) {
  auto *load = dyn_cast<LoadInst>(accumulator.getIncomingValueForBlock(loop.getLoopPreheader()));
  if (!load || !load->isSimple() || load->getParent() != loop.getLoopPreheader() || !load->hasOneUse())
    return nullptr;
  auto between = make_range(std::next(load->getIterator()), load->getParent()->end());
  return none_of(between, [](const Instruction &instruction) { return instruction.mayWriteToMemory(); })
             ? load
             : nullptr;
}

// The store of its last value, if nothing else is done with the accumulator.
StoreInst *storeAfter(const Loop &loop, PHINode &accumulator) {
  Value *result = accumulator.getIncomingValueForBlock(loop.getHeader());
  BasicBlock *exit = loop.getExitBlock();
  if (any_of(accumulator.users(), [&](User *user) { return !loop.contains(cast<Instruction>(user)); }))
    return nullptr;
  Instruction *only = nullptr;
  for (User *user : result->users())
    if (auto *instruction = cast<Instruction>(user); !loop.contains(instruction)) {
      if (only)
        return nullptr;
      only = instruction;
    }
  if (auto *phi = dyn_cast_or_null<PHINode>(only);
      phi && phi->getNumIncomingValues() == 1 && phi->hasOneUse()) {
    result = phi;
    only = cast<Instruction>(phi->user_back());
  }
  auto *store = dyn_cast_or_null<StoreInst>(only);
  if (!store || !store->isSimple() || store->getParent() != exit || store->getValueOperand() != result)
    return nullptr;
  auto comesFromBefore = [&](const Value *value) {
    auto *instruction = dyn_cast<Instruction>(value);
    return !instruction || (instruction->getParent() != exit && !loop.contains(instruction));
  };
  auto *address = dyn_cast<GetElementPtrInst>(store->getPointerOperand());
  return comesFromBefore(store->getPointerOperand()) ||
                 (address && all_of(address->operands(), comesFromBefore))
             ? store
             : nullptr;
}

} // namespace

AccumulatorsInMemory findAccumulatorsInMemory(const Loop &loop, ArrayRef<PHINode *> accumulators,
                                              AAResults &aliases) {
  AccumulatorsInMemory result;
  if (loop.getExitBlock()->getSinglePredecessor() != loop.getHeader())
    return result;
  for (PHINode *accumulator : accumulators)
    if (LoadInst *load = hasBytes(*accumulator) ? loadBefore(loop, *accumulator) : nullptr)
      result.loads[accumulator] = load;
  SmallPtrSet<const StoreInst *, 16> taken; // two accumulators may have become the same
  for (PHINode *accumulator : accumulators) {
    StoreInst *store = hasBytes(*accumulator) ? storeAfter(loop, *accumulator) : nullptr;
    if (!store || taken.contains(store))
      continue;
    const MemoryLocation place = MemoryLocation::get(store);
    auto isElsewhere = [&](const Instruction &instruction) {
      return !instruction.mayReadOrWriteMemory() ||
             !isModOrRefSet(aliases.getModRefInfo(&instruction, place));
    };
    const bool may_move =
        all_of(*loop.getHeader(), isElsewhere) &&
        all_of(make_range(store->getParent()->begin(), store->getIterator()), isElsewhere) &&
        all_of(result.loads, [&](const auto &entry) {
          const MemoryLocation other = MemoryLocation::get(entry.second);
          return entry.first == accumulator
                     ? aliases.isMustAlias(place, other) || aliases.isNoAlias(place, other)
                     : aliases.isNoAlias(place, other);
        });
    if (may_move) {
      result.stores[accumulator] = store;
      taken.insert(store);
    }
  }
  return result;
}

} // namespace raddle::vectorize
