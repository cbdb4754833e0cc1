// What has to be known of a module before a kernel is cut out of it.
#ifndef RADDLE_JIT_COMPILER_LOAD_MODULE_FACTS_H
#define RADDLE_JIT_COMPILER_LOAD_MODULE_FACTS_H

#include "vectorize/compile_job.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Module.h>

namespace raddle::jit {

/// Notes what calls through pointers may lead to, which are the functions whose address is taken.
void readModuleFacts(llvm::Module &module, const llvm::SetVector<llvm::Function *> &address_taken,
                     vectorize::Facts &facts);

/// Functions that pointers lead to are compiled apart from the kernels that call them, and share variables with them: what one
/// stores the other reads. `kernel` is null for the module object.
void exposeSharedVariables(llvm::Module &module, const llvm::Function *kernel, const vectorize::Facts &facts);

} // namespace raddle::jit

#endif
