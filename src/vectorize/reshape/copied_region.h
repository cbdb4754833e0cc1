// A part of a kernel that may get versions: it is entered at one block, and all ways out lead to one other.
#ifndef RADDLE_VECTORIZE_RESHAPE_COPIED_REGION_H
#define RADDLE_VECTORIZE_RESHAPE_COPIED_REGION_H

#include "vectorize/llvm.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Instructions.h>

#include <optional>

namespace raddle::vectorize {

struct CopiedRegion {
  llvm::BasicBlock *start = nullptr, *end = nullptr;
  llvm::SetVector<llvm::BasicBlock *> blocks; // without the end

  bool contains(const llvm::BasicBlock *block) const {
    return blocks.contains(const_cast<llvm::BasicBlock *>(block));
  }
};

/// From `first` to where all ways from it meet after the last of `inside`. Nothing where that is more than `most_instructions`,
/// where it loops, or where one of them must not be copied. Splits the blocks at which it begins and ends.
std::optional<CopiedRegion>
findCopiedRegion(llvm::Function &kernel, llvm::Instruction &first, llvm::ArrayRef<llvm::Instruction *> inside,
                 unsigned most_instructions,
                 llvm::function_ref<bool(const llvm::Instruction &)> may_be_copied);

} // namespace raddle::vectorize

#endif
