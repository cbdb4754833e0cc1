// Which device functions can be reached through pointers.
#ifndef RADDLE_ANALYSIS_ADDRESS_TAKEN_H
#define RADDLE_ANALYSIS_ADDRESS_TAKEN_H

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/StringRef.h>

namespace llvm {
class CallBase;
class Constant;
class Function;
class GlobalVariable;
class Module;
} // namespace llvm

namespace raddle::analysis {

/// The defined functions of a module that something other than a direct call refers to: stored pointers,
/// tables, virtual tables. In module order. Metadata and llvm.used lists do not count.
llvm::SetVector<llvm::Function *> addressTakenFunctions(llvm::Module &module);

/// Whether a constant mentions, at any depth, a function or a variable.
bool refersToGlobals(const llvm::Constant &constant);

/// Whether code does more with a variable's address than load from it, store to it and copy what is there: keeps it,
/// compares it, passes it to a function of the module, or puts it into another variable's initialiser.
bool addressEscapes(const llvm::GlobalVariable &variable);

/// Whether `function` calls through a pointer.
bool callsIndirectly(const llvm::Function &function);

/// The functions among `address_taken` that calls through pointers can lead to when `kernel` runs: those whose type
/// is the call's, at any depth. In module order.
llvm::SetVector<llvm::Function *> indirectTargetsOf(llvm::Function &kernel,
                                                    const llvm::SetVector<llvm::Function *> &address_taken);

/// Whether a function is compiled together with a kernel that may call it through a pointer.
bool isIndirectTarget(const llvm::Function &function);

/// Where a call through a pointer may lead: the functions of its type that carry the attribute.
llvm::SmallVector<llvm::Function *, 4> indirectTargetsOf(const llvm::CallBase &call);

} // namespace raddle::analysis

#endif
