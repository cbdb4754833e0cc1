// An asm statement, or a function of a module, while it becomes IR, and where its registers live.
#ifndef RADDLE_PTX_REGISTERS_H
#define RADDLE_PTX_REGISTERS_H

#include "ptx/arguments.h"
#include "ptx/syntax/statement.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <map>

namespace raddle::ptx {

/// What names mean that are no registers: the variables, functions and parameters of a module.
class Symbols {
public:
  virtual ~Symbols() = default;
  /// Its generic address, or null when there is none of that name. `scope`: of the statement that names it.
  virtual llvm::Value *find(llvm::StringRef name, unsigned scope) = 0;
};

/// What all parts of the translation of one asm statement or function share.
struct Emission {
  llvm::IRBuilder<> builder;
  const Program &program;
  std::vector<Argument> arguments = {};
  bool is_volatile = false;           // each execution of a load or store counts: it must not vanish or move
  Symbols *symbols = nullptr;         // of a module
  const Statement *current = nullptr; // the PTX statement that is being emitted
  std::string error = {};             // what the user has to mend, or ""

  /// That of the current statement; at the end of a function, where there is none, the outermost one.
  unsigned scope() const { return current ? current->scope : 0; }

  /// The address of a symbol; null where an operand names none.
  llvm::Value *symbolOf(const Operand &operand) const;

  /// Keeps the first problem. Gives null, for functions that have to give a value.
  std::nullptr_t fail(const std::string &message);
  bool hasFailed() const { return !error.empty(); }
};

/// Where a register lives: a stack slot, which LLVM promotes to values.
struct Register {
  llvm::AllocaInst *slot = nullptr;
  unsigned bits = 0;
};

/// Registers that are declared outside of braces live on in later statements of the function.
using RegisterNames = llvm::StringMap<Register>;

/// The registers that an asm statement declares, and those of its operands, which hold their first values.
class Registers {
public:
  Registers(Emission &emission, RegisterNames &function_registers);

  void declare(const Statement &statement);
  /// A parameter of a function, with its value.
  void declare(const std::string &name, llvm::Value *value);
  /// Without a slot where an operand names no register.
  Register find(const Operand &operand) const;
  Register ofArgument(std::size_t index) const { return of_arguments_[index]; }

private:
  Register create(unsigned bits, const llvm::Twine &name);

  Emission &emission_;
  std::vector<Register> of_arguments_;
  RegisterNames &of_function_;
  std::map<unsigned, RegisterNames> of_scopes_;
};

} // namespace raddle::ptx

#endif
