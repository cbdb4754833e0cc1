#ifndef RADDLE_VECTORIZE_NORMALISE_SHARED_NULL_CHECKS_H
#define RADDLE_VECTORIZE_NORMALISE_SHARED_NULL_CHECKS_H

namespace llvm {
class PassBuilder;
} // namespace llvm

namespace raddle::vectorize {

/// Adds to LLVM's peephole passes: no address in a shared variable is null. Placement new compares its address, and an element
/// of each lane would then be stored under a mask.
void foldNullChecksOfShared(llvm::PassBuilder &builder);

} // namespace raddle::vectorize

#endif
