// The types that PTX instructions and registers name.
#ifndef RADDLE_PTX_TYPE_H
#define RADDLE_PTX_TYPE_H

#include <optional>
#include <string_view>

namespace llvm {
class LLVMContext;
class Type;
} // namespace llvm

namespace raddle::ptx {

struct Type {
  enum class Kind { Bits, Unsigned, Signed, Float, Bfloat, Predicate };

  Kind kind = Kind::Bits;
  unsigned bits = 0;     // of all elements together
  unsigned elements = 1; // 2 in u16x2, f16x2, bf16x2

  bool isSigned() const { return kind == Kind::Signed; }
  bool isFloat() const { return kind == Kind::Float || kind == Kind::Bfloat; }
  /// f32 and f64; f16 and the like are words of bits to everything but the device library.
  bool isNativeFloat() const { return kind == Kind::Float && elements == 1 && bits >= 32; }

  /// float, double, or an integer of that many bits.
  llvm::Type *inIr(llvm::LLVMContext &context) const;
};

/// "u32", "pred", "f16x2", ...
std::optional<Type> parseType(std::string_view name);

} // namespace raddle::ptx

#endif
