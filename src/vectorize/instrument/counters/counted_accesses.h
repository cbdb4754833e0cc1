// The accesses of a block as a GPU makes them, once copies have been expanded and neighbours joined (expand_copies.cpp).
#ifndef RADDLE_VECTORIZE_LOWER_COUNTED_ACCESSES_H
#define RADDLE_VECTORIZE_LOWER_COUNTED_ACCESSES_H

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Instructions.h>

namespace raddle::vectorize {

/// Bytes of each lane at an address, up to 16.
struct CountedAccess {
  llvm::Instruction *instruction; // before which `address` is known
  llvm::Value *address;
  std::uint64_t bytes;
  llvm::StringRef kind;    // load, store, atomic
  std::uint64_t parts = 1; // as many neighbours of the same size
};

/// Adds those of a block.
void addAccesses(llvm::BasicBlock &block, llvm::SmallVectorImpl<CountedAccess> &accesses);

} // namespace raddle::vectorize

#endif
