// Where lanes that have diverged at a branch come together again.
#ifndef RADDLE_ANALYSIS_DIVERGENT_JOINS_H
#define RADDLE_ANALYSIS_DIVERGENT_JOINS_H

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>

#include <vector>

namespace raddle::analysis {

/// For functions whose cycles are natural loops. The function must not change meanwhile.
class DivergentJoins {
public:
  using Blocks = llvm::SmallPtrSet<const llvm::BasicBlock *, 8>;
  /// By the block where lanes meet, for each branch at which they have parted: the blocks that they come from.
  using Joins = llvm::DenseMap<const llvm::BasicBlock *, llvm::SmallVector<Blocks, 1>>;

  explicit DivergentJoins(llvm::Function &function);

  /// Adds to `joins` the blocks that lanes reach from `branch` by different ways, and to `exits` those after
  /// loops around `branch` that lanes leave in different iterations.
  void add(const llvm::BasicBlock &branch, Joins &joins, Blocks &exits) const;

  /// Whether those that have parted at one branch may bring the phi different values, or some of them none. Others have come another
  /// way all together.
  static bool mixes(const llvm::PHINode &phi, const Joins &joins);

  const llvm::LoopInfo &loops() const { return loops_; }

private:
  std::vector<const llvm::BasicBlock *> order_; // but for the loops' back edges, all edges lead on
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> index_;
  llvm::LoopInfo loops_;
};

} // namespace raddle::analysis

#endif
