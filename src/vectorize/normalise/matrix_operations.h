// Operations of a whole warp on matrices, where the warp is held in vectors. Device code calls them (device/matrices/vector_operations.h).
//
//   {d0, d1, d2, d3} = raddle.matrix.step.FORMAT(a ..., b ..., c0, c1, c2, c3)
//   x = raddle.matrix.moved(x)         the same register of the transposed matrix of 8 by 8 elements of 16 bits
//   x = raddle.matrix.row(x, m)        what lane 8m + g has of it, for all lanes of group g: a place in shared memory
//
// A step is four sums for each lane, of products of elements that other lanes have (device/matrices/product.h). FORMAT is the type of
// an element, and the number N of words that a lane has of a row: f16.1, bf16.1, f32.1, f32.4. A word holds one element of 32 bits,
// or two of 16 bits.
//
// Lane 4g + t has, of A, N neighbouring words of row g and then as many of row g + 8, of B as many of column g, which begin
// with word N * t; and of C the elements (g, 2t), (g, 2t + 1), (g + 8, 2t), (g + 8, 2t + 1). The products are
// added one by one, in the order of k. A NaN becomes the one that a GPU gives.
//
// Before code becomes vectors (reshape/matrix_products.h), a step is taken apart:
//
//   raddle.matrix.rows.FORMAT(place, moved, a...)      keeps A in memory: for each k, the elements of all 16 rows
//   raddle.matrix.columns.FORMAT(place, moved, b...)   keeps B in memory
//   {p0 ...} = raddle.matrix.transposed(c0 ...)        sums by columns: p of number t has columns 2t and 2t + 1, 16 rows each
//   {q0 ...} = raddle.matrix.product.FORMAT(place of A, place of B, whether B is moved, ..., p0 ...)
//   {d0 ...} = raddle.matrix.fragment(q0 ...)          the lanes' own sums again
//
// So a sum is a vector of rows of one column, to which for each k A's rows times one number are added. Where words are those of
// a transposed matrix, `moved` says so, and they are taken as they were before.
#ifndef RADDLE_VECTORIZE_NORMALISE_MATRIX_OPERATIONS_H
#define RADDLE_VECTORIZE_NORMALISE_MATRIX_OPERATIONS_H

#include "vectorize/compile_job.h"

#include <llvm/IR/IRBuilder.h>

namespace raddle::vectorize {

inline constexpr unsigned kSumsOfStep = 4, kRowsOfStep = 2;

/// Only vectors have such operations, and what instruments code does not know them.
bool hasMatrixOperations(const Input &input);
/// In place of __raddle_matrix_NAME: the same arguments, and the same result.
llvm::CallInst *callMatrixOperation(llvm::IRBuilderBase &builder, llvm::CallInst &call);
/// Any of the functions above.
bool isMatrixOperation(const llvm::Function &callee);
bool isMatrixStep(const llvm::Function &callee);

/// What a lane has of a row of A or a column of B.
struct MatrixFormat {
  enum class Element { kF32, kF16, kBF16, kBF16Pair };
  llvm::StringRef name;
  Element element;
  unsigned words;

  bool hasHalves() const { return element == Element::kF16 || element == Element::kBF16; }
  unsigned elements() const { return hasHalves() ? 2 * words : words; }
};
/// Of a function with a FORMAT in its name.
MatrixFormat matrixFormatOf(const llvm::Function &callee);

} // namespace raddle::vectorize

#endif
