// One asm statement on its way to IR.
#ifndef RADDLE_PTX_STATEMENT_TRANSLATOR_H
#define RADDLE_PTX_STATEMENT_TRANSLATOR_H

#include "ptx/registers.h"

namespace raddle::ptx {

/// Emits the program in place of the statement, which is erased. Returns what the user has to mend, or "":
/// after an error the function is only good for finding more of them.
std::string emitProgram(llvm::CallInst &statement, std::vector<Argument> arguments,
                        RegisterNames &function_registers, const Program &program);

} // namespace raddle::ptx

#endif
