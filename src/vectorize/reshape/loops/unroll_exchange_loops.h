// Loops over the stages of an exchange network (bitonic sort, butterfly, tree reduction).
#ifndef RADDLE_VECTORIZE_RESHAPE_LOOPS_UNROLL_EXCHANGE_LOOPS_H
#define RADDLE_VECTORIZE_RESHAPE_LOOPS_UNROLL_EXCHANGE_LOOPS_H

#include "vectorize/compile_job.h"

namespace raddle::vectorize {

/// For loops whose stride is halved, within a loop that doubles the first stride, as in a bitonic sort: the iterations of the
/// outer loop that begin with strides within a warp are peeled off, marked for unrolling.
bool peelExchangeLoops(llvm::Function &kernel, const Input &input, llvm::TargetMachine &machine,
                       Facts &facts);

/// Before: the kernel is in normal form. After: loops around barriers whose stride is halved from stage to
/// stage have their last stages, from a stride of a warp on, unrolled after the loop:
///
///   for (stride = n / 2; stride > 0; stride /= 2) {     for (stride = n / 2; stride != 32; stride /= 2) {
///     __syncthreads();                                    __syncthreads();
///     exchange(keys, t, stride);               becomes    exchange(keys, t, stride);
///   }                                                   }
///                                                       __syncthreads();
///                                                       exchange(keys, t, 32); exchange(keys, t, 16);
///                                                       exchange(keys, t, 8); ... exchange(keys, t, 1);
///
/// Which elements belong to which lane is known there. The barriers between the stages are gone where each
/// warp keeps to its own elements, so that these stay in registers. In blocks of several rows, and where the
/// stride is no power of two, the loop goes on as it was.
///
/// Where there are registers for the elements of several neighbouring warps, it begins with as many times that stride,
/// and barriers are marked that are not needed where those are fused; job.facts.warps_per_exchange is how many that should be.
bool unrollExchangeLoops(llvm::Function &kernel, const Input &input, llvm::TargetMachine &machine,
                         Facts &facts);

} // namespace raddle::vectorize

#endif
