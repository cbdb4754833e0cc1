// What a function of a module is given and gives, as IR has it.
//
// A scalar is a value. An array is passed by the address of a copy, as clang passes structures; one that is given back is
// a structure of words.
#ifndef RADDLE_PTX_MODULE_SIGNATURE_H
#define RADDLE_PTX_MODULE_SIGNATURE_H

#include "ptx/module/module_text.h"

#include <llvm/IR/Function.h>

#include <set>
#include <string>

namespace raddle::ptx {

/// Whether it is passed by the address of a copy.
inline bool isByValue(const Variable &parameter) { return parameter.is_array || parameter.lanes != 1; }

/// The type of the function. `pointers`: the parameters that are known to be addresses.
llvm::FunctionType *functionType(const Signature &signature, const std::set<std::string> &pointers,
                                 llvm::LLVMContext &context);

/// Notes which parameters are passed by the address of a copy, and how it is aligned.
void setParameterAttributes(llvm::Function &function, const Signature &signature, bool is_kernel);
llvm::AttributeList callAttributes(const Signature &signature, llvm::LLVMContext &context);

/// The parameters that hold addresses, as far as the function's body shows it. LLVM knows more of memory that a pointer
/// leads to than of a number's.
std::set<std::string> pointerParameters(const FunctionText &function);

} // namespace raddle::ptx

#endif
