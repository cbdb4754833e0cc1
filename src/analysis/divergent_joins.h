// Where lanes that have diverged at a branch come together again.
#ifndef RADDLE_ANALYSIS_DIVERGENT_JOINS_H
#define RADDLE_ANALYSIS_DIVERGENT_JOINS_H

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>

#include <vector>

namespace raddle::analysis {

/// For functions whose cycles are natural loops. The function must not change meanwhile.
class DivergentJoins {
public:
  using Blocks = llvm::SmallPtrSet<const llvm::BasicBlock *, 8>;

  explicit DivergentJoins(llvm::Function &function);

  /// Adds to `joins` the blocks that lanes reach from `branch` by different ways, and to `exits` those after
  /// loops around `branch` that lanes leave in different iterations.
  void add(const llvm::BasicBlock &branch, Blocks &joins, Blocks &exits) const;

  const llvm::LoopInfo &loops() const { return loops_; }

private:
  std::vector<const llvm::BasicBlock *> order_; // but for the loops' back edges, all edges lead on
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> index_;
  llvm::LoopInfo loops_;
};

} // namespace raddle::analysis

#endif
