// What the fission loops of an accumulator loop have in common.
#ifndef RADDLE_VECTORIZE_TUNE_ACCUMULATORS_SHARED_VALUES_H
#define RADDLE_VECTORIZE_TUNE_ACCUMULATORS_SHARED_VALUES_H

#include "vectorize/llvm.h"

#include <llvm/Analysis/AliasAnalysis.h>

#include <cstdint>

namespace raddle::vectorize {

class AccumulatorLoop;

/// So many lanes of a value (`AccumulatorLoop::lanesOfPiece`); the index says which of its pieces.
using Piece = std::pair<llvm::Value *, unsigned>;

/// Pieces that all fission loops need and that take more than a load. They are computed once, and kept in an array that has
/// `bytesOfIteration` for each iteration.
class SharedValues {
public:
  explicit SharedValues(const AccumulatorLoop &loop) : loop_(loop) {}

  void find();

  bool empty() const { return places_.empty(); }
  /// The values, with their places in the bytes of an iteration.
  const llvm::MapVector<Piece, std::uint64_t> &places() const { return places_; }
  std::uint64_t placeOf(Piece piece) const { return places_.lookup(canonical(piece)); }
  std::uint64_t bytesOfIteration() const { return bytes_of_iteration_; }
  /// So many iterations the array may have room for.
  std::uint64_t mostIterations() const;

  /// What computes them in each iteration.
  llvm::SetVector<llvm::Instruction *> producers() const;
  /// The loop around the accumulator loop where they are the same in each of its iterations, so that they can be computed
  /// before that; else null. It runs the accumulator loop in each.
  llvm::Loop *loopAround(llvm::AAResults &aliases, const llvm::DominatorTree &dominators) const;

private:
  bool isCheap(Piece piece) const;
  Piece canonical(Piece piece) const;

  const AccumulatorLoop &loop_;
  llvm::MapVector<Piece, std::uint64_t> places_;
  std::uint64_t bytes_of_iteration_ = 0;
};

} // namespace raddle::vectorize

#endif
