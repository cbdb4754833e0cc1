// What a value is in one lane.
#ifndef RADDLE_VECTORIZE_WIDEN_EMIT_VALUES_IN_LANES_H
#define RADDLE_VECTORIZE_WIDEN_EMIT_VALUES_IN_LANES_H

#include "vectorize/widen/emit/warp_builder.h"

#include <functional>

namespace raddle::vectorize {

/// Whether no value is kept for longer if this one is taken from here: it is uniform, an argument, or has been made or loaded
/// in this block already, which only the emitter knows. Values of earlier blocks can be had, but may be kept for this.
bool isAtHand(const WarpBuilder &warp, const llvm::Value &value);

/// The value in one lane.
llvm::Value *inLane(WarpBuilder &warp, llvm::Value *value, unsigned lane);

/// Makes code that gives the value of a lane that is known only at run time.
using PerLane = std::function<llvm::Value *(llvm::Value *lane)>;
/// Gives the code for a part of something that is loaded once for several values, or nothing.
using PerLaneOfPart = llvm::function_ref<PerLane(llvm::Value *value)>;
PerLane
perLane(WarpBuilder &warp, llvm::Value *value, PerLaneOfPart part = [](llvm::Value *) { return PerLane(); });

/// A number whose high bits are zero is kept without them: storing it costs as much as an update, for each register.
llvm::Type *narrowestType(const WarpBuilder &warp, const llvm::Value &value);

/// Stores a vector beside others, so that all have one base.
llvm::Value *spillBesideOthers(WarpBuilder &warp, llvm::Value *vector);

} // namespace raddle::vectorize

#endif
