// Calls: by kind of call, each has a row in a table.

#include "vectorize/widen/emit/calls/calls.h"
#include "vectorize/widen/emit/accesses/accesses.h"
#include "vectorize/widen/emit/arithmetic/arithmetic.h"
#include "vectorize/widen/emit/warp_operations/warp_operations.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

void emitNothing(WarpBuilder &, CallInst &) {}

void emitAssembly(WarpBuilder &warp, CallInst &call) { warp.Insert(call.clone()); }

void emitReturnMark(WarpBuilder &warp, CallInst &call) { warp.define(call, warp.getTrue()); }

void emitActiveMask(WarpBuilder &warp, CallInst &call) { warp.define(call, warp.bits(warp.mask)); }

// By CallKind.
using CallEmitter = void (*)(WarpBuilder &, CallInst &);
constexpr CallEmitter kCallEmitters[] = {
    /*kNothing*/ emitNothing,
    /*kAssembly*/ emitAssembly,
    /*kThreadField*/ emitThreadField,
    /*kReturnMark*/ emitReturnMark,
    /*kFullWarpTest*/ emitFullWarpTest,
    /*kVersion*/ emitFunctionCall,
    /*kPointer*/ emitIndirectCall,
    /*kRetryLoop*/ emitCallLaneByLane,
    /*kOnce*/ emitCallOnce,
    /*kFirstLane*/ emitForFirstLane,
    /*kLaneByLane*/ emitCallLaneByLane,
    /*kVectorIntrinsic*/ emitVectorIntrinsic,
    /*kSaturation*/ emitSaturatingConversion,
    /*kRootEstimate*/ emitReciprocalRoot,
    /*kMatrixOperation*/ emitMatrixOperation,
    /*kVectorMaths*/ emitVectorMaths,
    /*kCopy*/ emitCopy,
    /*kPrefetch*/ emitPrefetch,
    /*kDivisionReport*/ emitDivisionReport,
    /*kAlignmentTest*/ emitAlignmentTest,
    /*kBoundsTest*/ emitBoundsTest,
    /*kInitialisedTest*/ emitInitialisedTest,
    /*kRaceCheck*/ emitRaceCheck,
    /*kRaceAcquire*/ emitRaceAcquire,
    /*kRaceEvent*/ emitRaceEvent,
    /*kCounter*/ emitCounter,
    /*kTrace*/ emitTrace,
    /*kActiveMask*/ emitActiveMask,
    /*kBlockBarrier*/ emitBlockBarrier,
    /*kOtherBarrier*/ emitOtherBarrier,
    /*kYield*/ emitYield,
    /*kSleep*/ emitSleep,
    /*kWarpOperation*/ emitWarpOperation,
};
static_assert(std::size(kCallEmitters) == std::size_t{1} + static_cast<unsigned>(CallKind::kWarpOperation));

} // namespace

void emitCall(WarpBuilder &warp, CallInst &call) {
  kCallEmitters[static_cast<unsigned>(warp.plan.of(call).kind)](warp, call);
}

} // namespace raddle::vectorize
