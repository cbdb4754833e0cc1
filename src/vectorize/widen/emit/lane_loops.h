// Loops over the lanes of a warp, and memory in which each lane has an element.
#ifndef RADDLE_VECTORIZE_WIDEN_EMIT_LANE_LOOPS_H
#define RADDLE_VECTORIZE_WIDEN_EMIT_LANE_LOOPS_H

#include "vectorize/widen/emit/warp_builder.h"

namespace raddle::vectorize {

/// Runs `body` for every lane of the mask, lowest first; the lane's number is an i32.
void forEachLane(WarpBuilder &warp, llvm::Value *mask, llvm::function_ref<void(llvm::Value *lane)> body);
/// The same for the active lanes: written out where all are active and `body` is short, else a loop.
void forEachLaneOrUnrolled(WarpBuilder &warp, bool is_short,
                           llvm::function_ref<void(llvm::Value *lane)> body);

/// Memory with one element per lane, to be indexed with a lane that is known only at run time.
llvm::Value *spill(WarpBuilder &warp, llvm::Value *vector);
llvm::Value *loadLane(WarpBuilder &warp, llvm::Value *spilled, llvm::Type *type, llvm::Value *lane);

} // namespace raddle::vectorize

#endif
