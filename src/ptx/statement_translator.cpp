#include "ptx/statement_translator.h"

#include "ptx/operands.h"

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

bool hasControlFlow(const Program &program) {
  return any_of(program.statements, [](const Statement &statement) {
    return statement.kind == Statement::Kind::Label || !statement.guard.empty() || isBranch(statement) ||
           isExit(statement);
  });
}

/// Emits the PTX statements of one asm statement, one after the other.
class StatementTranslator {
public:
  StatementTranslator(CallInst &statement, Emission &emission, RegisterNames &function_registers)
      : statement_(statement), emission_(emission), builder_(emission.builder),
        registers_(emission, function_registers), operands_(emission, registers_) {}

  void translate() {
    if (hasControlFlow(emission_.program)) {
      BasicBlock *head = statement_.getParent();
      head->splitBasicBlock(&statement_, "asm.end");
      head->getTerminator()->eraseFromParent();
      builder_.SetInsertPoint(head);
      findLabels();
    }
    for (const Statement &statement : emission_.program.statements) {
      emission_.current = &statement;
      emit(statement);
      if (emission_.hasFailed())
        break;
    }
    emission_.current = nullptr;
    finish();
  }

private:
  void findLabels() {
    for (const Statement &statement : emission_.program.statements)
      if (statement.kind == Statement::Kind::Label)
        labels_[{statement.scope, statement.name}] = newBlock("asm." + statement.name);
  }

  BasicBlock *newBlock(const Twine &name) {
    return BasicBlock::Create(builder_.getContext(), name, statement_.getFunction(), statement_.getParent());
  }

  void continueIn(BasicBlock *block) {
    if (!builder_.GetInsertBlock()->getTerminator())
      builder_.CreateBr(block);
    builder_.SetInsertPoint(block);
  }

  // The statement gives way to the last values of the outputs.
  void finish() {
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

  void emit(const Statement &statement) {
    switch (statement.kind) {
    case Statement::Kind::Registers:
      return registers_.declare(statement);
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
    Value *condition = operands_.read(name, *parseType("pred"));
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

  void emitUnguarded(const Statement &statement) {
    if (isBranch(statement))
      return emitBranch(statement);
    emitInstruction(statement);
    if (!emission_.hasFailed() && isExit(statement)) {
      builder_.CreateUnreachable();
      builder_.SetInsertPoint(newBlock("asm.after"));
    }
  }

  void emitBranch(const Statement &statement) {
    const bool plain =
        statement.opcode.size() == 1 || (statement.opcode.size() == 2 && statement.opcode[1] == "uni");
    if (!plain || statement.operands.size() != 1 || statement.operands[0].kind != Operand::Kind::Name) {
      emission_.fail("a branch is 'bra label' or 'bra.uni label'");
      return;
    }
    const std::string &name = statement.operands[0].name;
    for (unsigned scope = statement.scope;; scope = emission_.program.parent_scopes[scope]) {
      if (auto found = labels_.find({scope, name}); found != labels_.end()) {
        builder_.CreateBr(found->second);
        builder_.SetInsertPoint(newBlock("asm.after"));
        return;
      }
      if (scope == 0) {
        emission_.fail(fmt::format("there is no label '{}' in this asm statement", name));
        return;
      }
    }
  }

  void emitInstruction(const Statement &statement) {
    const auto match = findRow(statement.opcode);
    if (!match) {
      emission_.fail(match.error().message);
      return;
    }
    if (!takesOperandsOf(statement, *match))
      return;
    Call call(builder_, *match);
    call.in_volatile_asm = cast<InlineAsm>(statement_.getCalledOperand())->hasSideEffects();
    readSources(statement, call);
    if (emission_.hasFailed())
      return;
    Value *result = match->pattern->row->emit(call);
    if (!call.error.empty()) {
      emission_.fail(call.error);
      return;
    }
    if (result)
      call.results.insert(call.results.begin(), result);
    std::size_t next = 0;
    for (const auto &[operand, spec] : zip(statement.operands, match->pattern->operands))
      if (spec.is_destination && !emission_.hasFailed())
        operands_.writeDestination(operand, spec, call,
                                   spec.is_vector || spec.has_predicate ? nullptr : call.results.at(next++));
  }

  bool takesOperandsOf(const Statement &statement, const Match &match) {
    const std::vector<OperandSpec> &specs = match.pattern->operands;
    const auto required =
        static_cast<std::size_t>(count_if(specs, [](const OperandSpec &spec) { return !spec.is_optional; }));
    const std::size_t given = statement.operands.size();
    if (given < required || given > specs.size())
      emission_.fail(fmt::format("'{}' takes {}{} operand{}, here {} {}", fmt::join(statement.opcode, "."),
                                 required == specs.size() ? "" : fmt::format("{} to ", required),
                                 specs.size(), specs.size() == 1 ? "" : "s", given == 1 ? "is" : "are",
                                 given));
    return !emission_.hasFailed();
  }

  void readSources(const Statement &statement, Call &call) {
    const std::size_t given = statement.operands.size();
    for (const auto &[i, spec] : enumerate(call.match().pattern->operands)) {
      if (emission_.hasFailed())
        return;
      if (!spec.is_destination) {
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

  CallInst &statement_;
  Emission &emission_;
  IRBuilder<> &builder_;
  Registers registers_;
  Operands operands_;
  std::map<std::pair<unsigned, std::string>, BasicBlock *> labels_;
};

} // namespace

std::string emitProgram(CallInst &statement, std::vector<Argument> arguments,
                        RegisterNames &function_registers, const Program &program) {
  Emission emission{IRBuilder<>(&statement), program, std::move(arguments), nullptr, ""};
  emission.builder.SetCurrentDebugLocation(statement.getDebugLoc());
  StatementTranslator(statement, emission, function_registers).translate();
  return emission.error;
}

} // namespace raddle::ptx
