// Reads that are told of together: those that a loop, or an unrolled one, makes one behind the other.
#ifndef RADDLE_VECTORIZE_LOWER_READ_GROUPS_H
#define RADDLE_VECTORIZE_LOWER_READ_GROUPS_H

#include "vectorize/instrument/memory/checked_accesses.h"

#include <llvm/IR/DataLayout.h>

#include <cstdint>

namespace raddle::vectorize {

/// A thread that comes to `before` makes `count` reads, each `step` bytes behind the one before, without being ordered with
/// others in between.
struct ReadGroup {
  CheckedAccess first;       // one of them; its address is that of the first read
  llvm::Instruction *before; // where that address is known
  std::int64_t step = 0;
  llvm::Value *count = nullptr; // i64; null where it is one read
};

/// The size of a shared variable, which reads of it do not leave; 0 where it is not known, or of another root.
std::uint64_t sizeOfShared(const llvm::Value *root, const llvm::DataLayout &layout);

/// Makes groups of plain reads of the function.
llvm::SmallVector<ReadGroup, 0> groupReads(llvm::Function &function, llvm::ArrayRef<CheckedAccess> reads);

} // namespace raddle::vectorize

#endif
