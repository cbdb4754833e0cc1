// Accumulators that warps keep in an array of the function, and all that accesses them there.
#ifndef RADDLE_VECTORIZE_TUNE_ACCUMULATORS_REORDERED_ACCESSES_H
#define RADDLE_VECTORIZE_TUNE_ACCUMULATORS_REORDERED_ACCESSES_H

#include "vectorize/tune/accumulators/accumulators_in_memory.h"
#include "vectorize/tune/shuffles/part_of_element.h"

namespace raddle::vectorize {

/// Variables of a warp, one for each vector.
struct Places {
  const llvm::Value *array;
  llvm::Type *element, *type; // of the array's elements; of the variables
  llvm::SmallVector<std::int64_t, 8> offsets;
  llvm::SmallVector<llvm::Align, 8> aligns;
};

/// Loads or stores of places in one block and in one element of the array.
struct Accesses {
  const llvm::GEPOperator *element = nullptr;
  llvm::SmallVector<std::pair<llvm::Instruction *, unsigned>, 8> of_places;

  bool isOnePerPlace(std::size_t places) const;
};

/// What becomes of accumulators whose elements are kept in another order.
class ReorderedAccesses {
public:
  using Readers = std::pair<Places, llvm::SmallVector<Accesses, 4>>;

  /// Whether the accumulators of a loop are kept so that nothing sees their order, but for some readers after the loop
  /// around the warps. Changes nothing.
  bool find(const llvm::Loop &loop, const AccumulatorsInMemory &in_memory,
            llvm::ArrayRef<const llvm::PHINode *> accumulators);

  /// Those need the old order.
  llvm::ArrayRef<Readers> readers() const { return readers_; }

private:
  bool findAccesses(const Places &places, unsigned copies);
  bool isCopied(const Accesses &loads, const Places &places, unsigned copies);

  using Where = std::pair<const llvm::BasicBlock *, const llvm::Value *>;
  struct Found {
    llvm::MapVector<Where, Accesses> loads, stores;
    llvm::SmallPtrSet<const llvm::BasicBlock *, 8> writing;
  };
  bool collect(const Places &places, Found &found) const;

  llvm::Loop *around_ = nullptr;                             // in which the accumulators go on
  llvm::SmallPtrSet<const llvm::Instruction *, 32> allowed_; // accesses that keep the new order
  llvm::SmallVector<Readers, 2> readers_;
};

} // namespace raddle::vectorize

#endif
