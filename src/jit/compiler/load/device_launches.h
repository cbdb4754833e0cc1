// Launches from device code.
#ifndef RADDLE_JIT_COMPILER_LOAD_DEVICE_LAUNCHES_H
#define RADDLE_JIT_COMPILER_LOAD_DEVICE_LAUNCHES_H

#include <llvm/IR/Module.h>

namespace raddle::jit {

/// Makes calls of the runtime of kernel<<<...>>>(...), and of the addresses of kernels variables that the runtime defines: what
/// is at such an address stands for the kernel. Other kernels then are no part of the code that one reaches.
void resolveLaunches(llvm::Module &module);

} // namespace raddle::jit

#endif
