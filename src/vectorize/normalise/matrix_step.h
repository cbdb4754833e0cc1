// Products of matrices, for a warp that is held in vectors: for each lane, four sums of products of elements that other lanes
// have (device/matrices/product.h).
//
//   {d0, d1, d2, d3} = raddle.matrix.step.N(a0 ... , b0 ..., c0, c1, c2, c3)     2N, N and 4 numbers of each lane
//
// Lane 4g + t has, of A, N neighbouring elements of row g and then as many of row g + 8, of B as many of column g, which are
// those of k = N * t and after; and of C the elements (g, 2t), (g, 2t + 1), (g + 8, 2t), (g + 8, 2t + 1). The products are
// added one by one, in the order of k. A NaN becomes the one that a GPU gives.
//
// Before code becomes vectors (reshape/matrix_products.h), a step is taken apart:
//
//   raddle.matrix.rows.N(place, a...)                  keeps A in memory: for each k, the elements of all 16 rows
//   raddle.matrix.columns.N(place, b...)               keeps B in memory
//   {p0 ...} = raddle.matrix.transposed(c0 ...)        sums by columns: p of number t has columns 2t and 2t + 1, 16 rows each
//   {q0 ...} = raddle.matrix.product.N(place of A, place of B, p0 ...)
//   {d0 ...} = raddle.matrix.fragment(q0 ...)          the lanes' own sums again
//
// So a sum is a vector of rows of one column, to which for each k A's rows times one number are added.
#ifndef RADDLE_VECTORIZE_NORMALISE_MATRIX_STEP_H
#define RADDLE_VECTORIZE_NORMALISE_MATRIX_STEP_H

#include "vectorize/compile_job.h"

#include <llvm/IR/IRBuilder.h>

namespace raddle::vectorize {

inline constexpr unsigned kSumsOfStep = 4, kRowsOfStep = 2;

/// Only vectors have steps, and what instruments code does not know them.
bool hasMatrixSteps(const Input &input);

/// The same arguments, and the same result.
llvm::CallInst *callMatrixStep(llvm::IRBuilderBase &builder, llvm::CallInst &call);
bool isMatrixStep(const llvm::Function &callee);
/// The elements of a row that a lane has, N.
unsigned elementsOfRow(const llvm::CallInst &step);
/// Any of the functions above.
bool isMatrixOperation(const llvm::Function &callee);

} // namespace raddle::vectorize

#endif
