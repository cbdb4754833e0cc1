// The shadows of values that lanes of a warp give to each other: results of shuffles, votes, reductions and matches.
#ifndef RADDLE_VECTORIZE_INSTRUMENT_INITIALISED_WARP_SHADOWS_H
#define RADDLE_VECTORIZE_INSTRUMENT_INITIALISED_WARP_SHADOWS_H

#include "nvvm/runtime_functions.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

namespace raddle::vectorize {

class TrackedValues;

/// Whether the result of a call is a value that a warp operation has made of the lanes' values.
bool hasWarpRule(const llvm::CallInst &call);

/// The shadow of such a result. What it asks of the other lanes are operations of the warp themselves, in the same mask.
llvm::Value *shadowOfWarpOperation(llvm::IRBuilderBase &builder, llvm::CallInst &call,
                                   const nvvm::RuntimeFunction &function, const TrackedValues &values);

} // namespace raddle::vectorize

#endif
