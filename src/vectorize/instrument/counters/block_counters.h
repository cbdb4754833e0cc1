// Which code has a counter of its executions in common: blocks that always run together, up to a barrier.
#ifndef RADDLE_VECTORIZE_INSTRUMENT_BLOCK_COUNTERS_H
#define RADDLE_VECTORIZE_INSTRUMENT_BLOCK_COUNTERS_H

#include "vectorize/instrument/counters/counter_table.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

namespace raddle::vectorize {

class BlockCounters {
public:
  using Barriers = llvm::MapVector<llvm::CallInst *, unsigned>;

  /// Of the blocks that can be reached.
  BlockCounters(llvm::Function &function, const llvm::DominatorTree &dominators, const llvm::LoopInfo &loops,
                CounterTable &table);

  /// The counter of the instruction's executions.
  unsigned of(const llvm::Instruction &instruction) const;

  /// Where they are to be raised: at the beginning of blocks, and after barriers.
  const llvm::MapVector<llvm::BasicBlock *, unsigned> &beginnings() const { return beginnings_; }
  const Barriers &afterBarriers() const { return after_barriers_; }

private:
  llvm::BasicBlock *leaderOf(llvm::BasicBlock *block);
  bool hasBarrierBetween(llvm::BasicBlock *from, const llvm::BasicBlock *to) const;

  const llvm::DominatorTree &dominators_;
  const llvm::PostDominatorTree post_dominators_;
  const llvm::LoopInfo &loops_;
  CounterTable &table_;
  llvm::SmallPtrSet<const llvm::BasicBlock *, 8> with_barriers_;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::BasicBlock *> leaders_;
  llvm::MapVector<llvm::BasicBlock *, unsigned> beginnings_;
  Barriers after_barriers_; // up to the next one, or the end of the block
};

} // namespace raddle::vectorize

#endif
