// The operands of an asm statement, %0, %1, ..., as LLVM's constraint string describes them.
#ifndef RADDLE_PTX_ARGUMENTS_H
#define RADDLE_PTX_ARGUMENTS_H

#include "base/result.h"

#include <llvm/IR/InstrTypes.h>

#include <vector>

namespace raddle::ptx {

struct Argument {
  unsigned bits = 0;            // of its register
  llvm::Type *type = nullptr;   // of the C++ value
  llvm::Value *value = nullptr; // what it holds at first, or null
  bool is_output = false;
  bool is_constant = false; // "n": its digits stand in the text
  int same_as = -1;         // "0": the register of that output
};

/// The error is for the user.
Result<std::vector<Argument>> readArguments(const llvm::CallBase &call);

/// The PTX that the statement means, with operands marked (see lexer.h) and constants written out. `unique`
/// distinguishes the statements of a module.
std::string expandTemplate(llvm::StringRef text, const std::vector<Argument> &arguments, unsigned unique);

} // namespace raddle::ptx

#endif
