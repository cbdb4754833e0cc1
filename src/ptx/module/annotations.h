// What a module says of kernels and variables beside their types, in the words of clang's device pass.
#ifndef RADDLE_PTX_MODULE_ANNOTATIONS_H
#define RADDLE_PTX_MODULE_ANNOTATIONS_H

#include "ptx/module/module_text.h"

#include <llvm/IR/Module.h>

namespace raddle::ptx {

/// That it is a kernel, and its bounds: .maxntid, .minnctapersm, .maxnreg, .reqnctapercluster.
void annotateKernel(llvm::Function &kernel, const FunctionText &text);

/// That these variables are __managed__.
void annotateManaged(llvm::Module &module, llvm::ArrayRef<llvm::GlobalVariable *> variables);

} // namespace raddle::ptx

#endif
