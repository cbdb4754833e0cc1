// Loops in which the threads of a launch stride over an array together.
#ifndef RADDLE_VECTORIZE_TUNE_BLOCK_BATCHES_GRID_LOOP_H
#define RADDLE_VECTORIZE_TUNE_BLOCK_BATCHES_GRID_LOOP_H

#include "vectorize/llvm.h"

#include <cstdint>
#include <optional>

namespace raddle::vectorize {

/// A grid-stride loop in a function that runs a block (RaddleBlock first, then the parameters), which reads memory and
/// does not write any:
///
///   for (i = first; i < n; i += all threads) sum += in[i]
struct GridLoop {
  llvm::Loop *loop = nullptr;
  llvm::Loop *warps = nullptr; // over the block's warps, around it; null where the block is one warp

  /// The first one of the function, if any. Gives it a preheader.
  static std::optional<GridLoop> find(llvm::LoopInfo &loops, llvm::DominatorTree &dominators);

  /// The blocks that a warp goes through from the function's entry to the loop; none where that has other effects than
  /// to compute, and to note which warp runs.
  llvm::SetVector<llvm::BasicBlock *> blocksBeforeLoop() const;
};

/// The offset of an address in the RaddleBlock of `entry`, which runs a block; none where it lies elsewhere.
std::optional<std::int64_t> blockOffset(const llvm::Value &address, const llvm::Function &entry);

bool isInvariantLoad(const llvm::Instruction &instruction);
/// Whether it loads blockIdx.x from that RaddleBlock.
bool isBlockIndex(const llvm::Instruction &instruction, const llvm::Function &entry);

/// Whether the instruction does nothing but compute a value from its operands.
bool onlyComputes(const llvm::Instruction &instruction);

} // namespace raddle::vectorize

#endif
