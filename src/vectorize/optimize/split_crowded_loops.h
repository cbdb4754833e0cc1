// Loops that keep more sums than the processor has registers.
#ifndef RADDLE_VECTORIZE_OPTIMIZE_SPLIT_CROWDED_LOOPS_H
#define RADDLE_VECTORIZE_OPTIMIZE_SPLIT_CROWDED_LOOPS_H

#include "vectorize/widen/vector_registers.h"

#include <llvm/Passes/PassBuilder.h>

namespace raddle::vectorize {

/// Makes the builder know the pass "split-crowded-loops". Before: LLVM has simplified the loops. After: an
/// innermost loop whose sums exceed the registers, and do not depend on each other, is several loops one
/// after the other, each with as many as fit. What they have in common is computed once, in front of them,
/// unless it is only loaded.
void splitCrowdedLoops(llvm::PassBuilder &builder, VectorRegisters registers);

} // namespace raddle::vectorize

#endif
