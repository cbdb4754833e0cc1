#include "ptx/statement_translator.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <llvm/IR/InlineAsm.h>

using namespace llvm;

namespace raddle::ptx {

namespace {

bool isBranch(const Statement &statement) {
  return !statement.opcode.empty() && statement.opcode[0] == "bra";
}
bool isExit(const Statement &statement) {
  return statement.opcode.size() == 1 && (statement.opcode[0] == "exit" || statement.opcode[0] == "trap");
}

} // namespace

StatementTranslator::StatementTranslator(CallInst *statement, std::vector<Argument> arguments,
                                         RegisterNames &function_registers)
    : statement_(statement), function_(*statement->getFunction()), builder_(statement),
      arguments_(std::move(arguments)), function_registers_(function_registers) {
  builder_.SetCurrentDebugLocation(statement->getDebugLoc());
}

void StatementTranslator::fail(std::string message) {
  if (error_.empty())
    error_ = current_ ? fmt::format("asm: {}, in \"{}\"", message, current_->text) : "asm: " + message;
}

std::string StatementTranslator::translate(const Program &program) {
  program_ = &program;
  for (std::size_t i = 0; i < arguments_.size(); ++i) {
    Argument &argument = arguments_[i];
    if (argument.same_as >= 0) {
      argument_registers_.push_back(argument_registers_[static_cast<std::size_t>(argument.same_as)]);
      continue;
    }
    if (argument.is_constant) {
      argument_registers_.emplace_back();
      continue;
    }
    Register slot = newRegister(argument.bits, "");
    if (argument.value)
      builder_.CreateStore(argument.value, slot.slot);
    argument_registers_.push_back(slot);
  }
  if (hasControlFlow(program)) {
    BasicBlock *head = statement_->getParent();
    head->splitBasicBlock(statement_, "asm.end");
    head->getTerminator()->eraseFromParent();
    builder_.SetInsertPoint(head);
    findLabels(program);
  }
  for (const Statement &statement : program.statements) {
    current_ = &statement;
    emit(statement);
    if (!error_.empty())
      break;
  }
  current_ = nullptr;
  finish();
  return error_;
}

bool StatementTranslator::hasControlFlow(const Program &program) const {
  return any_of(program.statements, [](const Statement &statement) {
    return statement.kind == Statement::Kind::Label || !statement.guard.empty() || isBranch(statement) ||
           isExit(statement);
  });
}

void StatementTranslator::findLabels(const Program &program) {
  for (const Statement &statement : program.statements)
    if (statement.kind == Statement::Kind::Label)
      labels_[{statement.scope, statement.name}] = newBlock("asm." + statement.name);
}

BasicBlock *StatementTranslator::newBlock(const Twine &name) {
  return BasicBlock::Create(builder_.getContext(), name, &function_, statement_->getParent());
}

void StatementTranslator::continueIn(BasicBlock *block) {
  if (!builder_.GetInsertBlock()->getTerminator())
    builder_.CreateBr(block);
  builder_.SetInsertPoint(block);
}

// The statement gives way to the outputs' last values.
void StatementTranslator::finish() {
  if (builder_.GetInsertBlock() != statement_->getParent()) {
    continueIn(statement_->getParent());
    builder_.SetInsertPoint(statement_);
  }
  Value *result = isa<StructType>(statement_->getType()) ? PoisonValue::get(statement_->getType()) : nullptr;
  unsigned index = 0;
  for (std::size_t i = 0; i < arguments_.size(); ++i) {
    if (!arguments_[i].is_output)
      continue;
    Value *value = builder_.CreateLoad(arguments_[i].type, argument_registers_[i].slot);
    result =
        isa<StructType>(statement_->getType()) ? builder_.CreateInsertValue(result, value, index++) : value;
  }
  if (!statement_->getType()->isVoidTy())
    statement_->replaceAllUsesWith(result);
  statement_->eraseFromParent();
}

// ---- Statements ----

void StatementTranslator::declare(const Statement &statement) {
  const auto type = parseType(statement.type);
  if (!type)
    return fail(fmt::format("there are no registers of type '.{}'", statement.type));
  RegisterNames &names = statement.scope == 0 ? function_registers_ : scope_registers_[statement.scope];
  for (const std::string &name : statement.names) {
    if (statement.lanes == 1)
      names[name] = newRegister(type->bits, name);
    for (unsigned i = 0; i < statement.lanes && statement.lanes > 1; ++i)
      names[fmt::format("{}.{}", name, "xyzw"[i])] = newRegister(type->bits, name);
  }
}

void StatementTranslator::emit(const Statement &statement) {
  switch (statement.kind) {
  case Statement::Kind::Registers:
    return declare(statement);
  case Statement::Kind::Label:
    return continueIn(labels_.at({statement.scope, statement.name}));
  case Statement::Kind::Instruction:
    break;
  }
  if (statement.guard.empty())
    return emitUnguarded(statement);
  Operand name;
  name.kind = Operand::Kind::Name;
  name.name = statement.guard;
  Value *condition = read(name, *parseType("pred"), false);
  if (!condition)
    return;
  if (statement.guard_negated)
    condition = builder_.CreateNot(condition);
  BasicBlock *then = newBlock("asm.then"), *next = newBlock("asm.next");
  builder_.CreateCondBr(condition, then, next);
  builder_.SetInsertPoint(then);
  emitUnguarded(statement);
  continueIn(next);
}

void StatementTranslator::emitUnguarded(const Statement &statement) {
  if (isBranch(statement))
    return emitBranch(statement);
  emitInstruction(statement);
  if (error_.empty() && isExit(statement)) {
    builder_.CreateUnreachable();
    builder_.SetInsertPoint(newBlock("asm.behind"));
  }
}

void StatementTranslator::emitBranch(const Statement &statement) {
  const bool plain =
      statement.opcode.size() == 1 || (statement.opcode.size() == 2 && statement.opcode[1] == "uni");
  if (!plain || statement.operands.size() != 1 || statement.operands[0].kind != Operand::Kind::Name)
    return fail("a branch is 'bra label' or 'bra.uni label'");
  const std::string &name = statement.operands[0].name;
  for (unsigned scope = statement.scope;; scope = program_->parent_scopes[scope]) {
    if (auto found = labels_.find({scope, name}); found != labels_.end()) {
      builder_.CreateBr(found->second);
      builder_.SetInsertPoint(newBlock("asm.behind"));
      return;
    }
    if (scope == 0)
      return fail(fmt::format("there is no label '{}' in this asm statement", name));
  }
}

void StatementTranslator::emitInstruction(const Statement &statement) {
  auto match = findRow(statement.opcode);
  if (!match)
    return fail(match.error().message);
  const std::vector<OperandSpec> &specs = match->pattern->operands;
  const auto required =
      static_cast<std::size_t>(count_if(specs, [](const OperandSpec &spec) { return !spec.is_optional; }));
  const std::size_t given = statement.operands.size();
  if (given < required || given > specs.size())
    return fail(fmt::format("'{}' takes {}{} operand{}, here {} {}", fmt::join(statement.opcode, "."),
                            required == specs.size() ? "" : fmt::format("{} to ", required), specs.size(),
                            specs.size() == 1 ? "" : "s", given == 1 ? "is" : "are", given));
  Call call(builder_, *match);
  call.in_volatile_asm = cast<InlineAsm>(statement_->getCalledOperand())->hasSideEffects();
  for (std::size_t i = 0; i < specs.size() && error_.empty(); ++i) {
    if (!specs[i].is_destination) {
      call.sources.emplace_back();
      call.selectors.push_back(i < given ? statement.operands[i].selector : "");
      if (i < given)
        readSource(statement.operands[i], specs[i], call);
    } else if (i < given) {
      call.wants_predicate = statement.operands[i].kind == Operand::Kind::Pair;
      call.destination_selector = statement.operands[i].selector;
    }
  }
  const auto selects = [](const Operand &operand) { return !operand.selector.empty(); };
  if (statement.opcode[0][0] != 'v' && any_of(statement.operands, selects))
    return fail("parts of registers are for video instructions");
  if (!error_.empty())
    return;
  Value *result = match->pattern->row->emit(call);
  if (!call.error.empty())
    return fail(call.error);
  if (result)
    call.results.insert(call.results.begin(), result);
  std::size_t next = 0;
  for (std::size_t i = 0; i < given && error_.empty(); ++i) {
    if (!specs[i].is_destination)
      continue;
    if (specs[i].is_vector || specs[i].has_predicate)
      writeDestination(statement.operands[i], specs[i], call, nullptr);
    else
      writeDestination(statement.operands[i], specs[i], call, call.results.at(next++));
  }
}

} // namespace raddle::ptx
