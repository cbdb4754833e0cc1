// Several warps of a block in one: each thread does the work of threads in the next warps too (thread coarsening).
#ifndef RADDLE_VECTORIZE_RESHAPE_LOOPS_FUSE_WARPS_H
#define RADDLE_VECTORIZE_RESHAPE_LOOPS_FUSE_WARPS_H

#include "vectorize/compile_job.h"

namespace raddle::vectorize {

/// Before: normal form, code for one thread. After: where it pays and the job's class of blocks allows it,
/// code for `job.facts.fused_warps` threads, which are the same lane of as many warps that follow each other; what
/// differs between them is there once for each. Barriers that unrollExchangeLoops has marked, as
/// they are not needed between those that are one now, are gone.
bool fuseWarps(llvm::Function &kernel, const Input &input, const llvm::TargetMachine &machine, Facts &facts,
               Report &report);

} // namespace raddle::vectorize

#endif
