// The blocks of a function one level of loops at a time: in topological order, with what belongs to a loop in one piece.
#ifndef RADDLE_ANALYSIS_LOOP_LEVEL_H
#define RADDLE_ANALYSIS_LOOP_LEVEL_H

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>

#include <vector>

namespace raddle::analysis {

/// What lies directly inside a loop, or outside of all loops. A node is a block, or the header of an inner loop, which
/// stands for all of that loop.
class LoopLevel {
public:
  /// `loop` is null for the function, `entry` the loop's header or the function's first block.
  LoopLevel(const llvm::LoopInfo &loops, llvm::Loop *loop, llvm::BasicBlock *entry)
      : loops_(loops), loop_(loop), entry_(entry) {}

  /// The loop directly inside this level that `block` lies in, or null.
  llvm::Loop *innerLoopOf(llvm::BasicBlock *block) const;

  /// Where the edges of a node lead within the level.
  llvm::SmallVector<llvm::BasicBlock *, 4> nodesAfter(llvm::BasicBlock *node) const;

  /// The nodes in reverse postorder. Of the sides of a branch those that are `late` come last.
  std::vector<llvm::BasicBlock *> inReversePostOrder(
      llvm::function_ref<bool(llvm::BasicBlock *)> late = [](llvm::BasicBlock *) { return false; }) const;

  /// The nodes in topological order, and as far as that leaves a choice in the order in which the instructions that
  /// count stand in the source: the order of a branch's successors, and that of blocks, mean nothing to LLVM.
  std::vector<llvm::BasicBlock *>
  inOrderOfSource(llvm::function_ref<bool(const llvm::Instruction &)> counts) const;

private:
  const llvm::LoopInfo &loops_;
  llvm::Loop *loop_;
  llvm::BasicBlock *entry_;
};

} // namespace raddle::analysis

#endif
