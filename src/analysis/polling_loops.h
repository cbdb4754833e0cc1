// Loops that read what other threads write.
//
//   while (atomicCAS(&lock, 0, 1) != 0);        while (!*(volatile int *)&flag);
//
// On a GPU the other thread makes progress by itself. Here it may be a fiber of the same OS thread, so such
// a loop has to yield on its back edge. A loop polls when what decides whether it goes on is read from
// memory that others may change: the result of a volatile or atomic access inside the loop, or of a call
// that contains one, or a plain load in a loop with a fence. `for (...) atomicAdd(&histogram[x[i]], 1)` does
// not poll: nothing depends on the result. Neither does a loop that reads shared memory and comes to a barrier in
// each iteration: all threads that could write there go on meanwhile.
#ifndef RADDLE_ANALYSIS_POLLING_LOOPS_H
#define RADDLE_ANALYSIS_POLLING_LOOPS_H

#include <llvm/ADT/SmallVector.h>

namespace llvm {
class DominatorTree;
class Function;
class Instruction;
class Loop;
class LoopInfo;
} // namespace llvm

namespace raddle::analysis {

struct PollingLoop {
  llvm::Loop *loop;
  /// The loads, atomics and calls that decide whether it goes on. None where it has no exit.
  llvm::SmallVector<llvm::Instruction *, 4> polled;
};

/// The polling loops of a function, outermost first. Loops without any exit count when they touch memory
/// that others may change. Before shared variables are lowered: their address space is looked at.
llvm::SmallVector<PollingLoop, 4> pollingLoops(llvm::Function &function, llvm::LoopInfo &loops,
                                               llvm::DominatorTree &dominators);

} // namespace raddle::analysis

#endif
