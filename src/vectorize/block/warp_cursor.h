// Loops that go from warp to warp of a block.
#ifndef RADDLE_VECTORIZE_BLOCK_WARP_CURSOR_H
#define RADDLE_VECTORIZE_BLOCK_WARP_CURSOR_H

#include "vectorize/compile_job.h"

namespace raddle::vectorize {

/// A counted loop `for (i = 0; i < count; ++i)` with count > 0; the body starts where the builder is left,
/// and ends where close() is called, which leaves the builder after the loop, and returns the branch back.
struct CountedLoop {
  CountedLoop(llvm::IRBuilder<> &builder, llvm::Value *count, const llvm::Twine &name);
  llvm::Instruction *close();
  llvm::PHINode *index;

private:
  llvm::IRBuilder<> &builder_;
  llvm::BasicBlock *body_, *after_;
  llvm::Value *count_;
};

/// Moves a RaddleThread from warp to warp; where warps are fused, by as many as run as one. In
/// blocks of any layout a warp computes threadIdx itself.
class WarpCursor {
public:
  /// Loads the extents of the block.
  WarpCursor(const BlockClass &blocks, const Facts &facts, llvm::IRBuilder<> &builder, llvm::Value *block);

  /// How often the kernel runs for a block: i32, at least 1.
  llvm::Value *count() const { return count_; }
  void start(llvm::Value *thread) const;
  void advance(llvm::Value *thread) const;

private:
  llvm::Value *field(llvm::Value *thread, unsigned offset) const;

  const BlockClass &blocks_;
  const Facts &facts_;
  llvm::IRBuilder<> &builder_;
  llvm::Value *block_, *extent_x_, *extent_y_, *count_;
};

/// Says of the branch back that its loop runs the warps of a block, in any order.
void markWarpLoop(llvm::Instruction &back_edge);
bool isWarpLoop(const llvm::Loop &loop);

/// Says of the branch back that LLVM unrolls the loop fully.
void markFullyUnrolled(llvm::Instruction &back_edge);

/// Says of a store that it only describes the warp that runs, which each warp does when it begins.
void markAsNote(llvm::StoreInst &store);

/// Tells the runtime, for the report of a fault, which run of the kernel for the block begins, from 0.
void noteRunningWarp(const Facts &facts, llvm::IRBuilder<> &builder, llvm::Value *block, llvm::Value *run);

} // namespace raddle::vectorize

#endif
