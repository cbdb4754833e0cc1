// One asm statement on its way to IR.
#ifndef RADDLE_PTX_STATEMENT_TRANSLATOR_H
#define RADDLE_PTX_STATEMENT_TRANSLATOR_H

#include "ptx/arguments.h"
#include "ptx/call.h"
#include "ptx/syntax.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/IR/Instructions.h>

#include <map>

namespace raddle::ptx {

/// Where a register lives: a stack slot, which LLVM promotes to values.
struct Register {
  llvm::AllocaInst *slot = nullptr;
  unsigned bits = 0;
};

/// Registers that are declared outside of braces live on in later statements of the function.
using RegisterNames = llvm::StringMap<Register>;

class StatementTranslator {
public:
  StatementTranslator(llvm::CallInst *statement, std::vector<Argument> arguments,
                      RegisterNames &function_registers);

  /// Emits the program in place of the statement, which is erased. Returns what the user has to mend, or "":
  /// after an error the function is only good for finding more of them.
  std::string translate(const Program &program);

private:
  // Statements.
  bool hasControlFlow(const Program &program) const;
  void findLabels(const Program &program);
  void declare(const Statement &statement);
  void emit(const Statement &statement);
  void emitUnguarded(const Statement &statement);
  void emitBranch(const Statement &statement);
  void emitInstruction(const Statement &statement);
  llvm::BasicBlock *newBlock(const llvm::Twine &name);
  void continueIn(llvm::BasicBlock *block);
  void finish();

  // Operands: statement_operands.cpp.
  Register newRegister(unsigned bits, const llvm::Twine &name);
  Register findRegister(const Operand &operand);
  llvm::Value *read(const Operand &operand, const Type &type, bool may_be_wider);
  llvm::Value *readRegister(const Operand &operand, const Type &type, bool may_be_wider);
  llvm::Value *readConstant(const Operand &operand, const Type &type);
  llvm::Value *pack(const Operand &vector, const Type &type);
  void write(const Operand &operand, llvm::Value *value, const Type &type, bool may_be_wider);
  void unpack(const Operand &vector, llvm::Value *value, const Type &type);
  llvm::Value *address(const Operand &operand, llvm::StringRef space);
  void readSource(const Operand &operand, const OperandSpec &spec, Call &call);
  void writeDestination(const Operand &operand, const OperandSpec &spec, const Call &call,
                        llvm::Value *value);

  void fail(std::string message);

  llvm::CallInst *statement_;
  llvm::Function &function_;
  llvm::IRBuilder<> builder_;
  std::vector<Argument> arguments_;
  std::vector<Register> argument_registers_;
  RegisterNames &function_registers_;
  std::map<unsigned, RegisterNames> scope_registers_;
  std::map<std::pair<unsigned, std::string>, llvm::BasicBlock *> labels_;
  const Program *program_ = nullptr;
  const Statement *current_ = nullptr;
  std::string error_;
};

} // namespace raddle::ptx

#endif
