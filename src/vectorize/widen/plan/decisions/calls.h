// What becomes of each call of a function for a warp.
#ifndef RADDLE_VECTORIZE_WIDEN_PLAN_DECISIONS_CALLS_H
#define RADDLE_VECTORIZE_WIDEN_PLAN_DECISIONS_CALLS_H

#include "nvvm/runtime_functions.h"
#include "vectorize/widen/plan/plan_context.h"

namespace raddle::vectorize {

enum class CallKind : unsigned {
  kNothing,         // it says something to the compiler only
  kAssembly,        // inline assembly, once
  kThreadField,     // threadIdx and the like
  kReturnMark,      // see marker::kReturn
  kFullWarpTest,    // see marker::kFullWarp
  kVersion,         // of a function that stays: its version for 32 lanes
  kPointer,         // through a pointer: for one target after the other
  kRetryLoop,       // see marker::kLaneByLane
  kOnce,            // once for the warp
  kFirstLane,       // the first lane speaks for all
  kLaneByLane,      //
  kVectorIntrinsic, // the same intrinsic of vectors
  kSaturation,      // a conversion to integers that saturates
  kRootEstimate,    // a reciprocal square root that starts from the processor's estimate
  kMatrixOperation, // see normalise/matrix_operations.h
  kVectorMaths,     // a vector version of a mathematical function
  kCopy,            // of structures side by side: vector accesses
  kPrefetch,        //
  kDivisionReport,  // a division by zero is reported with the first lane's number
  kAlignmentTest,   //
  kBoundsTest,      // see check-bounds
  kInitialisedTest, // see check-initialised
  kRaceCheck,       // see check-races
  kRaceAcquire,     //
  kRaceEvent,       //
  kCounter,         // see insert-counters
  kTrace,           // see insert-trace
  kActiveMask,      // __activemask()
  kBlockBarrier,    //
  kOtherBarrier,    // of the cluster or the grid
  kYield,           // the warp yields
  kSleep,           // as long as the lane that sleeps longest
  kWarpOperation,   // see decisions/warp_operations.h
};

struct CallDecision {
  CallKind kind;
  const nvvm::RuntimeFunction *function = nullptr; // of the runtime
};

CallDecision decideCall(const PlanContext &context, llvm::CallInst &call);

} // namespace raddle::vectorize

#endif
