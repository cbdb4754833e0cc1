#include "ptx/module/declarations.h"

#include "nvvm/address_spaces.h"
#include "nvvm/markers.h"
#include "ptx/module/annotations.h"
#include "ptx/module/signature.h"
#include "ptx/module/storage.h"

#include <fmt/format.h>

using namespace llvm;

namespace raddle::ptx {

namespace {

constexpr unsigned kGlobalAddressSpace = 1;

unsigned addressSpaceOf(const Variable &variable) {
  return variable.space == "shared"  ? nvvm::kSharedAddressSpace
         : variable.space == "const" ? nvvm::kConstantAddressSpace
                                     : kGlobalAddressSpace;
}

// Programs of nvcc hand their static variables to the runtime by such names: _ZL5table, _ZN9_INTERNAL_... Those within
// functions (_ZZ) and of the compiler ($str) are nobody else's.
bool isKnownToHost(const Variable &variable) {
  const StringRef name(variable.name);
  return variable.is_visible || isReference(variable) ||
         (variable.space != "shared" && name.starts_with("_Z") && !name.starts_with("_ZZ"));
}

GlobalValue::LinkageTypes linkageOf(const Variable &variable) {
  // Dynamic shared memory is what an array without a bound is.
  if (variable.is_external)
    return GlobalValue::ExternalLinkage;
  if (variable.is_weak)
    return GlobalValue::WeakAnyLinkage;
  return isKnownToHost(variable) ? GlobalValue::ExternalLinkage : GlobalValue::InternalLinkage;
}

void noteNames(const Operand &operand, StringSet<> &names) {
  if (operand.kind == Operand::Kind::Name)
    names.insert(operand.name);
  for (const Operand &part : operand.parts)
    noteNames(part, names);
}

// All names that are more than called: among them those of functions whose address is taken.
StringSet<> namesOfAddresses(const ModuleText &text) {
  StringSet<> names;
  for (const Variable &variable : text.variables)
    for (const Initial &initial : variable.initial)
      names.insert(initial.symbol);
  for (const FunctionText &function : text.functions)
    for (const Statement &statement : function.body.statements)
      if (statement.kind == Statement::Kind::Instruction)
        for (const Operand &operand : statement.operands)
          noteNames(operand, names);
  return names;
}

} // namespace

Declarations::Declarations(Module &module, const ModuleText &text, const KnownFunctions &known)
    : module_(module), text_(text), known_(known) {
  addresses_ = namesOfAddresses(text);
  declareAll(text);
}

void Declarations::declareAll(const ModuleText &text) {
  std::vector<std::pair<GlobalVariable *, const Variable *>> defined;
  for (const Variable &variable : text.variables) {
    GlobalVariable *&known = variables_[variable.name];
    if (known && variable.is_external)
      continue;
    GlobalVariable *earlier = known;
    if (earlier && !earlier->isDeclaration()) {
      problems_.push_back({variable.line, fmt::format("'{}' is defined twice", variable.name)});
      continue;
    }
    known = declareVariable(variable);
    if (!known)
      continue;
    if (earlier) {
      known->takeName(earlier);
      earlier->eraseFromParent();
    }
    defined.emplace_back(known, &variable);
  }
  for (const FunctionText &function : text.functions)
    declareFunction(function);
  for (const auto &[global, variable] : defined)
    initialise(*global, *variable);
  annotateManaged(module_, managed_);
}

GlobalVariable *Declarations::declareVariable(const Variable &variable) {
  LLVMContext &context = module_.getContext();
  if (!elementType(variable, context)) {
    problems_.push_back(
        {variable.line,
         fmt::format("'{}' cannot be a variable of type '.{}'", variable.name, variable.type)});
    return nullptr;
  }
  // The type of a value with addresses in it does not depend on them.
  const auto anyAddress = [&](const Initial &) {
    return ConstantInt::get(llvm::Type::getInt64Ty(context), 0);
  };
  Constant *first = initialValue(variable, context, anyAddress);
  if (!first) {
    problems_.push_back({variable.line, fmt::format("the addresses in '{}' are not whole", variable.name)});
    return nullptr;
  }
  const bool is_shared = variable.space == "shared";
  Constant *value = variable.is_external ? nullptr : is_shared ? UndefValue::get(first->getType()) : first;
  auto *global =
      new GlobalVariable(module_, first->getType(), /*isConstant=*/false, linkageOf(variable), value,
                         variable.name, nullptr, GlobalValue::NotThreadLocal, addressSpaceOf(variable),
                         /*isExternallyInitialized=*/!is_shared && isKnownToHost(variable));
  global->setAlignment(alignmentOf(variable, context));
  if (isReference(variable))
    global->addAttribute(marker::kReference);
  if (variable.is_managed)
    managed_.push_back(global);
  return global;
}

void Declarations::initialise(GlobalVariable &global, const Variable &variable) {
  if (variable.initial.empty() || variable.is_external || variable.space == "shared")
    return;
  LLVMContext &context = module_.getContext();
  std::string missing;
  const auto address = [&](const Initial &initial) -> Constant * {
    Constant *symbol = find(initial.symbol);
    if (!symbol) {
      missing = initial.symbol;
      return nullptr;
    }
    auto *byte = llvm::Type::getInt8Ty(context), *offset = llvm::Type::getInt64Ty(context);
    Constant *sum =
        initial.value == 0
            ? symbol
            : ConstantExpr::getGetElementPtr(byte, symbol, ConstantInt::get(offset, initial.value));
    return ConstantExpr::getPtrToInt(sum, offset);
  };
  if (Constant *value = initialValue(variable, context, address))
    global.setInitializer(value);
  else
    problems_.push_back({variable.line, fmt::format("there is no variable or function '{}'", missing)});
}

void Declarations::declareFunction(const FunctionText &text) {
  const FunctionText *&known_text = texts_[text.name];
  if (known_text && known_text->has_body && text.has_body)
    problems_.push_back({text.line, fmt::format("'{}' is defined twice", text.name)});
  if (known_text && !text.has_body)
    return;
  for (const auto *list : {&text.signature.parameters, &text.signature.results})
    for (const Variable &parameter : *list)
      if (!elementType(parameter, module_.getContext())) {
        problems_.push_back(
            {parameter.line, fmt::format("there are no parameters of type '.{}'", parameter.type)});
        return;
      }
  known_text = &text;
  if (variables_.contains(text.name))
    problems_.push_back({text.line, fmt::format("'{}' is a variable and a function", text.name)});
  Function *&function = functions_[text.name];
  FunctionType *const known_type = text.has_body ? nullptr : known_(text.name);
  FunctionType *type = known_type;
  // Who calls it by its address, or from another module, has nothing but the signature.
  const bool is_known_elsewhere =
      !text.is_kernel && (text.is_visible || text.is_weak || addresses_.contains(text.name));
  if (!type)
    type = functionType(text.signature,
                        is_known_elsewhere ? std::set<std::string>() : pointerParameters(text),
                        module_.getContext());
  Function *earlier = function;
  const auto linkage = text.is_kernel || text.is_visible || !text.has_body ? GlobalValue::ExternalLinkage
                       : text.is_weak                                      ? GlobalValue::WeakAnyLinkage
                                                                           : GlobalValue::InternalLinkage;
  function = Function::Create(type, linkage, text.name, module_);
  if (earlier) {
    function->takeName(earlier);
    earlier->eraseFromParent();
  }
  if (!known_type)
    setParameterAttributes(*function, text.signature, text.is_kernel);
  function->setDoesNotThrow();
  function->setConvergent();
  if (text.does_not_return)
    function->setDoesNotReturn();
  if (text.is_kernel)
    annotateKernel(*function, text);
}

StringRef Declarations::unaliased(StringRef name) const {
  const auto alias = text_.aliases.find(name.str());
  return alias == text_.aliases.end() ? name : StringRef(alias->second);
}

Constant *Declarations::find(StringRef name) const {
  if (GlobalVariable *variable = variables_.lookup(name))
    return ConstantExpr::getPointerCast(variable, PointerType::getUnqual(module_.getContext()));
  return function(name);
}

const FunctionText *Declarations::functionText(StringRef name) const {
  return texts_.lookup(unaliased(name));
}

Function *Declarations::function(StringRef name) const { return functions_.lookup(unaliased(name)); }

} // namespace raddle::ptx
