// What a kernel for one warp looks like before its regions are made loops over the warps.
#ifndef RADDLE_VECTORIZE_BLOCK_PREPARE_KERNEL_H
#define RADDLE_VECTORIZE_BLOCK_PREPARE_KERNEL_H

#include "vectorize/block/barrier_regions.h"
#include "vectorize/compile_job.h"

#include <llvm/IR/Instructions.h>

namespace raddle::vectorize {

/// Whether this is a barrier at which the block meets others: what is left of it is a call for the block as a whole.
bool meetsOtherBlocks(const llvm::Instruction &instruction);

/// The call of a barrier: one that only waits, one that adds up a number of each warp, or one at which the block meets
/// others. Else null.
const llvm::CallInst *asBarrier(const llvm::Instruction &instruction);

/// Whether barriers are all that the kernel waits at, and stand in the kernel itself.
bool waitsAtBarriersOnly(const CompileJob &job);

/// Variables in memory, as widen leaves them, become values; what is known not to happen goes.
void cleanUp(llvm::Function &kernel, llvm::TargetMachine &target);

/// Addresses within the RaddleThread are computed where they are used.
void sinkFieldAddresses(llvm::Function &kernel);

/// Phis go that only say that a value leaves a loop around barriers. Those of other loops stay: what they close is
/// kept behind the loop, not in it.
void dropClosingPhis(llvm::Function &kernel, const WarpVariance &variance,
                     const BarrierRegions::Blocks &behind_barriers);

} // namespace raddle::vectorize

#endif
