// How an asm statement reads and writes its operands: registers, constants, vectors, addresses.
#ifndef RADDLE_PTX_OPERANDS_H
#define RADDLE_PTX_OPERANDS_H

#include "ptx/instructions/call.h"
#include "ptx/registers.h"

namespace raddle::ptx {

/// An operand that names a register.
inline Operand registerNamed(const std::string &name) {
  Operand operand;
  operand.kind = Operand::Kind::Name;
  operand.name = name;
  return operand;
}

/// Reads and writes the operands of the PTX statement that is being emitted. Problems go to the emission.
class Operands {
public:
  Operands(Emission &emission, const Registers &registers)
      : emission_(emission), builder_(emission.builder), registers_(registers) {}

  /// Adds the values of a source to the last one of the call.
  void readSource(const Operand &operand, const OperandSpec &spec, Call &call);
  /// Writes `value`, or results of the call where the destination is a vector or has a predicate.
  void writeDestination(const Operand &operand, const OperandSpec &spec, const Call &call,
                        llvm::Value *value);
  /// The value of an operand, of the type as it is in IR; null where that fails.
  llvm::Value *read(const Operand &operand, const Type &type, bool may_be_wider = false);
  void write(const Operand &operand, llvm::Value *value, const Type &type, bool may_be_wider = false);

private:
  llvm::Value *readRegister(const Operand &operand, const Type &type, bool may_be_wider);
  bool hasNoOffset(const Operand &operand);
  llvm::Value *readSymbol(const Operand &operand, llvm::Value *pointer);
  llvm::Value *readConstant(const Operand &operand, const Type &type);
  llvm::Value *readAddress(const Operand &operand, llvm::StringRef space);
  llvm::Value *readSum(const Operand &address, llvm::StringRef space);
  unsigned bitsOfElement(const Operand &vector, const Type &type);
  llvm::Value *pack(const Operand &vector, const Type &type);
  void unpack(const Operand &vector, llvm::Value *value, const Type &type);
  bool isVectorOf(const Operand &operand, std::size_t count);

  Emission &emission_;
  llvm::IRBuilder<> &builder_;
  const Registers &registers_;
};

} // namespace raddle::ptx

#endif
