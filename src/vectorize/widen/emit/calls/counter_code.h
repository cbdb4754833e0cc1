// Code that raises counters of the profiler.
#ifndef RADDLE_VECTORIZE_WIDEN_EMIT_COUNTER_CODE_H
#define RADDLE_VECTORIZE_WIDEN_EMIT_COUNTER_CODE_H

#include "vectorize/widen/emit/calls/calls.h"

namespace raddle::vectorize {

/// Of an access; as profile/access_counts.h has them.
enum CounterOfAccess : unsigned {
  kExtra = 2,
  kExcessive,
  kDistances,
  kDistanceSquares,
  kDistanceCount,
  kConflicts
};

class CounterCode {
public:
  /// `counters` of the worker, of which those of the place begin at `first`.
  CounterCode(WarpBuilder &warp, llvm::Value *counters, unsigned first)
      : warp_(warp), counters_(counters), first_(first) {}

protected:
  llvm::Value *widenedToCounter(llvm::Value *value) { return warp_.CreateZExt(value, warp_.getInt64Ty()); }
  llvm::Value *placeOf(unsigned counter);
  void add(unsigned counter, llvm::Value *more);
  /// Calls a function that counts.
  void call(nvvm::Runtime function, llvm::ArrayRef<llvm::Value *> arguments);

  WarpBuilder &warp_;
  llvm::Value *counters_;
  unsigned first_;
};

/// Counts an access whose addresses have no common stride, with RaddleCountFlags.
void emitCountOfLanes(WarpBuilder &warp, llvm::Value *counters, unsigned first, llvm::Value *addresses,
                      unsigned flags);

} // namespace raddle::vectorize

#endif
