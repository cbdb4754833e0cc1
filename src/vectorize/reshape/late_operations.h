// Operations that come late: no earlier than something needs their results, where these would have to be kept until then.
#ifndef RADDLE_VECTORIZE_RESHAPE_LATE_OPERATIONS_H
#define RADDLE_VECTORIZE_RESHAPE_LATE_OPERATIONS_H

#include "vectorize/compile_job.h"

namespace raddle::vectorize {

/// After: an element that is only copied between memory that a parameter leads to and shared memory is loaded just before it is
/// stored, where the copies of a warp are whole vectors:
///
///   x = in[i], y = in[i + 32]             x = in[i]
///   tile[j] = x, tile[j + 32] = y         tile[j] = x
///                               becomes   y = in[i + 32]
///                                         tile[j + 32] = y
///
/// LLVM cannot tell the two kinds of memory apart. Of fifteen elements, a processor without AVX-512 spills most.
bool delayCopiedLoads(llvm::Function &kernel, const Input &input, Facts &facts);

/// After: what is computed before a barrier and used after it is computed after it, where fewer values live across the barrier
/// then, or are kept across an earlier one anyway:
///
///   s = first + x, t = s + y                        __syncthreads();
///   __syncthreads();                     becomes    s = first + x, t = s + y
///   tile[2 * i] = s, tile[2 * i + 1] = t            tile[2 * i] = s, tile[2 * i + 1] = t
///
/// The results of a scan need not be kept for each warp: the elements are, since they were summed up. Operations stay in
/// their block, and come as often as before.
bool sinkPastBarriers(llvm::Function &kernel, const Input &input, Facts &facts);

} // namespace raddle::vectorize

#endif
