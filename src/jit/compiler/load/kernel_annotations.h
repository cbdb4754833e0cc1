// What kernels' sources say that clang-19 has no words for: __cluster_dims__, __maxnreg__, and -maxrregcount.
#ifndef RADDLE_JIT_COMPILER_LOAD_KERNEL_ANNOTATIONS_H
#define RADDLE_JIT_COMPILER_LOAD_KERNEL_ANNOTATIONS_H

#include <llvm/IR/Module.h>

namespace raddle::jit {

/// Turns the headers' annotations into attributes of the kernels: marker::kClusterDimensions, and those of
/// nvvm/kernel_bounds.h. Removes all annotations of functions: to LLVM they look as if somebody took the functions'
/// addresses.
void noteKernelAnnotations(llvm::Module &module);

} // namespace raddle::jit

#endif
