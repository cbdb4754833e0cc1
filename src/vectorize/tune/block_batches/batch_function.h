// The code of a kernel's block entry while it becomes a batch entry.
#ifndef RADDLE_VECTORIZE_TUNE_BLOCK_BATCHES_BATCH_FUNCTION_H
#define RADDLE_VECTORIZE_TUNE_BLOCK_BATCHES_BATCH_FUNCTION_H

#include "vectorize/compile_job.h"
#include "vectorize/processor.h"
#include "vectorize/tune/block_batches/frame_layout.h"
#include "vectorize/tune/block_batches/grid_loop.h"

#include <cstdint>

namespace raddle::vectorize {

enum class Recompute {
  kNot,       // the value is the same there
  kCopy,      // a copy of the instruction computes it
  kImpossible // it cannot be known there
};
using KnownValues = llvm::DenseMap<llvm::Value *, llvm::Value *>;

/// The value where the builder stands: what `known` says stands for other values, and `how` tells what to do with the
/// instructions that it is computed by. Adds the copies to `known`. Null where that is impossible, or takes too many
/// instructions.
llvm::Value *recompute(llvm::IRBuilder<> &builder, llvm::Value *value, KnownValues &known,
                       llvm::function_ref<Recompute(llvm::Instruction &)> how);

/// A value of the grid loop that goes on from iteration to iteration.
struct LoopVariable {
  llvm::Value *now;          // its phi, or what is loaded from the frame instead
  llvm::Value *first, *next; // its value in the first iteration, and in the next one
  std::uint64_t place;       // in the frame
};

/// Another value that the loop uses, and that is not the same for all warps of all blocks.
struct LiveIn {
  llvm::Value *value, *here; // as it is known before the loop, and from the frame
  std::uint64_t place;
};

/// What all parts of the batch entry share: what a frame holds, and what iterations compute.
class BatchFunction {
public:
  /// `function` is a copy of the block entry with the type of RaddleKernel.batch_entry, and `grid` a loop in it.
  BatchFunction(llvm::Function &function, const GridLoop &grid, unsigned threads_of_warp,
                const Processor &processor);

  llvm::Value *block() const { return function.getArg(0); }
  llvm::Value *firstFrame() const { return function.getArg(2); }
  llvm::Value *mostBlocks() const { return function.getArg(3); }

  llvm::BasicBlock *newBlock(const llvm::Twine &name) {
    return llvm::BasicBlock::Create(function.getContext(), name, &function);
  }
  llvm::AllocaInst *variable(llvm::Type *type, const llvm::Twine &name) {
    return new llvm::AllocaInst(type, 0, name, function.getEntryBlock().begin());
  }
  llvm::Value *get(llvm::AllocaInst *variable) {
    return builder.CreateLoad(variable->getAllocatedType(), variable, variable->getName());
  }
  llvm::Value *load(llvm::Type *type, llvm::Value *frame_address, std::uint64_t place) {
    return loadFromFrame(builder, type, frame_address, place);
  }
  void store(llvm::Value *value, llvm::Value *frame_address, std::uint64_t place) {
    storeToFrame(builder, value, frame_address, place);
  }
  llvm::Value *frameAfter(llvm::Value *frame_address, std::uint64_t count = 1) {
    return fieldOf(builder, frame_address, count * frame.bytes());
  }
  /// How many frames there is room for: a power of two, so that what their warps read fills whole pages.
  std::uint32_t frameCount() const;

  /// The loads of an iteration, and what they read.
  llvm::SmallVector<llvm::LoadInst *, 8> loads() const;
  std::uint64_t bytesOf(const llvm::LoadInst &load) const;
  std::uint64_t bytesOfIteration() const;

  /// The loop's variables as a frame says; in the first iteration; with the other live-ins of a frame.
  KnownValues loadVariables(llvm::Value *frame_address);
  KnownValues firstVariables() const;
  KnownValues loadAll(llvm::Value *frame_address);
  /// A value in an iteration in which the loop's variables are those of `now`, to which it adds what it computes; null where
  /// more than computing is needed.
  llvm::Value *inIteration(llvm::Value *value, KnownValues &now);
  /// The loop's variables so many iterations later, as far as they can be computed.
  KnownValues later(KnownValues now, unsigned iterations);
  /// Whether another iteration follows, or so many; null where that is unknown.
  llvm::Value *goesOn(KnownValues &now);
  llvm::Value *goesOnFor(unsigned iterations, KnownValues now);

  llvm::Function &function;
  const GridLoop grid;
  const llvm::SmallVector<llvm::BasicBlock *, 4> body;
  llvm::BasicBlock *const header, *const latch;
  const Processor &processor;
  const unsigned threads_of_warp; // or of as many warps as are fused
  const unsigned iterations_per_step;

  llvm::IRBuilder<> builder;
  FrameLayout frame;
  llvm::SmallVector<LoopVariable, 16> variables; // which come first in a frame
  llvm::SmallVector<LiveIn, 8> live_ins;
  std::uint64_t block_index_place = 0, warp_place = 0; // for the report of a fault

  llvm::Value *base = nullptr;                 // blockIdx.x of the first block
  llvm::AllocaInst *complete_blocks = nullptr; // their number
  llvm::AllocaInst *complete_frames = nullptr; // the end of their frames

private:
  KnownValues nextIteration(KnownValues &now);

  llvm::Value *goes_on_; // the condition at the latch
  bool goes_on_if_;
};

} // namespace raddle::vectorize

#endif
