// Shuffles of shuffles.
#ifndef RADDLE_VECTORIZE_OPTIMIZE_COMPOSE_SHUFFLES_H
#define RADDLE_VECTORIZE_OPTIMIZE_COMPOSE_SHUFFLES_H

#include <llvm/Passes/PassBuilder.h>

namespace raddle::vectorize {

/// Makes the builder know the pass "compose-shuffles". After: where two vectors are shuffled into new ones,
/// and these again, the second shuffles pick their elements from the two vectors. So it is where lanes store
/// by a plan what they load by another one: between the rounds of a transform, for example.
void composeShuffles(llvm::PassBuilder &builder);

} // namespace raddle::vectorize

#endif
