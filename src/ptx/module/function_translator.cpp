#include "ptx/module/function_translator.h"

#include "ptx/module/call_emitter.h"
#include "ptx/module/scopes.h"
#include "ptx/module/signature.h"
#include "ptx/module/storage.h"
#include "ptx/statement_emitter.h"

#include <fmt/format.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

using namespace llvm;

namespace raddle::ptx {

namespace {

constexpr std::size_t kMostProblems = 20; // of one function

class FunctionTranslator : StatementEmitter {
public:
  FunctionTranslator(const FunctionText &text, Function &function, Declarations &declarations,
                     DebugPlaces &places, Emission &emission, RegisterNames &registers, Scopes &scopes)
      : StatementEmitter(emission, registers, nullptr), text_(text), function_(function),
        declarations_(declarations), places_(places), scopes_(scopes),
        calls_(emission, operands_, declarations) {}

  std::vector<Problem> translate();

private:
  void declareParameters();
  void collectNamed();
  void emitOne(const Statement &statement);
  bool emitOwn(const Statement &statement) override;
  void declareVariable(const Statement &statement);
  AllocaInst *createSlot(const Variable &variable);
  bool emitEnd(const Statement &statement);
  void emitReturn();
  void emitIndexedBranch(const Statement &statement);
  void finish();

