#include "ptx/type.h"

#include <charconv>
#include <llvm/IR/DerivedTypes.h>

namespace raddle::ptx {

llvm::Type *Type::inIr(llvm::LLVMContext &context) const {
  if (isNativeFloat())
    return bits == 32 ? llvm::Type::getFloatTy(context) : llvm::Type::getDoubleTy(context);
  return llvm::IntegerType::get(context, bits);
}

std::optional<Type> parseType(std::string_view name) {
  Type type;
  if (name == "pred") {
    type.kind = Type::Kind::Predicate;
    type.bits = 1;
    return type;
  }
  if (name == "tf32")
    return parseType("b32");
  if (name.ends_with("x2")) {
    type.elements = 2;
    name.remove_suffix(2);
  }
  if (name.starts_with("bf")) {
    type.kind = Type::Kind::Bfloat;
    name.remove_prefix(1);
  } else if (name.starts_with("b")) {
    type.kind = Type::Kind::Bits;
  } else if (name.starts_with("u")) {
    type.kind = Type::Kind::Unsigned;
  } else if (name.starts_with("s")) {
    type.kind = Type::Kind::Signed;
  } else if (name.starts_with("f")) {
    type.kind = Type::Kind::Float;
  } else {
    return std::nullopt;
  }
  name.remove_prefix(1);
  auto [end, failed] = std::from_chars(name.data(), name.data() + name.size(), type.bits);
  if (failed != std::errc() || end != name.data() + name.size())
    return std::nullopt;
  const unsigned bits = type.bits;
  if (bits != 8 && bits != 16 && bits != 32 && bits != 64 && bits != 128)
    return std::nullopt;
  type.bits *= type.elements;
  return type;
}

} // namespace raddle::ptx
