// Cross-block batching of loops over the grid.
#ifndef RADDLE_VECTORIZE_TUNE_BLOCK_BATCHES_BATCH_BLOCKS_H
#define RADDLE_VECTORIZE_TUNE_BLOCK_BATCHES_BATCH_BLOCKS_H

#include "vectorize/compile_job.h"

namespace raddle::vectorize {

/// Before: job.outputs.block_entry is complete. After: if it begins with a loop over the grid, it goes on from the frame that
/// RaddleBlock.next_frame points to, if that is not null, and job.outputs.batch_entry runs a batch of blocks, which leaves such frames.
///
///   for (i = first; i < n; i += all threads)
///     sum += in[i]
///
/// An iteration reads a short piece, and the next one lies far off, where the processor's own prefetches do not follow and few
/// lines can be prefetched. What the next blocks read in the same iteration lies side by side:
///
///   for (each block of the batch, and each of its warps)  frame = i, sum
///   while (the next frame has another iteration after this)  i, sum = frame;  sum += in[i];  i += all threads;  frame = i, sum
///
/// The loop must be the first thing that the kernel does to memory, and may only read there.
/// For x86 only: other processors have not been measured.
bool batchBlocks(const Input &input, llvm::TargetMachine &machine, const CodeParts &parts, const Facts &facts,
                 Outputs &outputs, const Report &report);

} // namespace raddle::vectorize

#endif
