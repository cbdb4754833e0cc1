// Stores that some lanes skip, where all of them have just read.

#include "vectorize/reshape/passes.h"

#include "analysis/lane_shapes.h"
#include "vectorize/widen/plan/shared_address.h"

#include <algorithm>
#include <cstdint>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Instructions that all lanes run instead of some, about as many as a mispredicted branch costs.
constexpr unsigned kMostInstructions = 16;

class StoreIfConverter {
public:
  StoreIfConverter(Function &kernel, const analysis::LaneShapes &shapes)
      : shapes_(shapes), layout_(kernel.getParent()->getDataLayout()) {}

  // True when the branch to `some` is gone, and with it the block.
  bool ifConvert(BasicBlock &some) {
    BasicBlock *before = some.getSinglePredecessor(), *merge = some.getSingleSuccessor();
    auto *branch = before ? dyn_cast<BranchInst>(before->getTerminator()) : nullptr;
    if (!merge || !branch || !branch->isConditional() || !shapes_.branchDiverges(before))
      return false;
    const bool when = branch->getSuccessor(0) == &some;
    if (branch->getSuccessor(when ? 1 : 0) != merge || !findStores(some, *before))
      return false;
    IRBuilder<> builder(branch);
    auto select = [&](Value *taken, Value *otherwise) {
      return taken == otherwise ? taken
                                : builder.CreateSelect(branch->getCondition(), when ? taken : otherwise,
                                                       when ? otherwise : taken);
    };
    for (Instruction &instruction : make_early_inc_range(some)) {
      if (instruction.isTerminator())
        break;
      instruction.moveBefore(branch);
      auto *store = dyn_cast<StoreInst>(&instruction);
      if (!store) {
        instruction.dropUBImplyingAttrsAndMetadata();
        continue;
      }
      builder.SetInsertPoint(store);
      Value *&there = there_[store->getPointerOperand()];
      there = select(store->getValueOperand(), there);
      store->setOperand(0, there);
    }
    builder.SetInsertPoint(branch);
    for (PHINode &phi : merge->phis()) {
      phi.setIncomingValueForBlock(
          before, select(phi.getIncomingValueForBlock(&some), phi.getIncomingValueForBlock(before)));
      phi.removeIncomingValue(&some);
    }
    builder.CreateBr(merge);
    branch->eraseFromParent();
    some.eraseFromParent();
    merges_.insert(merge);
    return true;
  }

  void mergeBlocks() const {
    for (BasicBlock *block : merges_)
      MergeBlockIntoPredecessor(block);
  }

private:
  // False unless `some` does nothing but overwrite what `before` has read, and compute what all lanes may.
  bool findStores(const BasicBlock &some, const BasicBlock &before) {
    there_.clear();
    for (const Instruction &instruction : reverse(before)) {
      if (instruction.mayWriteToMemory() || instruction.isAtomic() || instruction.isVolatile())
        break;
      if (auto *load = dyn_cast<LoadInst>(&instruction))
        there_.insert({load->getPointerOperand(), const_cast<LoadInst *>(load)});
    }
    SmallVector<const StoreInst *, 4> stores;
    for (const Instruction &instruction : some) {
      auto *store = dyn_cast<StoreInst>(&instruction);
      if (store && (!mayStoreInAllLanes(*store) ||
                    !all_of(stores, [&](const StoreInst *other) { return keepApart(*other, *store); })))
        return false;
      if (!store && !instruction.isTerminator() &&
          (isa<PHINode>(instruction) || instruction.mayReadOrWriteMemory() ||
           !isSafeToSpeculativelyExecute(&instruction)))
        return false;
      if (store)
        stores.push_back(store);
    }
    return !stores.empty() && some.size() <= kMostInstructions;
  }

  bool mayStoreInAllLanes(const StoreInst &store) const {
    const Value *there = there_.lookup(store.getPointerOperand());
    return there && there->getType() == store.getValueOperand()->getType() && store.isSimple() &&
           isSharedAddress(*store.getPointerOperand()) && haveTheirOwn(store);
  }

  std::int64_t bytesOf(const StoreInst &store) const {
    return static_cast<std::int64_t>(
        layout_.getTypeStoreSize(store.getValueOperand()->getType()).getFixedValue());
  }

  // Whether no two lanes of a warp store in the same place.
  bool haveTheirOwn(const StoreInst &store) const {
    return shapes_.of(store.getPointerOperand()).isScalar() && keepApart(store, store);
  }

  // Whether no lane stores by the one where another lane stores by the other.
  bool keepApart(const StoreInst &first, const StoreInst &second) const {
    const SharedDistance distance(*first.getPointerOperand(), *second.getPointerOperand(), layout_);
    const analysis::LaneShape from = shapes_.of(first.getPointerOperand());
    const analysis::LaneShape to = shapes_.of(second.getPointerOperand());
    const std::int64_t bytes = std::max(bytesOf(first), bytesOf(second));
    for (unsigned lane = 0; lane < kRaddleWarpSize; ++lane)
      for (unsigned other = 0; other < kRaddleWarpSize; ++other)
        if (other != lane && !distance.isAtLeast(bytes, to.offset(other) - from.offset(lane), shapes_))
          return false;
    return true;
  }

  const analysis::LaneShapes &shapes_;
  const DataLayout &layout_;
  DenseMap<const Value *, Value *> there_; // what lies at an address
  SmallSetVector<BasicBlock *, 4> merges_; // merge the branches that are gone
};

} // namespace

bool ifConvertStores(Function &kernel, const Input &input, Facts &facts) {
  StoreIfConverter stores(kernel, facts.shapes.of(kernel, input.block));
  bool changed = false;
  for (BasicBlock &block : make_early_inc_range(kernel))
    changed |= stores.ifConvert(block);
  stores.mergeBlocks();
  return changed;
}

} // namespace raddle::vectorize
