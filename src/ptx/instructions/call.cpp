#include "ptx/instructions/call.h"

#include <llvm/IR/Module.h>

namespace raddle::ptx {

Type Call::type(const std::string &group_or_name) const {
  if (auto chosen = parseType(match_.get(group_or_name)))
    return *chosen;
  return parseType(group_or_name).value_or(Type{});
}

Type Call::typeOf(const OperandSpec &spec) const {
  Type result = type(spec.type);
  if (spec.twice_as_wide)
    result.bits *= 2;
  return result;
}

unsigned Call::columns() const {
  const std::string shape = get("shape");
  unsigned columns = 0;
  llvm::StringRef(shape).split('n').second.split('k').first.getAsInteger(10, columns);
  return columns;
}

llvm::SmallVector<llvm::Value *, 4> Call::callForElements(llvm::StringRef name, llvm::Type *element,
                                                          unsigned count,
                                                          llvm::ArrayRef<llvm::Value *> arguments) {
  llvm::Value *vector = callFunction(name, llvm::FixedVectorType::get(element, count), arguments);
  llvm::SmallVector<llvm::Value *, 4> elements;
  for (unsigned i = 0; i < count; ++i)
    elements.push_back(builder.CreateExtractElement(vector, i));
  return elements;
}

llvm::CallInst *Call::callFunction(llvm::StringRef name, llvm::Type *result,
                                   llvm::ArrayRef<llvm::Value *> arguments) {
  if (const auto id = llvm::Function::lookupIntrinsicID(name); name.starts_with("llvm.") && id)
    return builder.CreateCall(llvm::Intrinsic::getDeclaration(&module(), id), arguments);
  llvm::SmallVector<llvm::Type *, 6> types;
  for (llvm::Value *argument : arguments)
    types.push_back(argument->getType());
  auto *type = llvm::FunctionType::get(result, types, false);
  llvm::FunctionCallee callee = module().getOrInsertFunction(name, type);
  if (auto *function = llvm::dyn_cast<llvm::Function>(callee.getCallee());
      function && function->isDeclaration())
    function->setDoesNotThrow();
  return builder.CreateCall(callee, arguments);
}

llvm::Value *Call::asInteger(llvm::Value *value) const {
  llvm::Type *type = value->getType();
  if (type->isPointerTy())
    return builder.CreatePtrToInt(value, builder.getInt64Ty());
  return builder.CreateBitCast(value, builder.getIntNTy(type->getPrimitiveSizeInBits()));
}

llvm::Value *Call::asType(llvm::Value *value, llvm::Type *type) const {
  if (value->getType() == type)
    return value;
  if (type->isPointerTy())
    return builder.CreateIntToPtr(asInteger(value), type);
  return builder.CreateBitCast(asInteger(value), type);
}

std::string Call::expand(std::string_view name) const {
  std::string result;
  while (!name.empty()) {
    const std::size_t open = std::min(name.find('{'), name.size());
    result += name.substr(0, open);
    name.remove_prefix(open);
    if (name.empty())
      break;
    const std::size_t close = name.find('}');
    result += get(std::string(name.substr(1, close - 1)));
    name.remove_prefix(close + 1);
  }
  return result;
}

namespace {

llvm::SmallVector<llvm::Value *, 6> allSources(const Call &call) {
  llvm::SmallVector<llvm::Value *, 6> values;
  for (const auto &source : call.sources)
    values.append(source.begin(), source.end());
  return values;
}

llvm::Type *resultType(const Call &call) {
  return call.typeOf(call.match().pattern->operands.front()).inIr(call.builder.getContext());
}

} // namespace

Emit binary(llvm::Instruction::BinaryOps operation) {
  return [=](Call &call) { return call.builder.CreateBinOp(operation, call.source(0), call.source(1)); };
}

Emit intrinsic(llvm::Intrinsic::ID id) {
  return [=](Call &call) { return call.intrinsic(id, allSources(call)); };
}

Emit library(const char *name) {
  return [=](Call &call) -> llvm::Value * {
    return call.callFunction(call.expand(name), resultType(call), allSources(call));
  };
}

Emit libraryEffect(const char *name) {
  return [=](Call &call) -> llvm::Value * {
    call.callFunction(call.expand(name), call.builder.getVoidTy(), allSources(call));
    return nullptr;
  };
}

Emit nothing() {
  return [](Call &) -> llvm::Value * { return nullptr; };
}

} // namespace raddle::ptx
