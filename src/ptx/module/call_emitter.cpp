#include "ptx/module/call_emitter.h"

#include "ptx/module/signature.h"
#include "ptx/module/storage.h"

#include <fmt/format.h>

using namespace llvm;

namespace raddle::ptx {

CallEmitter::Callee CallEmitter::calleeOf(const Statement &call) {
  const std::string &name = call.operands[0].name;
  const FunctionText *text = declarations_.functionText(name);
  Function *function = declarations_.function(name);
  if (!text || !function)
    return indirectCalleeOf(call);
  return {function, function->getFunctionType(), &text->signature, text->does_not_return};
}

CallEmitter::Callee CallEmitter::indirectCalleeOf(const Statement &call) {
  const Signature *prototype = prototypes_.lookup(call.name);
  if (!prototype) {
    emission_.fail(call.name.empty() ? fmt::format("there is no function '{}'", call.operands[0].name)
                                     : fmt::format("there is no prototype '{}'", call.name));
    return {};
  }
  Value *address = operands_.read(call.operands[0], *parseType("u64"));
  if (!address)
    return {};
  return {builder_.CreateIntToPtr(address, builder_.getPtrTy()),
          functionType(*prototype, {}, builder_.getContext()), prototype};
}

bool CallEmitter::emit(const Statement &call) {
  const Callee callee = calleeOf(call);
  if (!callee.address)
    return false;
  const std::vector<Variable> &parameters = callee.signature->parameters,
                              &results = callee.signature->results;
  const std::size_t given = call.operands.size() - 1;
  if (given != parameters.size() || given != callee.type->getNumParams() ||
      call.results.size() != results.size()) {
    emission_.fail(fmt::format("'{}' takes {} and gives {}, here are {} and {}", call.operands[0].name,
                               callee.type->getNumParams(), results.size(), given, call.results.size()));
    return false;
  }
  SmallVector<Value *, 8> arguments;
  for (std::size_t i = 0; i < given; ++i) {
    Value *value =
        argument(call.operands[i + 1], parameters[i], callee.type->getParamType(static_cast<unsigned>(i)));
    if (!value)
      return false;
    arguments.push_back(value);
  }
  CallInst *made = builder_.CreateCall(callee.type, callee.address, arguments);
  made->setAttributes(callAttributes(*callee.signature, builder_.getContext()));
  made->setConvergent();
  if (!call.results.empty() && !made->getType()->isVoidTy())
    storeResult(call.results[0], results[0], made);
  return callee.does_not_return;
}

// A register, a constant, or a variable of .param that holds the value.
Value *CallEmitter::argument(const Operand &operand, const Variable &parameter, llvm::Type *type) {
  Value *variable = emission_.symbolOf(operand);
  if (isByValue(parameter)) {
    if (!variable)
      return emission_.fail(fmt::format("'{}' is no variable in .param", operand.name));
    return variable;
  }
  if (!variable) {
    Value *value = operands_.read(operand, *parseType(parameter.type));
    return value ? converted(value, type) : nullptr;
  }
  llvm::Type *held = elementType(parameter, builder_.getContext());
  return converted(builder_.CreateAlignedLoad(held, variable, alignmentOf(parameter, builder_.getContext())),
                   type);
}

void CallEmitter::storeResult(const Operand &operand, const Variable &result, Value *value) {
  LLVMContext &context = builder_.getContext();
  Value *variable = emission_.symbolOf(operand);
  if (!variable) {
    operands_.write(operand, converted(value, elementType(result, context)), *parseType(result.type));
    return;
  }
  if (!isByValue(result)) {
    builder_.CreateAlignedStore(converted(value, elementType(result, context)), variable,
                                alignmentOf(result, context));
    return;
  }
  std::uint64_t offset = 0;
  for (unsigned i = 0; i < value->getType()->getNumContainedTypes(); ++i) {
    Value *word = builder_.CreateExtractValue(value, i);
    builder_.CreateAlignedStore(word, builder_.CreatePtrAdd(variable, builder_.getInt64(offset)),
                                commonAlignment(alignmentOf(result, context), offset));
    offset += word->getType()->getPrimitiveSizeInBits() / 8;
  }
}

Value *CallEmitter::loadWhole(Value *variable, llvm::Type *type, Align alignment) {
  auto *structure = dyn_cast<StructType>(type);
  if (!structure)
    return builder_.CreateAlignedLoad(type, variable, alignment);
  Value *whole = PoisonValue::get(type);
  std::uint64_t offset = 0;
  for (const auto &[i, word] : enumerate(structure->elements())) {
    Value *part = builder_.CreateAlignedLoad(word, builder_.CreatePtrAdd(variable, builder_.getInt64(offset)),
                                             commonAlignment(alignment, offset));
    whole = builder_.CreateInsertValue(whole, part, static_cast<unsigned>(i));
    offset += word->getPrimitiveSizeInBits() / 8;
  }
  return whole;
}

// Between words of the same size; and integers that PTX passes in wider ones.
Value *CallEmitter::converted(Value *value, llvm::Type *type) {
  llvm::Type *from = value->getType();
  if (from == type)
    return value;
  if (type->isPointerTy())
    return builder_.CreateIntToPtr(converted(value, builder_.getInt64Ty()), type);
  if (from->isPointerTy())
    return converted(builder_.CreatePtrToInt(value, builder_.getInt64Ty()), type);
  if (from->isIntegerTy() && type->isIntegerTy())
    return builder_.CreateZExtOrTrunc(value, type);
  const unsigned from_bits = from->getPrimitiveSizeInBits(), bits = type->getPrimitiveSizeInBits();
  if (from_bits == bits)
    return builder_.CreateBitCast(value, type);
  if (from->isIntegerTy())
    return builder_.CreateBitCast(builder_.CreateTrunc(value, builder_.getIntNTy(bits)), type);
  return builder_.CreateZExtOrTrunc(builder_.CreateBitCast(value, builder_.getIntNTy(from_bits)), type);
}

} // namespace raddle::ptx
