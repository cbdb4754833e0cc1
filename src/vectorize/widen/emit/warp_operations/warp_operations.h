// Warp operations, votes and barriers. Within a warp they need no runtime: all lanes are here.
//
// All but the block barriers have the runtime's parameters (thread, mask, operands...).
#ifndef RADDLE_VECTORIZE_WIDEN_EMIT_WARP_OPERATIONS_WARP_OPERATIONS_H
#define RADDLE_VECTORIZE_WIDEN_EMIT_WARP_OPERATIONS_WARP_OPERATIONS_H

#include "vectorize/instrument/synchronisation/warp_checks.h"
#include "vectorize/widen/emit/warp_builder.h"

namespace raddle::vectorize {

void emitWarpOperation(WarpBuilder &warp, llvm::CallInst &call);
/// A barrier of all threads of the block, or of some: the warp arrives as one.
void emitBlockBarrier(WarpBuilder &warp, llvm::CallInst &call);
/// A barrier of the cluster or the grid.
void emitOtherBarrier(WarpBuilder &warp, llvm::CallInst &call);
void emitYield(WarpBuilder &warp, llvm::CallInst &call);

// ---- the emitters of operations, once it is seen to that their lanes are there

void emitVote(WarpBuilder &warp, llvm::CallInst &call, const OperationDecision &operation);
void emitReadOfOneLane(WarpBuilder &warp, llvm::CallInst &call, const OperationDecision &operation);
void emitShuffle(WarpBuilder &warp, llvm::CallInst &call, const OperationDecision &operation);
void emitReduction(WarpBuilder &warp, llvm::CallInst &call, const OperationDecision &operation);
void emitMatch(WarpBuilder &warp, llvm::CallInst &call, const OperationDecision &operation);

// ---- which lanes take part

/// What is reported where lanes are missing; see raddle_lanes_part.
struct LanesAtOperation {
  llvm::Value *wanted, *active;
  llvm::Value *lane = nullptr; // whose mask that is; null: all have the same
};
/// The launch ends where the condition does not hold.
void stopUnless(WarpBuilder &warp, llvm::Value *condition, const nvvm::RuntimeFunction &operation,
                const LanesAtOperation &lanes);
/// The lanes that the operation's mask names must be the active ones, exited lanes aside.
void requireLanes(WarpBuilder &warp, llvm::CallInst &call, const OperationDecision &operation);
void requireAllLive(WarpBuilder &warp, const nvvm::RuntimeFunction &barrier);
/// For reports: which lanes wait, or poll, when nothing moves any more.
void noteLanes(WarpBuilder &warp);
/// For reports, where the launch ends: which lanes wait for which operations.
void noteOtherLanes(WarpBuilder &warp);

/// With RADDLE_CHECK=sync, tells what is wrong with it.
void checkOperation(WarpBuilder &warp, llvm::CallInst &call, const OperationDecision &operation);

// ---- parts of operations

/// The lane that each lane reads from in a shuffle.
llvm::Value *sourceOfEachLane(WarpBuilder &warp, llvm::CallInst &shuffle);

/// Whether an active lane reads from one of those that are `missing` for it.
llvm::Value *someReadFrom(WarpBuilder &warp, llvm::Value *missing, llvm::CallInst &shuffle);
/// result[i] = vector[source_lanes[i]], 0 <= source_lanes[i] < 32, elements of 32 or 64 bits.
llvm::Value *permute(WarpBuilder &warp, llvm::Value *vector, llvm::Value *source_lanes);
/// The same where all lanes read from equally far away: in a circle, or by exclusive or.
llvm::Value *permuteByDistance(WarpBuilder &warp, llvm::Value *vector, llvm::Value *distance, bool by_xor);
/// For each lane, the lanes in its mask that have the same value.
llvm::Value *matchAny(WarpBuilder &warp, llvm::Value *value, llvm::Value *masks);
/// Calls `body` once per group of active lanes; a group is what its first lane says, and includes it.
/// body(first lane of the group, lanes that are left) returns the group's lanes as bits and their common
/// result.
llvm::Value *forEachGroup(
    WarpBuilder &warp, llvm::Type *result_type,
    llvm::function_ref<std::pair<llvm::Value *, llvm::Value *>(llvm::Value *first, llvm::Value *left)> body);

} // namespace raddle::vectorize

#endif
