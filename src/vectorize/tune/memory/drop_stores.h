// Stores that no instruction reads.
#ifndef RADDLE_VECTORIZE_TUNE_MEMORY_DROP_STORES_H
#define RADDLE_VECTORIZE_TUNE_MEMORY_DROP_STORES_H

#include "vectorize/tune/memory/known_memory.h"

#include <optional>

namespace raddle::vectorize {

/// The stores of a basic block that are not needed.
struct StoresToDrop {
  /// A store to the block's shared memory, which is of no use when the block has ended.
  struct Unread {
    llvm::Instruction *instruction;
    llvm::Value *address;
    AddressSum place;
    std::int64_t end;
    bool is_masked;
  };
  llvm::SmallVector<llvm::Instruction *, 8>
      overwritten; // other stores write the same bytes before they are read
  llvm::SmallVector<Unread, 8> unread;
};

StoresToDrop planStoresToDrop(llvm::BasicBlock &block, const AccessedMemory &memory, bool is_entry);

/// Drops them; tells whether there were any. Of the block's shared memory, what lies beyond `safe_bytes`, if that is given, may
/// not exist: where no store to it is left, its last byte is still read, which faults as the stores would.
bool dropStores(const StoresToDrop &plan, std::optional<std::uint64_t> safe_bytes);

} // namespace raddle::vectorize

#endif
