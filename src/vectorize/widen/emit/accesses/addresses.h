// Addresses of vector accesses, and the conditions under which the lanes' addresses follow them.
#ifndef RADDLE_VECTORIZE_WIDEN_EMIT_ACCESSES_ADDRESSES_H
#define RADDLE_VECTORIZE_WIDEN_EMIT_ACCESSES_ADDRESSES_H

#include "vectorize/widen/emit/warp_builder.h"

#include <utility>

namespace raddle::vectorize {

/// The address of a run's first lane, and whether the assumed shape holds for the run.
std::pair<llvm::Value *, llvm::Value *> assumeAddress(WarpBuilder &warp, llvm::Value *pointer,
                                                      unsigned first_lane, unsigned run);
/// The same for the first lane of each run, and whether it holds for all.
std::pair<llvm::SmallVector<llvm::Value *, 8>, llvm::Value *> assumeRuns(WarpBuilder &warp,
                                                                         llvm::Value *pointer, unsigned run);

/// The address of each run's first lane, and whether those of all active lanes follow it side by side.
std::pair<ValueList, llvm::Value *> straightAddresses(WarpBuilder &warp, const BentIndex &bent);

/// The address that all active lanes have chosen, of those they choose from, in the first lane; and whether there is one
/// and its assumed shape holds.
std::pair<llvm::Value *, llvm::Value *> chosenAddress(WarpBuilder &warp, llvm::Value *pointer);

/// The first lane's address, and whether all active lanes lie to it as `shape` says; false where none is active.
std::pair<llvm::Value *, llvm::Value *> addressIfLikely(WarpBuilder &warp, llvm::Value *pointer,
                                                        const analysis::LaneShape &shape);

/// Where lanes lie side by side, in one run or in several (kContiguous, kRows, kClamped, kSelected): the addresses of the first
/// ones, and the condition.
std::pair<ValueList, llvm::Value *> contiguousAddresses(WarpBuilder &warp, llvm::Value *pointer,
                                                        const AccessDecision &decision);

} // namespace raddle::vectorize

#endif
