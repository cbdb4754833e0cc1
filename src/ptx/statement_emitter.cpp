#include "ptx/statement_emitter.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

using namespace llvm;

namespace raddle::ptx {

namespace {

bool isBranch(const Statement &statement) {
  return statement.kind == Statement::Kind::Instruction && statement.opcode[0] == "bra";
}

} // namespace

void StatementEmitter::findLabels() {
  for (const Statement &statement : emission_.program.statements)
    if (statement.kind == Statement::Kind::Label)
      labels_[{statement.scope, statement.name}] = newBlock("asm." + statement.name);
}

BasicBlock *StatementEmitter::newBlock(const Twine &name) {
  return BasicBlock::Create(builder_.getContext(), name, builder_.GetInsertBlock()->getParent(), next_block_);
}

void StatementEmitter::continueIn(BasicBlock *block) {
  if (!builder_.GetInsertBlock()->getTerminator())
    builder_.CreateBr(block);
  builder_.SetInsertPoint(block);
}

void StatementEmitter::continueAfterEnd() { builder_.SetInsertPoint(newBlock("asm.after")); }

BasicBlock *StatementEmitter::blockOf(const std::string &label) {
  for (unsigned scope = emission_.current->scope;; scope = emission_.program.parent_scopes[scope]) {
    if (auto found = labels_.find({scope, label}); found != labels_.end())
      return found->second;
    if (scope != 0)
      continue;
    emission_.fail(fmt::format("there is no label '{}' in this {}", label,
                               emission_.symbols ? "function" : "asm statement"));
    return nullptr;
  }
}

void StatementEmitter::emit(const Statement &statement) {
  if (statement.kind == Statement::Kind::Registers)
    return registers_.declare(statement);
  if (statement.kind == Statement::Kind::Label)
    return continueIn(labels_.at({statement.scope, statement.name}));
  if (statement.guard.empty())
    return emitUnguarded(statement);
  Value *condition = conditionOf(statement);
  if (!condition)
    return;
  BasicBlock *next = newBlock("asm.next");
  if (isBranch(statement)) {
    if (BasicBlock *target = targetOf(statement))
      builder_.CreateCondBr(condition, target, next);
    builder_.SetInsertPoint(next);
    return;
  }
  BasicBlock *then = newBlock("asm.then");
  then->moveBefore(next);
  builder_.CreateCondBr(condition, then, next);
  builder_.SetInsertPoint(then);
  emitUnguarded(statement);
  continueIn(next);
}

Value *StatementEmitter::conditionOf(const Statement &statement) {
  Value *condition = operands_.read(registerNamed(statement.guard), *parseType("pred"));
  return condition && statement.guard_negated ? builder_.CreateNot(condition) : condition;
}

void StatementEmitter::emitUnguarded(const Statement &statement) {
  if (isBranch(statement)) {
    if (BasicBlock *target = targetOf(statement)) {
      builder_.CreateBr(target);
      continueAfterEnd();
    }
  } else if (!emitOwn(statement)) {
    emitInstruction(statement);
  }
}

BasicBlock *StatementEmitter::targetOf(const Statement &branch) {
  const bool plain = branch.opcode.size() == 1 || (branch.opcode.size() == 2 && branch.opcode[1] == "uni");
  if (plain && branch.operands.size() == 1 && branch.operands[0].kind == Operand::Kind::Name &&
      branch.operands[0].value == 0)
    return blockOf(branch.operands[0].name);
  emission_.fail("a branch is 'bra label' or 'bra.uni label'");
  return nullptr;
}

void StatementEmitter::emitInstruction(const Statement &statement) {
  const auto match = findRow(statement.opcode);
  if (!match) {
    emission_.fail(match.error().message);
    return;
  }
  if (!takesOperandsOf(statement, *match))
    return;
  Call call(builder_, *match);
  call.is_volatile = emission_.is_volatile;
  readSources(statement, call);
  if (emission_.hasFailed())
    return;
  Value *result = match->pattern->row->emit(call);
  if (call.error.empty())
    writeResults(statement, call, result);
  else
    emission_.fail(call.error);
}

void StatementEmitter::writeResults(const Statement &statement, Call &call, Value *result) {
  if (result)
    call.results.insert(call.results.begin(), result);
  std::size_t next = 0;
  for (const auto &[operand, spec] : zip(statement.operands, call.match().pattern->operands))
    if (spec.is_destination && !emission_.hasFailed())
      operands_.writeDestination(operand, spec, call,
                                 spec.is_vector || spec.has_predicate ? nullptr : call.results.at(next++));
}

bool StatementEmitter::takesOperandsOf(const Statement &statement, const Match &match) {
  const std::vector<OperandSpec> &specs = match.pattern->operands;
  const auto required =
      static_cast<std::size_t>(count_if(specs, [](const OperandSpec &spec) { return !spec.is_optional; }));
  const std::size_t given = statement.operands.size();
  if (given < required || given > specs.size())
    emission_.fail(fmt::format("'{}' takes {}{} operand{}, here {} {}", fmt::join(statement.opcode, "."),
                               required == specs.size() ? "" : fmt::format("{} to ", required), specs.size(),
                               specs.size() == 1 ? "" : "s", given == 1 ? "is" : "are", given));
  return !emission_.hasFailed();
}

void StatementEmitter::readSources(const Statement &statement, Call &call) {
  const std::size_t given = statement.operands.size();
  for (const auto &[i, spec] : enumerate(call.match().pattern->operands)) {
    if (emission_.hasFailed())
      return;
    if (!spec.is_destination || spec.is_read) {
      call.sources.emplace_back();
      call.selectors.push_back(i < given ? statement.operands[i].selector : "");
      if (i < given)
        operands_.readSource(statement.operands[i], spec, call);
    } else if (i < given) {
      call.wants_predicate = statement.operands[i].kind == Operand::Kind::Pair;
      call.destination_selector = statement.operands[i].selector;
    }
  }
  const auto selects = [](const Operand &operand) { return !operand.selector.empty(); };
  if (statement.opcode[0][0] != 'v' && any_of(statement.operands, selects))
    emission_.fail("parts of registers are for video instructions");
}

} // namespace raddle::ptx
