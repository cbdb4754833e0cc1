#include "vectorize/block/warp_variance.h"

#include "abi/kernel_abi.h"
#include "analysis/spread_differences.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/block/prepare_kernel.h"
#include "vectorize/block/warp_values.h"
#include "vectorize/prefetches.h"
#include "vectorize/reshape/lanes/call_effects.h"

#include <llvm/IR/GlobalVariable.h>

#include <cstddef>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Whether nothing but reads is made of an address.
bool isOnlyRead(const Value &address) {
  return all_of(address.users(), [&](const User *user) {
    if (auto *load = dyn_cast<LoadInst>(user))
      return !load->isVolatile();
    if (auto *copy = dyn_cast<MemTransferInst>(user))
      return copy->getRawDest() != &address;
    return isa<GetElementPtrInst>(user) && isOnlyRead(*user);
  });
}

bool isNeverWritten(const LoadInst &load) {
  if (load.isVolatile() || load.isAtomic())
    return false;
  if (load.hasMetadata(LLVMContext::MD_invariant_load))
    return true;
  const Value *object = getUnderlyingObject(load.getPointerOperand());
  if (auto *variable = dyn_cast<GlobalVariable>(object))
    return variable->isConstant();
  auto *parameter = dyn_cast<Argument>(object);
  return parameter && parameter->hasByValAttr() && (parameter->onlyReadsMemory() || isOnlyRead(*parameter));
}

// Loads before which no warp has written anything since the block's last barrier. If another warp wrote what one of them
// reads, before the next barrier, they would race for it; so all warps read the same from the same address. Vectors decide about
// no branch, and stay each warp's own.
class LoadsAfterBarriers {
public:
  explicit LoadsAfterBarriers(const Function &kernel, const Argument &thread) : thread_(thread) {
    // Whether something may have been written where a block ends, raised until nothing changes.
    DenseMap<const BasicBlock *, bool> written_after;
    const ReversePostOrderTraversal<const Function *> order(&kernel);
    for (bool changed = true; changed;) {
      changed = false;
      loads_.clear();
      for (const BasicBlock *block : order) {
        bool written = any_of(predecessors(block),
                              [&](const BasicBlock *before) { return written_after.lookup(before); });
        for (const Instruction &instruction : *block) {
          if (auto *load = dyn_cast<LoadInst>(&instruction);
              load && load->isSimple() && !load->getType()->isVectorTy() && !written)
            loads_.insert(load);
          written = meetsBlock(instruction) ? false : written || writesForOthers(instruction);
        }
        bool &before = written_after[block];
        changed |= before != written;
        before = written;
      }
    }
  }

  bool contain(const LoadInst &load) const { return loads_.contains(&load); }

private:
  // A tile's barrier does not wait for the whole block.
  static bool meetsBlock(const Instruction &instruction) {
    const CallInst *barrier = asBarrier(instruction);
    return barrier && !nvvm::isCallOf(*barrier, nvvm::Runtime::raddle_barrier_tile);
  }

  // No other warp reads what is a warp's own.
  bool writesForOthers(const Instruction &instruction) const {
    if (auto *store = dyn_cast<StoreInst>(&instruction)) {
      const Value *object = getUnderlyingObject(store->getPointerOperand());
      return !isa<AllocaInst>(object) && object != &thread_;
    }
    return instruction.mayWriteToMemory() && !isPrefetch(instruction);
  }

  const Argument &thread_;
  SmallPtrSet<const LoadInst *, 16> loads_;
};

// Whether the instruction may give warps different results though its operands are the same.
bool differsByItself(const Instruction &instruction, const Argument &thread,
                     const LoadsAfterBarriers &after_barriers) {
  auto isSharedField = [&](const Value &address) {
    return threadFieldAt(address, thread) == offsetof(RaddleThread, block);
  };
  if (isa<AllocaInst>(instruction))
    return true;
  if (auto *load = dyn_cast<LoadInst>(&instruction)) {
    const Value *object = getUnderlyingObject(load->getPointerOperand());
    if (object != &thread && !isa<AllocaInst>(object) && after_barriers.contain(*load))
      return false;
    return !isNeverWritten(*load) && !isSharedField(*load->getPointerOperand());
  }
  if (auto *call = dyn_cast<CallBase>(&instruction))
    return !call->doesNotAccessMemory();
  return is_contained(instruction.operands(), &thread) ? !isSharedField(instruction)
                                                       : instruction.mayReadFromMemory();
}

} // namespace

WarpVariance::WarpVariance(Function &kernel) {
  const Argument &thread = *kernel.getArg(0);
  const LoadsAfterBarriers after_barriers(kernel, thread);
  for (const Instruction *instruction :
       analysis::spreadDifferences(kernel, [&](const Instruction &candidate) {
         return differsByItself(candidate, thread, after_barriers);
       }))
    differ_.insert({instruction, true});
}

} // namespace raddle::vectorize
