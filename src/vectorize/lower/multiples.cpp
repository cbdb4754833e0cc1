#include "vectorize/lower/multiples.h"

#include "nvvm/runtime_functions.h"
#include "vectorize/lower/aligned_accesses.h"

#include <algorithm>
#include <bit>

using namespace llvm;

namespace raddle::vectorize {

std::uint64_t lowestBit(std::uint64_t number) { return number == 0 ? kWidestAccess : number & -number; }

// What remains to be shown of a number that is multiplied by another one.
static std::uint64_t without(std::uint64_t factor, std::uint64_t multiplier) {
  return factor / std::min(factor, lowestBit(multiplier));
}

bool isKnownMultiple(const Value &value, std::uint64_t factor, const DataLayout &layout) {
  if (value.getType()->isPointerTy())
    return value.getPointerAlignment(layout).value() >= factor && !isa<PHINode, SelectInst>(value);
  return value.getType()->isIntegerTy() &&
         computeKnownBits(&value, layout).countMinTrailingZeros() >=
             std::min<unsigned>(static_cast<unsigned>(std::countr_zero(factor)),
                                value.getType()->getIntegerBitWidth());
}

bool MultipleQuery::isMultiple(Value &value, std::uint64_t factor) {
  if (steps_ == 0)
    return false;
  --steps_;
  if (factor <= 1 || is_contained(seen_, std::pair<const Value *, std::uint64_t>(&value, factor)))
    return true;
  if (auto *argument = dyn_cast<Argument>(&value))
    return isArgument(*argument, factor);
  if (isKnownMultiple(value, factor, rules_.layout))
    return true;
  if (auto *phi = dyn_cast<PHINode>(&value)) {
    seen_.push_back({phi, factor});
    return areAllOperands(*phi, factor);
  }
  if (auto *load = dyn_cast<LoadInst>(&value))
    return isLoaded(*load, factor);
  if (auto *call = dyn_cast<CallBase>(&value))
    return isCalled(*call, factor);
  if (auto *address = dyn_cast<GEPOperator>(&value))
    return isAddress(*address, factor);
  auto *operation = dyn_cast<User>(&value);
  return operation && isComputed(*operation, factor);
}

bool MultipleQuery::isArgument(const Argument &argument, std::uint64_t factor) {
  if (argument.getArgNo() == 0) // the thread
    return true;
  if (argument.getParent() != rules_.kernel)
    return isTrusted(argument);
  if (argument.hasByValAttr() && argument.getParamAlign().valueOrOne().value() >= factor)
    return true;
  return grant(argument, 0, factor);
}

// A kernel's argument that is passed by value is read from memory.
bool MultipleQuery::isLoaded(const LoadInst &load, std::uint64_t factor) {
  APInt offset(64, 0);
  const Value *pointer = load.getPointerOperand();
  if (rules_.layout.getIndexTypeSizeInBits(pointer->getType()) == 64)
    if (auto *argument = dyn_cast<Argument>(
            pointer->stripAndAccumulateConstantOffsets(rules_.layout, offset, /*AllowNonInbounds=*/true));
        argument && argument->hasByValAttr() && argument->getParent() == rules_.kernel &&
        !offset.isNegative() && argument->onlyReadsMemory())
      return grant(*argument, offset.getZExtValue(), factor);
  return isTrusted(load);
}

bool MultipleQuery::isCalled(CallBase &call, std::uint64_t factor) {
  if (isa<IntrinsicInst>(call))
    return isa<MinMaxIntrinsic>(call) && isMultiple(*call.getArgOperand(0), factor) &&
           isMultiple(*call.getArgOperand(1), factor);
  return isTrusted(call) || nvvm::isCallOf(call, nvvm::Runtime::raddle_malloc);
}

bool MultipleQuery::isAddress(GEPOperator &address, std::uint64_t factor) {
  if (address.getType()->isVectorTy() || !isMultiple(*address.getPointerOperand(), factor))
    return false;
  for (auto i = gep_type_begin(address), end = gep_type_end(address); i != end; ++i) {
    if (StructType *type = i.getStructTypeOrNull()) {
      const auto field = static_cast<unsigned>(cast<ConstantInt>(i.getOperand())->getZExtValue());
      if (rules_.layout.getStructLayout(type)->getElementOffset(field).getFixedValue() % factor != 0)
        return false;
    } else if (!isMultiple(*i.getOperand(),
                           without(factor, i.getSequentialElementStride(rules_.layout).getFixedValue()))) {
      return false;
    }
  }
  return true;
}

bool MultipleQuery::isComputed(User &operation, std::uint64_t factor) {
  constexpr unsigned kWidth = 64;
  const auto *number =
      operation.getNumOperands() > 1 ? dyn_cast<ConstantInt>(operation.getOperand(1)) : nullptr;
  auto firstIs = [&](std::uint64_t part) { return isMultiple(*operation.getOperand(0), part); };
  switch (Operator::getOpcode(&operation)) {
  case Instruction::Select:
    return isMultiple(*operation.getOperand(1), factor) && isMultiple(*operation.getOperand(2), factor);
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Or:
  case Instruction::Xor:
    return areAllOperands(operation, factor);
  case Instruction::And:
    return isOneOperand(operation, factor);
  case Instruction::Mul:
    return number ? firstIs(without(factor, number->getZExtValue())) : isOneOperand(operation, factor);
  case Instruction::Shl:
    return firstIs(number && number->getValue().ult(kWidth)
                       ? std::max<std::uint64_t>(factor >> number->getZExtValue(), 1)
                       : factor);
  case Instruction::AShr:
  case Instruction::LShr:
    return number && number->getValue().ult(kWidth - static_cast<unsigned>(std::bit_width(factor))) &&
           firstIs(factor << number->getZExtValue());
  case Instruction::SExt:
  case Instruction::ZExt:
  case Instruction::Trunc:
  case Instruction::Freeze:
  case Instruction::PtrToInt:
  case Instruction::IntToPtr:
  case Instruction::AddrSpaceCast:
    return firstIs(factor);
  default:
    return false;
  }
}

// What was taken for granted of an operand that is no multiple is not.
bool MultipleQuery::isOneOperand(User &operation, std::uint64_t factor) {
  return any_of(operation.operands(), [&](const Use &operand) {
    Multiples before = granted_;
    const std::size_t seen_before = seen_.size();
    if (isMultiple(*operand, factor))
      return true;
    granted_ = std::move(before);
    seen_.truncate(seen_before);
    return false;
  });
}

bool MultipleQuery::areAllOperands(User &operation, std::uint64_t factor) {
  return all_of(operation.operands(), [&](const Use &operand) { return isMultiple(*operand, factor); });
}

bool MultipleQuery::isTrusted(const Value &value) const {
  return rules_.trusts_pointers && value.getType()->isPointerTy();
}

bool MultipleQuery::grant(const Argument &argument, std::uint64_t offset, std::uint64_t factor) {
  if (!rules_.grants_arguments)
    return false;
  std::uint64_t &known = granted_[{argument.getArgNo(), offset}];
  known = std::max(known, factor);
  return true;
}

} // namespace raddle::vectorize
