// Loops that go on only where a compare-and-swap has failed that expected what was just there.
//
//   do {
//     seen = old;
//     if (done(seen)) break;
//     old = atomicCAS(p, seen, f(seen));
//   } while (old != seen);
//
// Such an attempt fails only if another one has succeeded, so no thread waits here. (A lock is another matter:
// `while (atomicCAS(lock, 0, 1) != 0)` expects what its owner has yet to write.)
#ifndef RADDLE_ANALYSIS_FAILED_ATTEMPTS_H
#define RADDLE_ANALYSIS_FAILED_ATTEMPTS_H

namespace llvm {
class DominatorTree;
class Loop;
} // namespace llvm

namespace raddle::analysis {

/// Whether every iteration but the first comes after a failed attempt of this kind. What it expects was loaded from there
/// in the same iteration, is what the attempt before has found there, or has been compared with what was loaded there:
/// `while (parent[x] != x) x = parent[x]; ... atomicCAS(&parent[x], x, y)`.
bool goesOnOnlyAfterFailures(const llvm::Loop &loop, const llvm::DominatorTree &dominators);

} // namespace raddle::analysis

#endif
