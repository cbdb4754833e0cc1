// Computing values once more in another place.
#ifndef RADDLE_VECTORIZE_TUNE_BLOCK_BATCHES_RECOMPUTE_H
#define RADDLE_VECTORIZE_TUNE_BLOCK_BATCHES_RECOMPUTE_H

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/IRBuilder.h>

namespace raddle::vectorize {

enum class Recompute {
  kNot,       // the value is the same there
  kCopy,      // a copy of the instruction computes it
  kImpossible // it cannot be known there
};
using Values = llvm::DenseMap<llvm::Value *, llvm::Value *>;

/// The value where the builder stands: what `known` says stands for other values, and `how` tells what to do with the
/// instructions that it is computed by. Adds the copies to `known`. Null where that is impossible, or takes too many
/// instructions.
llvm::Value *recompute(llvm::IRBuilder<> &builder, llvm::Value *value, Values &known,
                       llvm::function_ref<Recompute(llvm::Instruction &)> how);

} // namespace raddle::vectorize

#endif
