// A kernel needs a few dozen of a thousand functions; the others are not even read.
#ifndef RADDLE_JIT_COMPILER_LOAD_REACHED_CODE_H
#define RADDLE_JIT_COMPILER_LOAD_REACHED_CODE_H

#include "base/result.h"

#include <llvm/IR/Module.h>

namespace raddle::jit {

/// Reads what `kernels`, functions of units whose bodies are still in their files, reach by calls and addresses, in all units,
/// and drops all other functions. Where one of them calls through a pointer, which may lead anywhere, everything is read and
/// kept.
Result<bool> readReachedCode(llvm::ArrayRef<std::unique_ptr<llvm::Module>> units,
                             llvm::ArrayRef<llvm::Function *> kernels);

} // namespace raddle::jit

#endif
