// Vectors that a block of instructions stores and loads again stay in registers.
#ifndef RADDLE_VECTORIZE_TUNE_MEMORY_FORWARD_STORES_H
#define RADDLE_VECTORIZE_TUNE_MEMORY_FORWARD_STORES_H

#include "vectorize/compile_job.h"

#include <llvm/IR/PassManager.h>

#include <cstdint>
#include <optional>

namespace raddle::vectorize {

/// Before: a round of exchanges loads what the one before it has stored, in vectors of other lengths, or at addresses
/// that are sums of other terms. After: what is loaded is put together from what has been stored, and stores that
/// others overwrite before anybody reads are gone. LLVM's passes find stores and loads of the same length at the same
/// address only, or within a limited number of instructions.
///
/// Of the block's shared memory, what lies behind `safe_bytes`, if that is given, may not be there: where no store to
/// it is left, the last byte is still looked at.
void forwardStores(const CompileJob &job, llvm::FunctionPassManager &passes);

} // namespace raddle::vectorize

#endif
