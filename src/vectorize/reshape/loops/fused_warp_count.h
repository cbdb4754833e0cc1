// How many warps of a block pay as one.
#ifndef RADDLE_VECTORIZE_RESHAPE_LOOPS_FUSED_WARP_COUNT_H
#define RADDLE_VECTORIZE_RESHAPE_LOOPS_FUSED_WARP_COUNT_H

#include "vectorize/reshape/loops/warp_variants.h"
#include "vectorize/widen/plan/vector_registers.h"

namespace raddle::vectorize {

/// The largest power of two up to `most` of warps that gain by being fused, and whose values fit into the vector registers;
/// 1, with a refusal, where there is none. `per_exchange` is how many warps it takes for exchange loops to go without
/// barriers, 1 where there are no such loops.
unsigned fusedWarpCount(llvm::Function &kernel, const BlockClass &block, const WarpVariants &variants,
                        unsigned most, unsigned per_exchange, VectorRegisters registers,
                        const Report &report);

} // namespace raddle::vectorize

#endif
