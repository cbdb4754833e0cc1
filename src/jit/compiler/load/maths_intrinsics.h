// The mathematical functions that clang's builtins leave to the target.
#ifndef RADDLE_JIT_COMPILER_LOAD_MATHS_INTRINSICS_H
#define RADDLE_JIT_COMPILER_LOAD_MATHS_INTRINSICS_H

#include <llvm/IR/Module.h>

namespace raddle::jit {

/// Turns llvm.sin and the like, which no processor has an instruction for, into calls of the device library's functions.
/// Code generation would call the host's C library, lane by lane.
void callLibraryForIntrinsics(llvm::Module &module);

} // namespace raddle::jit

#endif
