#include "vectorize/tune/accumulators/accumulators_in_memory.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/DataLayout.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Parts of a vector of bits do not begin at bytes.
bool hasBytes(const PHINode &sum) {
  return sum.getDataLayout().typeSizeEqualsStoreSize(sum.getType()->getScalarType());
}

// Nothing between it and the loop writes.
LoadInst *loadInFrontOf(const Loop &loop, PHINode &sum) {
  auto *load = dyn_cast<LoadInst>(sum.getIncomingValueForBlock(loop.getLoopPreheader()));
  if (!load || !load->isSimple() || load->getParent() != loop.getLoopPreheader() || !load->hasOneUse())
    return nullptr;
  auto behind = make_range(std::next(load->getIterator()), load->getParent()->end());
  return none_of(behind, [](const Instruction &instruction) { return instruction.mayWriteToMemory(); })
             ? load
             : nullptr;
}

// The only thing that is done with the sum.
StoreInst *storeBehind(const Loop &loop, PHINode &sum) {
  Value *result = sum.getIncomingValueForBlock(loop.getHeader());
  BasicBlock *exit = loop.getExitBlock();
  if (any_of(sum.users(), [&](User *user) { return !loop.contains(cast<Instruction>(user)); }))
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

SumsInMemory findSumsInMemory(const Loop &loop, ArrayRef<PHINode *> sums, AAResults &aliases) {
  SumsInMemory result;
  if (loop.getExitBlock()->getSinglePredecessor() != loop.getHeader())
    return result;
  for (PHINode *sum : sums)
    if (LoadInst *load = hasBytes(*sum) ? loadInFrontOf(loop, *sum) : nullptr)
      result.loads[sum] = load;
  SmallPtrSet<const StoreInst *, 16> taken; // two sums may have become the same
  for (PHINode *sum : sums) {
    StoreInst *store = hasBytes(*sum) ? storeBehind(loop, *sum) : nullptr;
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
          return entry.first == sum ? aliases.isMustAlias(place, other) || aliases.isNoAlias(place, other)
                                    : aliases.isNoAlias(place, other);
        });
    if (may_move) {
      result.stores[sum] = store;
      taken.insert(store);
    }
  }
  return result;
}

} // namespace raddle::vectorize
