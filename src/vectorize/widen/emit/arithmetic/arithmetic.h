// Operations on values: the same on scalars or on vectors, and those for which processors have no vector instructions.
#ifndef RADDLE_VECTORIZE_WIDEN_EMIT_ARITHMETIC_ARITHMETIC_H
#define RADDLE_VECTORIZE_WIDEN_EMIT_ARITHMETIC_ARITHMETIC_H

#include "vectorize/widen/emit/warp_builder.h"

namespace raddle::vectorize {

/// Arithmetic, comparisons, conversions and selections.
void emitArithmetic(WarpBuilder &warp, llvm::Instruction &instruction);
void emitAddress(WarpBuilder &warp, llvm::GetElementPtrInst &address);
/// A conversion from floating point to integers that saturates.
void emitSaturatingConversion(WarpBuilder &warp, llvm::CallInst &call);

// ---- for the emitters of arithmetic

llvm::Value *emitDivision(WarpBuilder &warp, llvm::BinaryOperator &division,
                          const DivisionDecision &decision);
/// The wider number that lane 0 has of an affine one.
llvm::Value *extendAffine(WarpBuilder &warp, llvm::CastInst &extension);
/// What is above the lower 64 bits of a product. Null for other operations, and where the factors are not at hand in this
/// block, which is known only when code is written.
llvm::Value *emitTruncatedProduct(WarpBuilder &warp, llvm::Instruction &instruction);
/// The upper half of the product of numbers of 64 bits, all with sign or all without, from products of their halves.
llvm::Value *upperHalfOfProduct(WarpBuilder &warp, llvm::Value *a, llvm::Value *b, bool is_signed);

} // namespace raddle::vectorize

#endif
