// Inline PTX becomes LLVM IR: arithmetic, NVVM intrinsics and calls of the device library, as if the user had
// written CUDA C++. Runs on a whole module that is still NVVM, before the device library is linked.
#ifndef RADDLE_PTX_TRANSLATE_H
#define RADDLE_PTX_TRANSLATE_H

#include <llvm/IR/Module.h>

#include <string>
#include <vector>

namespace raddle::ptx {

/// Replaces every asm statement of the module. Returns what the user has to mend, each "file:line:column:
/// error: ...", in the order of the source; the module is then good for nothing else.
std::vector<std::string> translate(llvm::Module &module);

} // namespace raddle::ptx

#endif
