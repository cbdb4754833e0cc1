// Atomic updates, as the plan says (plan/decisions/updates.h).
#ifndef RADDLE_VECTORIZE_WIDEN_EMIT_ATOMICS_ATOMICS_H
#define RADDLE_VECTORIZE_WIDEN_EMIT_ATOMICS_ATOMICS_H

#include "vectorize/widen/emit/warp_builder.h"

namespace raddle::vectorize {

void emitUpdate(WarpBuilder &warp, llvm::AtomicRMWInst &update);
void emitCompareExchange(WarpBuilder &warp, llvm::AtomicCmpXchgInst &exchange);

// ---- for the emitters of updates

/// All lanes update one address, with integers: one update with what their operands come to, and what each lane would have
/// seen by a prefix sum.
void emitOneUpdateForAll(WarpBuilder &warp, llvm::AtomicRMWInst &update);
/// All lanes update one address, one after the other, in registers; then the whole chain takes effect at once.
void emitChainOfUpdates(WarpBuilder &warp, llvm::AtomicRMWInst &update);
/// Neighbouring lanes update neighbouring elements.
void emitVectorUpdate(WarpBuilder &warp, llvm::AtomicRMWInst &update);
void emitWideSwaps(WarpBuilder &warp, llvm::AtomicRMWInst &update);
/// The updates of a group, at its last one.
void emitUpdatesTogether(WarpBuilder &warp, const UpdateGroup &group);

/// One lane after the other; what was there before, where somebody looks at it.
ValueList updateLaneByLane(WarpBuilder &warp, llvm::AtomicRMWInst &update);
/// What only one block sees is touched by one OS thread at a time: it becomes plain loads and stores.
void relaxIfOfOneBlock(llvm::Instruction *atomic);

} // namespace raddle::vectorize

#endif
