// One of the loops that an accumulator loop becomes.
#ifndef RADDLE_VECTORIZE_TUNE_ACCUMULATORS_FISSION_LOOP_H
#define RADDLE_VECTORIZE_TUNE_ACCUMULATORS_FISSION_LOOP_H

#include "vectorize/tune/accumulators/accumulator_loop.h"

namespace raddle::vectorize {

/// Code of the accumulator loop in a loop of one block, with the same trip count. Values are copied as they are asked for:
/// whole, or one piece of them.
class FissionLoop {
public:
  using Needs = llvm::function_ref<bool(const llvm::PHINode &)>;

  /// The loop is entered from the block `before`. It has those phis of the accumulator loop that are no accumulators and that
  /// it needs, and its own counter where it `counts`. Shared values are in `scratch`.
  FissionLoop(const AccumulatorLoop &loop, llvm::BasicBlock *block, llvm::BasicBlock *before,
              llvm::AllocaInst *scratch, bool counts, Needs needs);

  llvm::BasicBlock *block() const { return block_; }
  llvm::IRBuilder<> &builder() { return builder_; }
  /// The number of the iteration (i64, from 0), if it counts.
  llvm::PHINode *iteration() const { return iteration_; }

  llvm::Value *whole(llvm::Value *value);
  llvm::Value *piece(llvm::Value *value, unsigned index);
  /// A piece of an accumulator, which has this value at first.
  void beginAccumulator(llvm::PHINode &accumulator, unsigned index, llvm::Value *first);
  void endAccumulator(llvm::PHINode &accumulator, unsigned index);
  llvm::Value *addressInScratch(std::uint64_t place);

  /// Ends the loop. Then `after` comes.
  void end(llvm::BasicBlock *after);

private:
  llvm::Value *makePiece(llvm::Value *value, unsigned index);
  llvm::Value *loadPiece(const AccumulatorLoop::Memory &memory);
  llvm::Value *compute(llvm::Instruction &instruction, unsigned index);

  const AccumulatorLoop &loop_;
  llvm::BasicBlock *block_, *before_;
  llvm::AllocaInst *scratch_;
  llvm::IRBuilder<> builder_;
  llvm::PHINode *iteration_ = nullptr;
  llvm::SmallVector<llvm::PHINode *, 8> phis_; // of the accumulator loop, that this one has, too
  llvm::DenseMap<llvm::Value *, llvm::Value *> whole_;
  llvm::DenseMap<Piece, llvm::Value *> pieces_;
};

/// The lanes of one piece of a value.
llvm::Value *shuffledPiece(llvm::IRBuilder<> &builder, const AccumulatorLoop &loop, llvm::Value *value,
                           unsigned index);

} // namespace raddle::vectorize

#endif
