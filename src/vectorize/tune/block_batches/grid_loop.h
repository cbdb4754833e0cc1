// Loops in which the threads of a launch stride over an array together.
#ifndef RADDLE_VECTORIZE_TUNE_BLOCK_BATCHES_GRID_LOOP_H
#define RADDLE_VECTORIZE_TUNE_BLOCK_BATCHES_GRID_LOOP_H

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <optional>

namespace raddle::vectorize {

/// A loop over the grid in a function that runs a block (RaddleBlock first, then the parameters), which reads memory and
/// does not write any:
///
///   for (i = first; i < n; i += all threads) sum += in[i]
struct GridLoop {
  llvm::Loop *rounds = nullptr;
  llvm::Loop *turns = nullptr; // of the block's warps, around it; null where there is one turn

  /// The first one of the function, if any. Gives it a preheader.
  static std::optional<GridLoop> find(llvm::LoopInfo &loops, llvm::DominatorTree &dominators);

  /// The blocks that a turn goes through from the function's entry to the loop; none where that has other effects than
  /// to compute, and to note which warp runs.
  llvm::SetVector<llvm::BasicBlock *> wayThere() const;
};

/// Where in the RaddleBlock of `entry`, which runs a block, an address lies.
std::optional<std::int64_t> blockOffset(const llvm::Value &address, const llvm::Function &entry);

bool isInvariantLoad(const llvm::Instruction &instruction);

/// Whether it does nothing but compute a value from its operands.
bool onlyComputes(const llvm::Instruction &instruction);

} // namespace raddle::vectorize

#endif
