// A loop over the lanes takes its elements out of memory, and where a vector has been loaded only to be stored for that, it can take
// them from where it was:
//
//   x = kept[warp];                                for (lane ...)
//   scratch = x;                        becomes      out[i[lane]] = kept[warp][lane];
//   for (lane ...)
//     out[i[lane]] = scratch[lane];

#include "vectorize/tune/passes.h"

#include "nvvm/markers.h"
#include "vectorize/tune/preserved_analyses.h"

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/MemoryLocation.h>
#include <llvm/Analysis/MemorySSA.h>
#include <llvm/Analysis/MemorySSAUpdater.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// The search for a write between the load and the loop gives up after so many states of memory.
constexpr std::size_t kMostWrites = 256;

// A variable that is written once, as a whole, with what has been loaded from another variable.
struct Copy {
  AllocaInst *variable = nullptr;
  LoadInst *original = nullptr;
  StoreInst *store = nullptr;
  SmallVector<LoadInst *, 4> reads;
  SmallVector<Instruction *, 2> lifetimes; // where it begins and ends
};

// False where something else is done with the address.
bool collectUses(Value &address, Copy &copy) {
  for (User *user : address.users()) {
    if (auto *load = dyn_cast<LoadInst>(user); load && load->isSimple()) {
      copy.reads.push_back(load);
    } else if (auto *store = dyn_cast<StoreInst>(user); store && store->isSimple() && !copy.store &&
                                                        store->getPointerOperand() == copy.variable &&
                                                        store->getValueOperand() != copy.variable) {
      copy.store = store;
    } else if (cast<Instruction>(user)->isLifetimeStartOrEnd()) {
      copy.lifetimes.push_back(cast<Instruction>(user));
    } else if (!isa<GetElementPtrInst>(user) || !collectUses(*user, copy)) {
      return false;
    }
  }
  return true;
}

class InPlaceReader {
public:
  InPlaceReader(MemorySSA &memory, AAResults &aliases, const DominatorTree &dominators)
      : memory_(memory), updater_(&memory), aliases_(aliases), dominators_(dominators) {}

  bool readInPlace(AllocaInst &variable) {
    Copy copy;
    copy.variable = &variable;
    if (!collectUses(variable, copy) || !copy.store || copy.reads.empty() || !comesFromVariable(copy) ||
        !isUnchanged(copy))
      return false;
    for (LoadInst *read : copy.reads)
      read->setAlignment(std::min(read->getAlign(), copy.original->getAlign()));
    for (Instruction *lifetime : copy.lifetimes)
      erase(*lifetime);
    erase(*copy.store);
    variable.replaceAllUsesWith(copy.original->getPointerOperand());
    variable.eraseFromParent();
    if (copy.original->use_empty())
      erase(*copy.original);
    return true;
  }

private:
  // Other threads may change what does not stand on the stack.
  bool comesFromVariable(Copy &copy) const {
    copy.original = dyn_cast<LoadInst>(copy.store->getValueOperand());
    const DataLayout &layout = copy.variable->getDataLayout();
    return copy.original && copy.original->isSimple() &&
           isa<AllocaInst>(getUnderlyingObject(copy.original->getPointerOperand())) &&
           layout.getTypeStoreSize(copy.original->getType()) ==
               layout.getTypeAllocSize(copy.variable->getAllocatedType()) &&
           all_of(copy.reads, [&](const LoadInst *read) { return dominators_.dominates(copy.store, read); });
  }

  // Whether all reads would find what has been loaded.
  bool isUnchanged(const Copy &copy) {
    const MemoryLocation place = MemoryLocation::get(copy.original);
    const MemoryAccess *loaded = stateBefore(*copy.original);
    return all_of(copy.reads, [&](const LoadInst *read) {
      // All ways up from the read lead past the load.
      SmallSetVector<const MemoryAccess *, 16> states;
      states.insert(stateBefore(*read));
      for (std::size_t i = 0; i < states.size(); ++i) {
        if (states[i] == loaded)
          continue;
        auto *write = dyn_cast<MemoryDef>(states[i]);
        if (i == kMostWrites || memory_.isLiveOnEntryDef(states[i]) ||
            (write && isModSet(aliases_.getModRefInfo(write->getMemoryInst(), place))))
          return false;
        if (write)
          states.insert(write->getDefiningAccess());
        else
          for (const Use &before : cast<MemoryPhi>(states[i])->incoming_values())
            states.insert(cast<MemoryAccess>(before));
      }
      return true;
    });
  }

  // The last access before the instruction that writes to any memory. MemorySSA may link a load to an earlier one, having skipped writes
  // that do not concern that load.
  const MemoryAccess *stateBefore(const Instruction &instruction) const {
    const BasicBlock *block = instruction.getParent();
    for (const Instruction *end = &instruction; block; end = nullptr) {
      if (const auto *accesses = memory_.getBlockDefs(block))
        for (const MemoryAccess &access : reverse(*accesses)) {
          auto *write = dyn_cast<MemoryDef>(&access);
          if (!write || !end || write->getMemoryInst()->comesBefore(end))
            return &access;
        }
      const auto *above = dominators_.getNode(block)->getIDom();
      block = above ? above->getBlock() : nullptr;
    }
    return memory_.getLiveOnEntryDef();
  }

  void erase(Instruction &access) {
    updater_.removeMemoryAccess(&access);
    access.eraseFromParent();
  }

  MemorySSA &memory_;
  MemorySSAUpdater updater_;
  AAResults &aliases_;
  const DominatorTree &dominators_;
};

} // namespace

PreservedAnalyses readInPlace(Function &function, FunctionAnalysisManager &analyses) {
  SmallVector<AllocaInst *, 16> variables;
  for (Instruction &instruction : instructions(function))
    if (auto *variable = dyn_cast<AllocaInst>(&instruction);
        variable && variable->hasMetadata(marker::kScratch))
      variables.push_back(variable);
  if (variables.empty())
    return PreservedAnalyses::all();
  InPlaceReader reader(analyses.getResult<MemorySSAAnalysis>(function).getMSSA(),
                       analyses.getResult<AAManager>(function),
                       analyses.getResult<DominatorTreeAnalysis>(function));
  bool changed = false;
  for (AllocaInst *variable : variables)
    changed |= reader.readInPlace(*variable);
  return keepingControlFlow(changed);
}

} // namespace raddle::vectorize
