// What a call can lead to, callees included: read by passes that order blocks or look for lanes that wait.
#ifndef RADDLE_VECTORIZE_RESHAPE_LANES_CALL_EFFECTS_H
#define RADDLE_VECTORIZE_RESHAPE_LANES_CALL_EFFECTS_H

#include "vectorize/llvm.h"

#include <llvm/ADT/ArrayRef.h>

namespace raddle::vectorize {

/// May switch to another fiber.
bool mayWait(const llvm::Instruction &instruction);

/// May wait for threads of other warps, or arrives at a barrier for them.
bool mayWaitForOtherWarps(const llvm::Instruction &instruction);

/// May poll memory until another thread changes it: where a polling loop yields, or a call of what has such a loop.
bool mayPoll(const llvm::Instruction &instruction);

/// A barrier of the block, the cluster, the grid or the grids, to which all lanes that have not returned come together: some
/// wait there, some only arrive.
bool isBarrier(const llvm::Instruction &instruction);

/// Nobody gets past it before all lanes of the warp that have not returned have come there: a barrier, or a warp operation
/// for all lanes.
bool meetsAllLanes(const llvm::Instruction &instruction);

/// May print. Threads print what others do not see, so a call that prints waits for nobody.
bool mayPrint(const llvm::Instruction &instruction);
/// The same of a whole function.
bool mayPrint(const llvm::Function &function);

/// The part of noteCallEffects() for this question, where it is not known what calls through pointers lead to.
void notePrinting(llvm::ArrayRef<llvm::Function *> functions, bool indirect_calls_may_print);

/// May be a warp operation for all lanes of the warp.
bool mayNameAllLanes(const llvm::Instruction &instruction);

/// May wait for all lanes of the warp: as a warp operation, or at a barrier.
bool mayWaitForAllLanes(const llvm::Instruction &instruction);

/// The mask of a warp operation that waits for the lanes in it; null for all other instructions.
const llvm::Value *maskOfOperation(const llvm::Instruction &instruction);

/// The masks that a call hands to a function for such operations.
llvm::SmallVector<const llvm::Value *, 2> masksPassedOn(const llvm::CallBase &call);

} // namespace raddle::vectorize

#endif
