// Kernel parameters that no thread writes.
#ifndef RADDLE_JIT_COMPILER_LOAD_GRID_CONSTANTS_H
#define RADDLE_JIT_COMPILER_LOAD_GRID_CONSTANTS_H

#include <llvm/IR/Module.h>

namespace raddle::jit {

/// Marks what the source calls __grid_constant__ as readonly and with the attribute marker::kGridConstant.
void noteGridConstants(llvm::Module &module);

} // namespace raddle::jit

#endif
