// How much stack code may take: which functions may be on it more than once, and what has no fixed size.
#ifndef RADDLE_ANALYSIS_RECURSION_H
#define RADDLE_ANALYSIS_RECURSION_H

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallVector.h>

namespace llvm {
class AllocaInst;
class Function;
class Module;
} // namespace llvm

namespace raddle::analysis {

/// The defined functions that can call themselves, directly, through others, or through a pointer. Every
/// function that calls indirectly, and every address-taken one, counts: where the pointer leads is unknown.
llvm::SetVector<llvm::Function *> possiblyRecursiveFunctions(llvm::Module &module);

/// What alloca() and arrays of variable length take from the stack, in an amount that only the run decides.
llvm::SmallVector<llvm::AllocaInst *, 4> dynamicAllocations(llvm::Module &module);

/// Whether any of this makes the stack that the module's functions need unbounded.
bool hasUnboundedStack(llvm::Module &module);

} // namespace raddle::analysis

#endif
