// Warp operations: by kind of operation, each has a row in a table.

#include "vectorize/widen/emit/warp_operations/warp_operations.h"
#include "vectorize/widen/emit/vectors.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

void emitSync(WarpBuilder &warp, CallInst &, const OperationDecision &) { compilerBarrier(warp); }

void emitWithOther(WarpBuilder &warp, CallInst &call, const OperationDecision &) {
  warp.define(call, warp.served.at(&call));
}

// By OperationKind.
using OperationEmitter = void (*)(WarpBuilder &, CallInst &, const OperationDecision &);
constexpr OperationEmitter kOperationEmitters[] = {
    /*kSync*/ emitSync,
    /*kVote*/ emitVote,
    /*kGroupVote*/ emitVote,
    /*kOneLane*/ emitReadOfOneLane,
    /*kKnownLanes*/ emitShuffle,
    /*kSameDistance*/ emitShuffle,
    /*kLookUp*/ emitShuffle,
    /*kWithOther*/ emitWithOther,
    /*kReduction*/ emitReduction,
    /*kGroupReduction*/ emitReduction,
    /*kMatchAny*/ emitMatch,
    /*kMatchAll*/ emitMatch,
};
static_assert(std::size(kOperationEmitters) ==
              std::size_t{1} + static_cast<unsigned>(OperationKind::kMatchAll));

} // namespace

void emitWarpOperation(WarpBuilder &warp, CallInst &call) {
  const OperationDecision &operation = warp.plan.operationOf(call);
  checkOperation(warp, call, operation);
  if (operation.checks_lanes)
    requireLanes(warp, call, operation);
  kOperationEmitters[static_cast<unsigned>(operation.kind)](warp, call, operation);
}

} // namespace raddle::vectorize
