// A loop that keeps more accumulators than the processor has registers: what it consists of, and the groups of
// accumulators that loops of their own can add up.
#ifndef RADDLE_VECTORIZE_TUNE_ACCUMULATORS_ACCUMULATOR_LOOP_H
#define RADDLE_VECTORIZE_TUNE_ACCUMULATORS_ACCUMULATOR_LOOP_H

#include "vectorize/tune/accumulators/accumulator_groups.h"
#include "vectorize/tune/accumulators/accumulators_in_memory.h"
#include "vectorize/tune/accumulators/element_sources.h"
#include "vectorize/tune/accumulators/shared_values.h"
#include "vectorize/widen/plan/vector_registers.h"

#include <llvm/ADT/EquivalenceClasses.h>

#include <cstdint>

namespace raddle::vectorize {

/// A loop of one block, whose accumulators (all values of vectors that it goes on with) have the same number of
/// lanes. Where one takes several registers it is added up piece by piece. Changes nothing.
class AccumulatorLoop {
public:
  /// What a piece can be loaded from again: as it lies in memory, or one number for all lanes.
  struct Memory {
    llvm::Value *source = nullptr; // a load of the loop, or a scalar from before it; null: from nothing
    unsigned element = 0;
    bool is_splat = false;
  };

  AccumulatorLoop(llvm::Loop &loop, llvm::ScalarEvolution &evolution, VectorRegisters registers);

  /// Whether its accumulators exceed the registers and can be added up by groups. All else holds only after that.
  bool maySplit(llvm::AAResults &aliases);
  /// Why a loop whose accumulators exceed the registers cannot be split; null for all others.
  const char *refusal() const { return refusal_; }

  const llvm::Loop &loop() const { return loop_; }
  llvm::BasicBlock *body() const { return body_; }
  llvm::BasicBlock *preheader() const { return preheader_; }
  llvm::BasicBlock *exit() const { return exit_; }
  const llvm::DataLayout &layout() const { return layout_; }
  const VectorRegisters &registers() const { return registers_; }
  std::uint64_t registerBytes() const { return registers_.bits / 8; }

  bool contains(const llvm::Value *value) const;
  bool isUsedOutside(const llvm::Instruction &instruction) const;

  llvm::ArrayRef<llvm::PHINode *> accumulators() const { return accumulators_; }
  /// Whether this is an accumulator, or computed from one.
  bool isOfAccumulators(const llvm::Value *value) const { return root_.contains(value); }
  /// The same one for all accumulators that depend on each other and for what is computed from them; null for others.
  llvm::PHINode *leaderOf(const llvm::Value *value) const;
  const llvm::SmallVector<AccumulatorGroup, 8> &groups() const { return groups_; }
  /// What the group computes from its accumulators, in the order in which the loop does.
  llvm::SmallVector<llvm::Instruction *, 64> instructionsOf(const AccumulatorGroup &group) const;
  /// The number of operations in an iteration of the group that has the fewest.
  std::uint64_t operations() const;
  const AccumulatorsInMemory &inMemory() const { return in_memory_; }

  unsigned pieces() const { return pieces_; }
  unsigned lanesOfPiece() const { return lanes_ / pieces_; }
  llvm::FixedVectorType *pieceType(llvm::Type *type) const;
  llvm::SmallVector<ElementSource, 16> sourcesOfPiece(llvm::Value *value, unsigned piece) const;
  Memory memoryOf(llvm::Value *value, unsigned piece) const;

  const SharedValues &shared() const { return shared_; }
  /// The loop has at most so many; 0 where that is not known.
  unsigned iterations() const { return iterations_; }
  /// So many iterations the loop may have where all groups share values.
  std::uint64_t mostIterations() const { return shared_.mostIterations(); }

private:
  bool hasOneBlock() const;
  bool findAccumulators();
  bool exceedsRegisters();
  bool dependOnlyOnThemselves();

  llvm::Loop &loop_;
  llvm::BasicBlock *body_, *preheader_, *exit_;
  const llvm::DataLayout &layout_;
  VectorRegisters registers_;
  unsigned iterations_;
  unsigned lanes_ = 0, pieces_ = 0;
  llvm::SmallVector<llvm::PHINode *, 64> accumulators_;
  llvm::EquivalenceClasses<llvm::PHINode *> related_;
  llvm::DenseMap<const llvm::Value *, llvm::PHINode *>
      root_; // of values that depend on accumulators: one of these
  llvm::SmallVector<AccumulatorGroup, 8> groups_;
  SharedValues shared_;
  AccumulatorsInMemory in_memory_;
  const char *refusal_ = nullptr;
};

} // namespace raddle::vectorize

#endif
