// Numbers that a pass leaves at an instruction for later ones, as metadata (nvvm/markers.h).
#ifndef RADDLE_VECTORIZE_TUNE_NOTED_NUMBERS_H
#define RADDLE_VECTORIZE_TUNE_NOTED_NUMBERS_H

#include "vectorize/llvm.h"

#include <llvm/IR/Instruction.h>
#include <llvm/IR/Metadata.h>

#include <cstdint>

namespace raddle::vectorize {

inline void noteNumber(llvm::Instruction &instruction, llvm::StringRef marker, unsigned number) {
  llvm::LLVMContext &context = instruction.getContext();
  auto *constant = llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), number);
  instruction.setMetadata(marker, llvm::MDNode::get(context, llvm::ConstantAsMetadata::get(constant)));
}

/// The number, or 0 where the instruction does not have the marker.
inline std::uint64_t notedNumber(const llvm::Instruction &instruction, llvm::StringRef marker,
                                 unsigned operand = 0) {
  const llvm::MDNode *note = instruction.getMetadata(marker);
  return note ? llvm::mdconst::extract<llvm::ConstantInt>(note->getOperand(operand))->getZExtValue() : 0;
}

} // namespace raddle::vectorize

#endif
