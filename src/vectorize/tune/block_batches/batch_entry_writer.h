// The entry of a kernel that begins with the work of several blocks.
#ifndef RADDLE_VECTORIZE_TUNE_BLOCK_BATCHES_BATCH_ENTRY_WRITER_H
#define RADDLE_VECTORIZE_TUNE_BLOCK_BATCHES_BATCH_ENTRY_WRITER_H

#include "vectorize/compile_job.h"
#include "vectorize/tune/block_batches/grid_loop.h"

#include <cstdint>
#include <optional>

namespace raddle::vectorize {

struct BatchFrames {
  std::uint64_t bytes; // of one
  std::uint32_t count; // how many there is room for
};

/// Before: `function` is a copy of job.outputs.block_entry with the type of RaddleKernel.batch_entry, and `loop` lies in it.
/// After: it is a batch entry. A frame has the loop's phis first, one after the other. Returns nothing where the function
/// cannot be written so; what there is of it is of no use then.
std::optional<BatchFrames> writeBatchEntry(llvm::Function &function, const GridLoop &loop,
                                           unsigned threads_of_warp, llvm::TargetMachine &machine);

} // namespace raddle::vectorize

#endif
