// Which device functions can be reached through pointers.
#ifndef RADDLE_ANALYSIS_ADDRESS_TAKEN_H
#define RADDLE_ANALYSIS_ADDRESS_TAKEN_H

#include <llvm/ADT/SetVector.h>

namespace llvm {
class Constant;
class Function;
class Module;
}  // namespace llvm

namespace raddle::analysis {

/// The defined functions of a module that something other than a direct call refers to: stored pointers,
/// tables, virtual tables. In module order. Metadata and llvm.used lists do not count.
llvm::SetVector<llvm::Function *> addressTakenFunctions(llvm::Module &module);

/// Whether a constant mentions, at any depth, a function or a variable.
bool refersToGlobals(const llvm::Constant &constant);

/// Whether `function` calls through a pointer.
bool callsIndirectly(const llvm::Function &function);

}  // namespace raddle::analysis

#endif
