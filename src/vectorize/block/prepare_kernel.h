// What a kernel for one warp looks like before its regions are made loops over the warps.
#ifndef RADDLE_VECTORIZE_BLOCK_PREPARE_KERNEL_H
#define RADDLE_VECTORIZE_BLOCK_PREPARE_KERNEL_H

#include "vectorize/block/barrier_regions.h"
#include "vectorize/compile_job.h"

namespace raddle::vectorize {

/// Whether this is a barrier at which the block meets other blocks: a call for the block as a whole is left of it.
bool meetsOtherBlocks(const llvm::Instruction &instruction);

/// The call of a barrier: one that only waits, one that adds up a number of each warp, or one at which the block meets
/// other blocks. Null for other instructions.
const llvm::CallInst *asBarrier(const llvm::Instruction &instruction);

/// A point that insert-fission-points has put into the kernel: a barrier that no thread of the program waits at.
bool isFissionPoint(const llvm::Instruction &instruction);
llvm::CallInst *createFissionPoint(llvm::Instruction &before);

/// After: variables in memory, as widen leaves them, are values, and code that is known not to run is gone.
void cleanUp(llvm::Function &kernel, llvm::TargetMachine &target);

/// Addresses within the RaddleThread are computed where they are used.
void sinkFieldAddresses(llvm::Function &kernel);

/// After: phis that only say that a value leaves a loop around barriers are gone. Those of other loops stay: the values that
/// they close are kept after the loop, not in it.
void dropClosingPhis(llvm::Function &kernel, const WarpVariance &variance,
                     const BarrierRegions::Blocks &after_barriers);

} // namespace raddle::vectorize

#endif