  const FunctionText &text_;
  Function &function_;
  Declarations &declarations_;
  DebugPlaces &places_;
  Scopes &scopes_;
  CallEmitter calls_;
  StringMap<const Statement *> targets_; // by the name of a list of labels
  std::vector<Problem> problems_;
};

std::vector<Problem> FunctionTranslator::translate() {
  places_.begin(function_, text_);
  collectNamed();
  declareParameters();
  findLabels();
  for (const Statement &statement : text_.body.statements) {
    emitOne(statement);
    if (problems_.size() >= kMostProblems)
      return problems_;
  }
  finish();
  return problems_;
}

void FunctionTranslator::emitOne(const Statement &statement) {
  emission_.current = &statement;
  emit(statement);
  if (emission_.hasFailed())
    problems_.push_back({statement.line, std::exchange(emission_.error, "")});
  emission_.current = nullptr;
}

// Prototypes and lists of labels count wherever they stand, and calls have to have a place.
void FunctionTranslator::collectNamed() {
  bool has_place = false;
  for (const Statement &statement : text_.body.statements) {
    if (statement.kind == Statement::Kind::Targets)
      targets_[statement.name] = &statement;
    else if (statement.kind == Statement::Kind::Prototype)
      calls_.addPrototype(statement);
    else if (statement.kind == Statement::Kind::Place && !std::exchange(has_place, true))
      builder_.SetCurrentDebugLocation(places_.placeOf(statement));
  }
}

AllocaInst *FunctionTranslator::createSlot(const Variable &variable) {
  BasicBlock &entry = function_.getEntryBlock();
  IRBuilder<> at_entry(&entry, entry.getFirstInsertionPt());
  AllocaInst *slot =
      at_entry.CreateAlloca(storageType(variable, builder_.getContext()), nullptr, variable.name);
  slot->setAlignment(alignmentOf(variable, builder_.getContext()));
  return slot;
}

void FunctionTranslator::declareParameters() {
  for (const auto &[parameter, argument] : zip(text_.signature.parameters, function_.args())) {
    argument.setName(parameter.name);
    if (parameter.space == "reg") {
      registers_.declare(parameter.name, &argument);
    } else if (isByValue(parameter)) {
      scopes_.add(0, parameter.name, &argument);
    } else {
      AllocaInst *slot = createSlot(parameter);
      builder_.CreateStore(&argument, slot);
      scopes_.add(0, parameter.name, slot);
    }
  }
  for (const Variable &result : text_.signature.results) {
    if (result.space == "reg")
      registers_.declare(result.name, Constant::getNullValue(elementType(result, builder_.getContext())));
    else
      scopes_.add(0, result.name, createSlot(result));
  }
}

bool FunctionTranslator::emitOwn(const Statement &statement) {
  switch (statement.kind) {
  case Statement::Kind::Variable:
    declareVariable(statement);
    return true;
  case Statement::Kind::Call:
    if (calls_.emit(statement)) {
      builder_.CreateUnreachable();
      continueAfterEnd();
    }
    return true;
  case Statement::Kind::Place:
    builder_.SetCurrentDebugLocation(places_.placeOf(statement));
    return true;
  case Statement::Kind::Targets:
  case Statement::Kind::Prototype:
    return true;
  default:
    return emitEnd(statement);
  }
}

void FunctionTranslator::declareVariable(const Statement &statement) {
  const Variable &variable = statement.variable;
  if (variable.space == "local" || variable.space == "param") {
    if (elementType(variable, builder_.getContext()))
      scopes_.add(statement.scope, variable.name, createSlot(variable));
    else
      emission_.fail(fmt::format("'{}' cannot be a variable of type '.{}'", variable.name, variable.type));
    return;
  }
  const std::size_t before = declarations_.problems().size();
  GlobalVariable *global = declarations_.declareVariable(variable);
  if (global) {
    declarations_.initialise(*global, variable);
    scopes_.add(statement.scope, variable.name, builder_.CreateAddrSpaceCast(global, builder_.getPtrTy()));
  }
  if (declarations_.problems().size() != before)
    emission_.fail(declarations_.problems().back().message);
}

// ret, exit, trap, brx.idx
bool FunctionTranslator::emitEnd(const Statement &statement) {
  const std::string &mnemonic = statement.opcode[0];
  if (mnemonic == "brx") {
    emitIndexedBranch(statement);
    return true;
  }
  if (mnemonic != "ret" && mnemonic != "exit" && mnemonic != "trap")
    return false;
  if (mnemonic == "ret" || (mnemonic == "exit" && text_.is_kernel)) {
    emitReturn();
  } else {
    emitInstruction(statement);
    builder_.CreateUnreachable();
  }
  continueAfterEnd();
  return true;
}

void FunctionTranslator::emitReturn() {
  if (text_.signature.results.empty()) {
    builder_.CreateRetVoid();
    return;
  }
  const Variable &result = text_.signature.results[0];
  Value *value = result.space == "reg"
                     ? operands_.read(registerNamed(result.name), *parseType(result.type))
                     : calls_.loadWhole(scopes_.find(result.name, 0), function_.getReturnType(),
                                        alignmentOf(result, builder_.getContext()));
  builder_.CreateRet(value);
}

// brx.idx index, labels;
void FunctionTranslator::emitIndexedBranch(const Statement &statement) {
  const bool is_sound =
      statement.opcode.size() >= 2 && statement.opcode[1] == "idx" && statement.operands.size() == 2;
  const Statement *list = is_sound ? targets_.lookup(statement.operands[1].name) : nullptr;
  if (!list) {
    emission_.fail("an indexed branch is 'brx.idx register, list', with a list of .branchtargets");
    return;
  }
  Value *index = operands_.read(statement.operands[0], *parseType("u32"));
  BasicBlock *beyond = newBlock("asm.beyond");
  if (!index)
    return;
  SwitchInst *branch = builder_.CreateSwitch(index, beyond, static_cast<unsigned>(list->names.size()));
  for (const auto &[i, label] : enumerate(list->names))
    if (BasicBlock *target = blockOf(label))
      branch->addCase(builder_.getInt32(static_cast<std::uint32_t>(i)), target);
  builder_.SetInsertPoint(beyond);
  builder_.CreateUnreachable();
  continueAfterEnd();
}

// A function that ends without an instruction that says so returns.
void FunctionTranslator::finish() {
  if (!builder_.GetInsertBlock()->getTerminator())
    emitReturn();
  for (BasicBlock &block : function_)
    if (!block.getTerminator())
      new UnreachableInst(function_.getContext(), &block);
  EliminateUnreachableBlocks(function_);
}

} // namespace

std::vector<Problem> translateFunction(const FunctionText &text, Declarations &declarations,
                                       DebugPlaces &places) {
  Function &function = *declarations.function(text.name);
  BasicBlock *entry = BasicBlock::Create(function.getContext(), "entry", &function);
  Scopes scopes(declarations, text.body);
  Emission emission{IRBuilder<>(entry), text.body};
  emission.symbols = &scopes;
  RegisterNames registers;
  return FunctionTranslator(text, function, declarations, places, emission, registers, scopes).translate();
}

} // namespace raddle::ptx
