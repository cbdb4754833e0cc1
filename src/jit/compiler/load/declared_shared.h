// Shared objects of known size that are only declared.
#ifndef RADDLE_JIT_COMPILER_LOAD_DECLARED_SHARED_H
#define RADDLE_JIT_COMPILER_LOAD_DECLARED_SHARED_H

#include <llvm/IR/Module.h>

namespace raddle::jit {

/// Moves the variables of the section marker::kDynamicSharedSection to shared memory, as definitions that give way to others.
void defineDeclaredShared(llvm::Module &module);

} // namespace raddle::jit

#endif
