// What is read in the next iteration of a loop, or read or written by one of the next blocks, is prefetched.
#ifndef RADDLE_VECTORIZE_RESHAPE_LOOPS_INSERT_PREFETCHES_H
#define RADDLE_VECTORIZE_RESHAPE_LOOPS_INSERT_PREFETCHES_H

#include "vectorize/compile_job.h"

namespace raddle::vectorize {

/// Before: warps are fused, loops have versions for full warps. In a loop that strides over the grid,
///
///   for (i = ...; i < n; i += gridDim.x * blockDim.x) ... x[i] ...
///
/// neighbouring iterations touch places that are far from each other, and the processor does not guess the
/// next one. So each load of global memory there also prefetches what one of the next iterations loads, 4 or
/// 8 KiB ahead, which all loads of the loop share. A prefetch never faults, and nothing depends on it. Needs warps in
/// step: one warp alone touches too little at a time to be worth it.
///
/// A kernel with barriers prefetches what one of the next blocks reads and writes outside of loops.
void insertPrefetches(llvm::Function &kernel, const Input &input, const llvm::TargetMachine &machine,
                      const Facts &facts);

} // namespace raddle::vectorize

#endif
