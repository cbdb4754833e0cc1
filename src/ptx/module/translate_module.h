// PTX text as input: a whole module becomes NVVM IR of the shape that clang's device pass gives kernels, so that all that
// follows does not know where they came from.
#ifndef RADDLE_PTX_MODULE_TRANSLATE_MODULE_H
#define RADDLE_PTX_MODULE_TRANSLATE_MODULE_H

#include "ptx/module/declarations.h"

#include <llvm/IR/Module.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace raddle::ptx {

/// Null when there are errors, each "file:line: error: ...", in the order of the text.
std::unique_ptr<llvm::Module> translateModule(std::string_view text, const std::string &file,
                                              llvm::LLVMContext &context, const KnownFunctions &known,
                                              std::vector<std::string> &errors);

} // namespace raddle::ptx

#endif
