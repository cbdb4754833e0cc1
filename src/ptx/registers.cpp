#include "ptx/registers.h"

#include "ptx/type.h"

#include <fmt/format.h>

using namespace llvm;

namespace raddle::ptx {

std::nullptr_t Emission::fail(const std::string &message) {
  if (error.empty())
    error = current ? fmt::format("{}, in \"{}\"", message, current->text) : message;
  return nullptr;
}

Value *Emission::symbolOf(const Operand &operand) const {
  if (!symbols || operand.kind != Operand::Kind::Name)
    return nullptr;
  return symbols->find(operand.name, scope());
}

Registers::Registers(Emission &emission, RegisterNames &function_registers)
    : emission_(emission), of_function_(function_registers) {
  for (const Argument &argument : emission.arguments) {
    if (argument.same_as >= 0) {
      of_arguments_.push_back(of_arguments_[static_cast<std::size_t>(argument.same_as)]);
    } else if (argument.is_constant) {
      of_arguments_.emplace_back();
    } else {
      of_arguments_.push_back(create(argument.bits, ""));
      if (argument.value)
        emission.builder.CreateStore(argument.value, of_arguments_.back().slot);
    }
  }
}

Register Registers::create(unsigned bits, const Twine &name) {
  IRBuilder<> &builder = emission_.builder;
  BasicBlock &entry = builder.GetInsertBlock()->getParent()->getEntryBlock();
  IRBuilder<> at_entry(&entry, entry.getFirstInsertionPt());
  Register result{at_entry.CreateAlloca(builder.getIntNTy(bits), nullptr, name), bits};
  // A register that is never written reads as zero, in every run and on both engines.
  builder.CreateStore(ConstantInt::get(builder.getIntNTy(bits), 0), result.slot);
  return result;
}

void Registers::declare(const Statement &statement) {
  const auto type = parseType(statement.type);
  if (!type) {
    emission_.fail(fmt::format("there are no registers of type '.{}'", statement.type));
    return;
  }
  RegisterNames &names = statement.scope == 0 ? of_function_ : of_scopes_[statement.scope];
  for (const std::string &name : statement.names)
    for (unsigned lane = 0; lane < statement.lanes; ++lane)
      names[statement.lanes == 1 ? name : fmt::format("{}.{}", name, "xyzw"[lane])] =
          create(type->bits, name);
}

void Registers::declare(const std::string &name, Value *value) {
  IRBuilder<> &builder = emission_.builder;
  if (value->getType()->isPointerTy())
    value = builder.CreatePtrToInt(value, builder.getInt64Ty());
  const Register slot = create(value->getType()->getPrimitiveSizeInBits(), name);
  builder.CreateStore(builder.CreateBitCast(value, builder.getIntNTy(slot.bits)), slot.slot);
  of_function_[name] = slot;
}

Register Registers::find(const Operand &operand) const {
  if (operand.kind == Operand::Kind::Argument) {
    if (operand.argument < of_arguments_.size())
      return of_arguments_[operand.argument];
    emission_.fail(fmt::format("there is no operand %{}", operand.argument));
    return {};
  }
  if (operand.kind != Operand::Kind::Name)
    return {};
  for (unsigned scope = emission_.scope(); scope != 0; scope = emission_.program.parent_scopes[scope])
    if (auto names = of_scopes_.find(scope); names != of_scopes_.end())
      if (auto found = names->second.find(operand.name); found != names->second.end())
        return found->second;
  return of_function_.lookup(operand.name);
}

} // namespace raddle::ptx
