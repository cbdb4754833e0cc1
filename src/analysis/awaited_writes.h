// What a polling loop waits for.
//
// A loop that reads what other threads write does not always wait for them. A loop that would end by itself if no other
// thread did anything waits for none, even where some are blocked meanwhile:
//
//   do { seen = old; old = atomicCAS(p, seen, f(seen)); } while (old != seen);     fails only if another has succeeded
//   while (atomicAdd(&next, 1) < n) ...                                            counts up to its end by itself
//
// A loop that goes from place to place ends unless none of the places is as the loop needs it:
//
//   while (parent[x] != x) x = parent[x];                                                to the root of a tree
//   while ((old = atomicCAS(&slots[i], 0, key)) != 0 && old != key) i = (i + 1) % n;     a hash table that is not full
//   while (atomicCAS(&locks[i], 0, 1) != 0) i = (i + 1) % n;                             a pool, where others may have all
//
// These differ in what comes later: a thread that has got something of a pool gives it back by writing the very value that
// the loop looks for. All other loops wait until some other thread writes: locks, flags, tickets.
#ifndef RADDLE_ANALYSIS_AWAITED_WRITES_H
#define RADDLE_ANALYSIS_AWAITED_WRITES_H

#include "analysis/polling_loops.h"

#include <cstdint>

namespace raddle::analysis {

struct AwaitedWrites {
  enum Kind {
    kNone,   // waits for no other thread
    kValues, // goes from place to place; waits for one of `values` to be written where all places are taken
    kObject, // goes from place to place; waits for any write to the object that it reads
    kAny,    // waits for a write, or for a thread that waits for a write
  } kind = kAny;
  llvm::SmallVector<std::int64_t, 2> values;
};

/// To be called before shared variables are lowered, as pollingLoops().
AwaitedWrites awaitedWrites(const PollingLoop &polling, const llvm::LoopInfo &loops,
                            const llvm::DominatorTree &dominators);

/// The address of a load, a store or an atomic access; null for other instructions.
const llvm::Value *accessedAddress(const llvm::Instruction &access);

} // namespace raddle::analysis

#endif
