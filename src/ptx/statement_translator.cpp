#include "ptx/statement_translator.h"

#include "ptx/statement_emitter.h"

#include <llvm/IR/InlineAsm.h>

using namespace llvm;

namespace raddle::ptx {

namespace {

bool isExit(const Statement &statement) {
  return statement.opcode.size() == 1 && (statement.opcode[0] == "exit" || statement.opcode[0] == "trap");
}

bool hasControlFlow(const Program &program) {
  return any_of(program.statements, [](const Statement &statement) {
    return statement.kind == Statement::Kind::Label || !statement.guard.empty() || isExit(statement) ||
           (!statement.opcode.empty() && statement.opcode[0] == "bra");
  });
}

/// Emits the PTX statements of one asm statement in its place.
class StatementTranslator : StatementEmitter {
public:
  StatementTranslator(CallInst &statement, Emission &emission, RegisterNames &function_registers)
      : StatementEmitter(emission, function_registers, statement.getParent()), statement_(statement) {}

  void translate();

private:
  void splitBlock();
  void finish();
  bool emitOwn(const Statement &statement) override;

  CallInst &statement_;
};

void StatementTranslator::translate() {
  if (hasControlFlow(emission_.program))
    splitBlock();
  for (const Statement &statement : emission_.program.statements) {
    emission_.current = &statement;
    emit(statement);
    if (emission_.hasFailed())
      break;
  }
  emission_.current = nullptr;
  finish();
}

// The statement stays at the beginning of a block that comes after all blocks of the program.
void StatementTranslator::splitBlock() {
  BasicBlock *head = statement_.getParent();
  BasicBlock *end = head->splitBasicBlock(&statement_, "asm.end");
  head->getTerminator()->eraseFromParent();
  builder_.SetInsertPoint(head);
  setNextBlock(end);
  findLabels();
}

bool StatementTranslator::emitOwn(const Statement &statement) {
  if (!isExit(statement))
    return false;
  emitInstruction(statement);
  if (!emission_.hasFailed()) {
    builder_.CreateUnreachable();
    continueAfterEnd();
  }
  return true;
}

// The statement gives way to the last values of the outputs.
void StatementTranslator::finish() {
  if (builder_.GetInsertBlock() != statement_.getParent()) {
    continueIn(statement_.getParent());
    builder_.SetInsertPoint(&statement_);
  }
  const bool has_several = isa<StructType>(statement_.getType());
  Value *result = has_several ? PoisonValue::get(statement_.getType()) : nullptr;
  unsigned index = 0;
  for (const auto &[number, argument] : enumerate(emission_.arguments)) {
    if (!argument.is_output)
      continue;
    Value *value = builder_.CreateLoad(argument.type, registers_.ofArgument(number).slot);
    result = has_several ? builder_.CreateInsertValue(result, value, index++) : value;
  }
  if (!statement_.getType()->isVoidTy())
    statement_.replaceAllUsesWith(result);
  statement_.eraseFromParent();
}

} // namespace

std::string emitProgram(CallInst &statement, std::vector<Argument> arguments,
                        RegisterNames &function_registers, const Program &program) {
  const bool is_volatile = cast<InlineAsm>(statement.getCalledOperand())->hasSideEffects();
  Emission emission{IRBuilder<>(&statement), program, std::move(arguments), is_volatile};
  emission.builder.SetCurrentDebugLocation(statement.getDebugLoc());
  StatementTranslator(statement, emission, function_registers).translate();
  return emission.error;
}

} // namespace raddle::ptx
