// A loop that keeps more sums than the processor has registers: what it consists of, and the parts it can
// have.
#ifndef RADDLE_VECTORIZE_TUNE_ACCUMULATORS_ACCUMULATOR_LOOP_H
#define RADDLE_VECTORIZE_TUNE_ACCUMULATORS_ACCUMULATOR_LOOP_H

#include "vectorize/tune/accumulators/accumulators_in_memory.h"
#include "vectorize/widen/plan/vector_registers.h"

#include <llvm/ADT/EquivalenceClasses.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Dominators.h>

#include <cstdint>
#include <utility>

namespace raddle::vectorize {

/// Elements of a vector; 0 for a scalar.
unsigned lengthOf(const llvm::Value *value);

/// A loop of one block, whose sums (all values of vectors that it goes on with) have the same number of
/// lanes. Changes nothing.
class AccumulatorLoop {
public:
  /// So many lanes of a value (`lanesOfPiece`); the index says which of `pieces`.
  using Piece = std::pair<llvm::Value *, unsigned>;
  /// Sums that one of the new loops adds up, and the piece of them.
  struct Part {
    llvm::SmallVector<llvm::PHINode *, 16> sums;
    unsigned piece;
  };
  /// What a piece can be loaded from again: as it lies in memory, or one number for all lanes.
  struct Memory {
    llvm::Value *source = nullptr; // a load of the loop, or a scalar from in front of it; null: from nothing
    unsigned element = 0;
    bool is_splat = false;
  };

  /// An element of a vector, or a scalar; null where it is of no matter.
  using Source = std::pair<llvm::Value *, unsigned>;
  /// Where a lane comes from, behind all shuffles.
  static Source sourceOf(llvm::Value *value, unsigned lane);

  AccumulatorLoop(llvm::Loop &loop, llvm::ScalarEvolution &evolution, VectorRegisters registers);

  /// Whether its sums exceed the registers and can be added up by parts. All else holds only behind that.
  bool maySplit(llvm::AAResults &aliases);

  llvm::BasicBlock *body() const { return body_; }
  llvm::BasicBlock *preheader() const { return preheader_; }
  llvm::BasicBlock *exit() const { return loop_.getExitBlock(); }
  const llvm::DataLayout &layout() const { return layout_; }

  bool contains(const llvm::Value *value) const;
  bool isUsedOutside(const llvm::Instruction &instruction) const;
  /// A sum, or computed from one.
  bool isOfSums(const llvm::Value *value) const { return root_.contains(value); }
  /// In the order in which the loop computes them: what the part computes from its sums.
  llvm::SmallVector<llvm::Instruction *, 64> instructionsOf(const Part &part) const;

  const llvm::SmallVector<Part, 8> &parts() const { return parts_; }
  const SumsInMemory &sumsInMemory() const { return memory_; }

  /// In each iteration of a part, at least.
  std::uint64_t operations() const;

  unsigned pieces() const { return pieces_; }
  unsigned lanesOfPiece() const { return lanes_ / pieces_; }
  llvm::FixedVectorType *pieceType(llvm::Type *type) const;
  Memory memoryOf(llvm::Value *value, unsigned piece) const;

  /// Pieces that all parts need and that take more than a load, with their places (bytes) in the array that
  /// has `bytesOfIteration` for each of `iterations`.
  const llvm::MapVector<Piece, std::uint64_t> &shared() const { return shared_; }
  std::uint64_t placeOf(llvm::Value *value, unsigned piece) const;
  std::uint64_t bytesOfIteration() const { return bytes_of_iteration_; }
  unsigned iterations() const { return iterations_; }
  /// The loop around it where what the parts have in common is the same in each of its iterations, so that it
  /// can be computed in front of that; else null. It runs this one in each.
  llvm::Loop *loopAroundShared(llvm::AAResults &aliases, const llvm::DominatorTree &dominators) const;
  /// What computes the shared pieces in each iteration.
  llvm::SetVector<llvm::Instruction *> producers() const;
  /// So many iterations the array may have room for.
  std::uint64_t mostIterations() const;
  std::uint64_t registerBytes() const { return registers_.bits / 8; }

private:
  bool hasOneBlock() const;
  bool findSums();
  bool isCrowded();
  unsigned registersFor(llvm::Type *type) const;
  bool dependOnlyOnThemselves();
  // Sums that depend on each other, and what they are computed from: vectors, and numbers for all lanes.
  struct SumSet {
    llvm::SmallVector<llvm::PHINode *, 4> sums;
    llvm::SmallSetVector<Source, 4> vectors, numbers;
  };
  using Column = std::pair<Source, llvm::SmallVector<SumSet, 8>>; // all that are computed from a vector
  struct Division {
    llvm::SmallVector<Part, 8> parts;
    std::size_t vectors = 0, numbers = 0; // that all parts load together, in one iteration
    bool loadsLessThan(const Division &other) const;
  };
  void formParts();
  llvm::SmallVector<SumSet, 64> inBlocks(llvm::ArrayRef<Column> columns, std::size_t rows) const;
  Division divide(llvm::ArrayRef<SumSet> sets) const;
  unsigned mostRegisters() const;
  unsigned registersOf(const SumSet &set) const;
  void orderByLoads();
  bool loadsSameForAllPieces(const Part &part) const;
  void findShared();
  bool isCheap(llvm::Value *value, unsigned piece) const;
  Piece canonical(llvm::Value *value, unsigned piece) const;
  llvm::SmallVector<Source, 16> sourcesOf(llvm::Value *value, unsigned piece) const;

  llvm::Loop &loop_;
  llvm::BasicBlock *body_, *preheader_;
  const llvm::DataLayout &layout_;
  VectorRegisters registers_;
  unsigned iterations_; // at most; 0: unknown
  unsigned lanes_ = 0, pieces_ = 0;
  llvm::SmallVector<llvm::PHINode *, 64> sums_;
  llvm::EquivalenceClasses<llvm::PHINode *> related_;
  llvm::DenseMap<const llvm::Value *, llvm::PHINode *> root_; // of values that depend on a sum: one of these
  llvm::SmallVector<Part, 8> parts_;
  llvm::MapVector<Piece, std::uint64_t> shared_;
  std::uint64_t bytes_of_iteration_ = 0;
  SumsInMemory memory_;
};

} // namespace raddle::vectorize

#endif
