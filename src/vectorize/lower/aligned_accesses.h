// Accesses to memory that a GPU wants to be aligned.
#ifndef RADDLE_VECTORIZE_LOWER_ALIGNED_ACCESSES_H
#define RADDLE_VECTORIZE_LOWER_ALIGNED_ACCESSES_H

#include "vectorize/llvm.h"

#include <cstdint>

namespace raddle::vectorize {

inline constexpr std::uint64_t kWidestAccess = 16; // bytes that a GPU accesses at once

struct AlignedAccess {
  llvm::Instruction *instruction;
  llvm::Value *address;
  std::uint64_t factor; // of which the address has to be a multiple, in bytes: a power of two, 2 or more
};

/// Those of a block, in its order. What clang has divided into elements counts as one access again.
llvm::SmallVector<AlignedAccess, 16> alignedAccessesIn(llvm::BasicBlock &block);

} // namespace raddle::vectorize

#endif
