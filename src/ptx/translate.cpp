#include "ptx/translate.h"

#include "nvvm/runtime_functions.h"
#include "ptx/statement_translator.h"
#include "ptx/syntax/parser.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>

#include <fmt/format.h>

using namespace llvm;

namespace raddle::ptx {

namespace {

using nvvm::Runtime;

std::string placeOf(const CallInst &statement) {
  const DebugLoc &location = statement.getDebugLoc();
  if (!location)
    return "asm statement";
  // In a function that was inlined by its header, too, the place is that of the asm itself.
  auto *scope = cast<DIScope>(location.getScope());
  return fmt::format("{}:{}:{}", scope->getFilename().str(), location.getLine(), location.getCol());
}

// What is wrong, or "".
std::string translateStatement(CallInst *statement, RegisterNames &registers, unsigned number) {
  auto *assembly = cast<InlineAsm>(statement->getCalledOperand());
  const StringRef text = assembly->getAsmString();
  // asm volatile("" ::: "memory") holds the compiler back, ours too, and says nothing to the machine.
  if (text.trim().empty() && statement->getType()->isVoidTy())
    return {};
  auto arguments = readArguments(*statement);
  if (!arguments)
    return "asm: " + arguments.error().message;
  auto program = parse(expandTemplate(text, *arguments, number));
  if (!program)
    return "asm: " + program.error().message;
  std::string error = emitProgram(*statement, std::move(*arguments), registers, *program);
  return error.empty() ? error : "asm: " + error;
}

// The carry flag and `exit` reach beyond the function that names them (pass resolve-ptx-state). So that function shall be
// inlined, and with `exit` its callers, too.
void inlineUsers(Module &module, Runtime placeholder, bool callers_too) {
  SmallVector<Function *, 8> work{module.getFunction(nvvm::rowOf(placeholder).name)};
  SmallPtrSet<Function *, 8> seen;
  while (!work.empty()) {
    Function *function = work.pop_back_val();
    if (!function)
      continue;
    for (User *user : function->users()) {
      auto *call = dyn_cast<CallInst>(user);
      if (!call || call->getCalledOperand() != function || !seen.insert(call->getFunction()).second)
        continue;
      Function *around = call->getFunction();
      around->removeFnAttr(Attribute::NoInline);
      around->removeFnAttr(Attribute::OptimizeNone);
      around->addFnAttr(Attribute::AlwaysInline);
      if (callers_too)
        work.push_back(around);
    }
  }
}

} // namespace

std::vector<std::string> translate(Module &module) {
  std::vector<std::string> errors;
  unsigned number = 0;
  for (Function &function : module) {
    SmallVector<CallInst *, 8> statements;
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallInst>(&instruction); call && call->isInlineAsm())
        statements.push_back(call);
    RegisterNames registers;
    for (CallInst *statement : statements) {
      const std::string place = placeOf(*statement);
      std::string error = translateStatement(statement, registers, number++);
      if (!error.empty())
        errors.push_back(fmt::format("{}: error: {}", place, error));
    }
  }
  inlineUsers(module, Runtime::raddle_ptx_carry, false);
  inlineUsers(module, Runtime::raddle_ptx_set_carry, false);
  inlineUsers(module, Runtime::raddle_ptx_exit, true);
  return errors;
}

} // namespace raddle::ptx
