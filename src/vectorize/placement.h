// Where a value may be computed, and where it has to be known.
#ifndef RADDLE_VECTORIZE_PLACEMENT_H
#define RADDLE_VECTORIZE_PLACEMENT_H

#include "vectorize/llvm.h"

#include <llvm/IR/Dominators.h>

namespace raddle::vectorize {

/// Whether the instruction has no effect, reads no memory, and cannot fault, so that it may be computed elsewhere or again.
bool isMovableOperation(const llvm::Instruction &instruction);

/// The nearest block that dominates all of the uses, of which there is at least one.
llvm::BasicBlock *commonDominator(llvm::ArrayRef<llvm::Use *> uses, const llvm::DominatorTree &dominators);

/// The first instruction of the block to which one of the uses belongs, or the block's terminator where there is none. A phi uses
/// its value at the end of the block that the value comes from.
llvm::Instruction *firstUserIn(llvm::BasicBlock &block, llvm::ArrayRef<llvm::Use *> uses);

} // namespace raddle::vectorize

#endif
