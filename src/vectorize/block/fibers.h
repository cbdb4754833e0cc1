// Whether the threads or warps of a block run on fibers of their own, or one after the other on the stack of the block.
#ifndef RADDLE_VECTORIZE_BLOCK_FIBERS_H
#define RADDLE_VECTORIZE_BLOCK_FIBERS_H

#include "vectorize/compile_job.h"

#include <llvm/IR/Instruction.h>

#include <optional>

namespace raddle::vectorize {

/// Whether what runs as one, a thread or a warp, may wait for others in this code, or needs a stack of unknown size.
bool needsFibers(llvm::Module &module, const Facts &facts);

/// What makes each warp run on a fiber of its own: it waits for more than barriers that stand in the kernel itself, or needs a
/// stack of unknown size.
struct ReasonForFibers {
  llvm::SmallVector<const llvm::Instruction *, 2> places; // none where it is the kernel as a whole
  llvm::StringRef why;
};
/// Nothing where the warps of a block can run one after the other up to each barrier.
std::optional<ReasonForFibers> reasonForFibers(llvm::Function &kernel, const Facts &facts);

} // namespace raddle::vectorize

#endif
