// The memory that variables and parameters of a module are.
#ifndef RADDLE_PTX_MODULE_STORAGE_H
#define RADDLE_PTX_MODULE_STORAGE_H

#include "ptx/syntax/variable.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/Support/Alignment.h>

#include <functional>

namespace raddle::ptx {

/// A texture or surface reference: its variable holds the handle of an object.
bool isReference(const Variable &variable);

/// The type of an element, or null where variables cannot be of that type.
llvm::Type *elementType(const Variable &variable, llvm::LLVMContext &context);
/// The type of all of it. The element type is known to exist, here and below.
llvm::Type *storageType(const Variable &variable, llvm::LLVMContext &context);
llvm::Align alignmentOf(const Variable &variable, llvm::LLVMContext &context);

/// A symbol's generic address and what is added to it, as an i64; null where there is no such symbol.
using AddressOfSymbol = std::function<llvm::Constant *(const Initial &)>;

/// What a variable holds at first, zeros where nothing is said. Its type is that of the storage, or of the same size.
/// Null where an address is missing, or bytes of an address do not make a whole one.
llvm::Constant *initialValue(const Variable &variable, llvm::LLVMContext &context,
                             const AddressOfSymbol &address);

} // namespace raddle::ptx

#endif
