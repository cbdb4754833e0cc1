// Calls, as the plan says (plan/decisions/calls.h).
#ifndef RADDLE_VECTORIZE_WIDEN_EMIT_CALLS_CALLS_H
#define RADDLE_VECTORIZE_WIDEN_EMIT_CALLS_CALLS_H

#include "vectorize/widen/emit/warp_builder.h"

namespace raddle::vectorize {

void emitCall(WarpBuilder &warp, llvm::CallInst &call);

/// Calls once for the warp. What is the same for all lanes, though the code may not tell, is taken from the first of them.
void emitCallOnce(WarpBuilder &warp, llvm::CallInst &call);
void emitCallLaneByLane(WarpBuilder &warp, llvm::CallInst &call);

/// A call of the runtime's own. One that `waits` is not merged with others.
llvm::CallInst *callRuntime(WarpBuilder &warp, nvvm::Runtime function,
                            llvm::ArrayRef<llvm::Value *> arguments, bool waits = false);
/// Until the next such call, the warp's RaddleThread is this lane's: what the runtime says about "the thread"
/// is about this lane. Elsewhere it is lane 0's.
void selectLane(WarpBuilder &warp, llvm::Value *lane);

/// Whether the condition is `holds` for some of 32 active lanes, where that takes no vector to find out; else null.
llvm::Value *someLaneDecides(WarpBuilder &warp, const llvm::Value &condition, bool holds);

// ---- the emitters of some kinds of calls

void emitFullWarpTest(WarpBuilder &warp, llvm::CallInst &call);
void emitFunctionCall(WarpBuilder &warp, llvm::CallInst &call);
void emitIndirectCall(WarpBuilder &warp, llvm::CallInst &call);
void emitVectorIntrinsic(WarpBuilder &warp, llvm::CallInst &call);
void emitReciprocalRoot(WarpBuilder &warp, llvm::CallInst &call);
void emitMatrixOperation(WarpBuilder &warp, llvm::CallInst &call);
void emitVectorMaths(WarpBuilder &warp, llvm::CallInst &call);
void emitThreadField(WarpBuilder &warp, llvm::CallInst &call);
void emitForFirstLane(WarpBuilder &warp, llvm::CallInst &call);
void emitDivisionReport(WarpBuilder &warp, llvm::CallInst &call);
void emitAlignmentTest(WarpBuilder &warp, llvm::CallInst &call);
void emitBoundsTest(WarpBuilder &warp, llvm::CallInst &call);
void emitInitialisedTest(WarpBuilder &warp, llvm::CallInst &call);
void emitRaceCheck(WarpBuilder &warp, llvm::CallInst &call);
void emitRaceAcquire(WarpBuilder &warp, llvm::CallInst &call);
void emitRaceEvent(WarpBuilder &warp, llvm::CallInst &call);
void emitCounter(WarpBuilder &warp, llvm::CallInst &call);
void emitTrace(WarpBuilder &warp, llvm::CallInst &call);
void emitSleep(WarpBuilder &warp, llvm::CallInst &call);

} // namespace raddle::vectorize

#endif
