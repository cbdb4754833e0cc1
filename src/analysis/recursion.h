// Which functions may be on the stack more than once.
#ifndef RADDLE_ANALYSIS_RECURSION_H
#define RADDLE_ANALYSIS_RECURSION_H

#include <llvm/ADT/SetVector.h>

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace raddle::analysis {

/// The defined functions that can call themselves, directly, through others, or through a pointer. Every
/// function that calls indirectly, and every address-taken one, counts: where the pointer leads is unknown.
llvm::SetVector<llvm::Function *> possiblyRecursiveFunctions(llvm::Module &module);

}  // namespace raddle::analysis

#endif
