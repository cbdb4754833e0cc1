// Dynamic shared memory that is no array.
#ifndef RADDLE_JIT_COMPILER_DYNAMIC_SHARED_H
#define RADDLE_JIT_COMPILER_DYNAMIC_SHARED_H

#include <llvm/IR/Module.h>

namespace raddle::jit {

/// Moves the variables of the section nvvm::kDynamicSharedSection to shared memory, as declarations.
void declareDynamicShared(llvm::Module &module);

} // namespace raddle::jit

#endif
