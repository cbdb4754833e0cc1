// What a polling loop waits for.
//
// A loop that reads what others write does not always wait for them. One that would come to its end by itself if nobody
// else did anything waits for nobody, whoever else is held meanwhile:
//
//   do { seen = old; old = atomicCAS(p, seen, f(seen)); } while (old != seen);     fails only if another has succeeded
//   while (atomicAdd(&next, 1) < n) ...                                            counts up to its end by itself
//
// One that goes from place to place comes to its end unless none of the places is as it needs it:
//
//   while (parent[x] != x) x = parent[x];                                                to the root of a tree
//   while ((old = atomicCAS(&slots[i], 0, key)) != 0 && old != key) i = (i + 1) % n;     a hash table that is not full
//   while (atomicCAS(&locks[i], 0, 1) != 0) i = (i + 1) % n;                             a pool, where others may have all
//
// These differ in what comes later: whoever has got something of a pool gives it back by writing the very value that
// the loop looks for. All else waits until some other thread writes: locks, flags, tickets.
#ifndef RADDLE_ANALYSIS_AWAITED_WRITES_H
#define RADDLE_ANALYSIS_AWAITED_WRITES_H

#include "analysis/polling_loops.h"

#include <cstdint>

namespace raddle::analysis {

struct AwaitedWrites {
  enum Kind {
    kNone,   // waits for nobody
    kValues, // goes from place to place; waits for one of `values` to be written where all places are taken
    kObject, // goes from place to place; waits for any write to the object that it reads
    kAny,    // waits for a write, or for what somebody does who waits for a write
  } kind = kAny;
  llvm::SmallVector<std::int64_t, 2> values;
};

/// Before shared variables are lowered, as pollingLoops().
AwaitedWrites awaitedWrites(const PollingLoop &polling, const llvm::LoopInfo &loops,
                            const llvm::DominatorTree &dominators);

/// What a load, a store or an atomic access goes to; null for all else.
const llvm::Value *accessedAddress(const llvm::Instruction &access);

} // namespace raddle::analysis

#endif
