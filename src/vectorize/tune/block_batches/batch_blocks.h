// Loops over the grid, of neighbouring blocks together.
#ifndef RADDLE_VECTORIZE_TUNE_BLOCK_BATCHES_BATCH_BLOCKS_H
#define RADDLE_VECTORIZE_TUNE_BLOCK_BATCHES_BATCH_BLOCKS_H

#include "vectorize/compile_job.h"

namespace raddle::vectorize {

/// Before: job.outputs.block_entry is complete. After: if it begins with a loop over the grid, it goes on from the frame that
/// RaddleBlock.ahead points to, if that is not null, and job.outputs.batch_entry writes such frames.
///
///   for (i = first; i < n; i += all threads)
///     sum += in[i]
///
/// A round reads a short piece, and the next one lies far off, where neither the processor's prefetches follow nor many
/// lines can be announced. What the next blocks read in the same round lies side by side:
///
///   for (each block, and each of its turns)  frame = i, sum
///   while (the next one has another round behind this)  i, sum = frame;  sum += in[i];  i += all threads;  frame = i, sum
///
/// The loop must be the first thing that the kernel does to memory, and may only read there.
/// For x86: nobody has measured others.
void batchBlocks(CompileJob &job);

} // namespace raddle::vectorize

#endif
