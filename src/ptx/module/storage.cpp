#include "ptx/module/storage.h"

#include "ptx/type.h"

#include <bit>
#include <llvm/ADT/STLExtras.h>

using namespace llvm;

namespace raddle::ptx {

namespace {

constexpr unsigned kBytesOfAddress = 8;
constexpr std::size_t kMostZeros = 4096; // that are written one by one

double numberOf(const Initial &initial) {
  return initial.float_bits == 32 ? std::bit_cast<float>(static_cast<std::uint32_t>(initial.value))
                                  : std::bit_cast<double>(initial.value);
}

Constant *constantOf(const Initial &initial, llvm::Type *type) {
  if (auto *integer = dyn_cast<IntegerType>(type))
    return ConstantInt::get(integer, initial.value);
  // 0f... are the bits of a float: of one that is no number, all of them.
  if (initial.is_float && initial.float_bits == type->getPrimitiveSizeInBits())
    return ConstantFP::get(type, APFloat(type->getFltSemantics(), APInt(initial.float_bits, initial.value)));
  return ConstantFP::get(type, initial.is_float
                                   ? numberOf(initial)
                                   : static_cast<double>(static_cast<std::int64_t>(initial.value)));
}

// 0xFF(symbol), 0xFF00(symbol), ...: whether all bytes of one address follow each other from there.
bool isWholeAddress(ArrayRef<Initial> initial) {
  if (initial.size() < kBytesOfAddress)
    return false;
  for (unsigned byte = 0; byte < kBytesOfAddress; ++byte)
    if (initial[byte].mask != 0xffull << 8 * byte || initial[byte].symbol != initial[0].symbol ||
        initial[byte].value != initial[0].value)
      return false;
  return true;
}

Constant *joined(ArrayRef<Constant *> parts, LLVMContext &context) {
  llvm::Type *first = parts[0]->getType();
  if (all_of(parts, [&](Constant *part) { return part->getType() == first; }))
    return ConstantArray::get(ArrayType::get(first, parts.size()), parts);
  return ConstantStruct::getAnon(context, parts, /*Packed=*/true);
}

} // namespace

bool isReference(const Variable &variable) { return variable.type == "texref" || variable.type == "surfref"; }

llvm::Type *elementType(const Variable &variable, LLVMContext &context) {
  if (isReference(variable))
    return llvm::Type::getInt64Ty(context);
  const auto type = parseType(variable.type);
  return type && type->kind != Type::Kind::Predicate ? type->inIr(context) : nullptr;
}

llvm::Type *storageType(const Variable &variable, LLVMContext &context) {
  llvm::Type *element = elementType(variable, context);
  if (!variable.is_array && variable.lanes == 1)
    return element;
  return ArrayType::get(element, variable.elements * variable.lanes);
}

Align alignmentOf(const Variable &variable, LLVMContext &context) {
  if (variable.alignment != 0)
    return Align(variable.alignment);
  return Align(elementType(variable, context)->getPrimitiveSizeInBits() / 8 * variable.lanes);
}

Constant *initialValue(const Variable &variable, LLVMContext &context, const AddressOfSymbol &address) {
  llvm::Type *element = elementType(variable, context);
  const std::size_t count = variable.elements * variable.lanes;
  if (variable.initial.empty())
    return Constant::getNullValue(storageType(variable, context));
  SmallVector<Constant *, 16> parts;
  for (std::size_t i = 0; i < variable.initial.size(); ++i) {
    const Initial &initial = variable.initial[i];
    Constant *part = initial.symbol.empty() ? constantOf(initial, element) : address(initial);
    if (!part)
      return nullptr;
    if (initial.mask != 0) {
      if (!element->isIntegerTy(8) || !isWholeAddress(ArrayRef(variable.initial).drop_front(i)))
        return nullptr;
      i += kBytesOfAddress - 1;
    } else if (!initial.symbol.empty() && !element->isIntegerTy(64)) {
      return nullptr;
    }
    parts.push_back(part);
  }
  if (!variable.is_array && variable.lanes == 1)
    return parts[0];
  const std::size_t missing = count - variable.initial.size();
  if (missing > kMostZeros)
    parts.push_back(Constant::getNullValue(ArrayType::get(element, missing)));
  else
    parts.append(missing, Constant::getNullValue(element));
  return joined(parts, context);
}

} // namespace raddle::ptx
