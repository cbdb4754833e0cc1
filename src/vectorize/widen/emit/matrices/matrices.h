// Operations on matrices (normalise/matrix_operations.h).
#ifndef RADDLE_VECTORIZE_WIDEN_EMIT_MATRICES_MATRICES_H
#define RADDLE_VECTORIZE_WIDEN_EMIT_MATRICES_MATRICES_H

#include "vectorize/normalise/matrix_operations.h"
#include "vectorize/widen/emit/warp_builder.h"

#include <array>

namespace raddle::vectorize {

// A step multiplies 16 rows with 8 columns. A row of A or a column of B belongs to four lanes; a register holds a matrix of
// 8 rows.
inline constexpr unsigned kLanesOfRow = 4, kColumns = 8, kRows = 16, kSide = 8;

void emitMatrixRows(WarpBuilder &warp, llvm::CallInst &call);
void emitMatrixColumns(WarpBuilder &warp, llvm::CallInst &call);
void emitMatrixProduct(WarpBuilder &warp, llvm::CallInst &call);
/// Of bf16, by AMX.
void emitTileProduct(WarpBuilder &warp, llvm::CallInst &call);

/// What a product or a conversion of sums gives.
void defineSums(WarpBuilder &warp, llvm::CallInst &call, llvm::ArrayRef<llvm::Value *> sums);

/// Of matrices that have four lanes for each row, one above the other: the column that each of the four lanes has.
using Columns = std::array<llvm::Value *, kLanesOfRow>;
Columns columnsOf(WarpBuilder &warp, llvm::Value *upper, llvm::Value *lower);

/// Words of a matrix of 8 by 8 elements of 16 bits, as those of the transposed one.
llvm::Value *transposedWords(WarpBuilder &warp, llvm::Value *words);

} // namespace raddle::vectorize

#endif
