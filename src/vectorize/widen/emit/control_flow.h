// Blocks, masks and branches of a function for a warp, as its ControlPlan says.
#ifndef RADDLE_VECTORIZE_WIDEN_EMIT_CONTROL_FLOW_H
#define RADDLE_VECTORIZE_WIDEN_EMIT_CONTROL_FLOW_H

#include "vectorize/widen/emit/warp_builder.h"

namespace raddle::vectorize {

class ControlFlow {
public:
  explicit ControlFlow(WarpBuilder &warp);

  /// Which lanes there are, and which threads they run; at the end of `start`.
  void emitPrologue(llvm::BasicBlock *start);
  /// A block's code begins with its mask and its phis.
  void emitBeginning(const BlockPlan &plan);
  void emitExit(const BlockPlan &plan);

private:
  llvm::Value *emitLanesOfBlock(llvm::BasicBlock *start);
  llvm::Value *emitLanesOfAnyBlock(llvm::BasicBlock *start);
  void forgetMasksIn(const llvm::Loop *loop);
  llvm::Value *maskOf(const BlockPlan &plan);
  llvm::Value *lanesThatRan(const llvm::BasicBlock *block);
  llvm::Value *waitingAt(const llvm::BasicBlock *block);
  llvm::Value *isAwaited(const llvm::BasicBlock *block);
  void noteWhetherSomeGo(const llvm::BranchInst &branch);
  void passLanes(llvm::BasicBlock *from, const Passing &passing, llvm::Value *lanes);
  void follow(const Route &route);
  void emitReturn(const llvm::ReturnInst &exit);
  void emitUniformBranch(const BlockPlan &plan, const llvm::BranchInst &branch);
  void emitDivergentBranch(const BlockPlan &plan, const llvm::BranchInst &branch);

  WarpBuilder &warp_;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::BasicBlock *> entries_; // first block of a block's code
  llvm::DenseMap<const llvm::BasicBlock *, llvm::AllocaInst *> masks_;   // lanes that ran a block last
  /// Whether some lane goes to a block, by the numbers of its lanes alone; each has one predecessor.
  llvm::DenseMap<const llvm::BasicBlock *, llvm::AllocaInst *> some_go_;
  llvm::DenseMap<const llvm::PHINode *, llvm::AllocaInst *> phi_slots_; // what the next run of the phi gives
};

/// The lanes that have not returned, and are not just about to.
llvm::Value *liveMask(WarpBuilder &warp);

} // namespace raddle::vectorize

#endif
