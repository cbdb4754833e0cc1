// A step of a product of matrices, for a warp that is held in vectors: for each lane, four sums of products of elements that other
// lanes have (device/matrices/product.h).
//
//   {d0, d1, d2, d3} = raddle.matrix.step.N(a0 ... , b0 ..., c0, c1, c2, c3)     2N, N and 4 numbers of each lane
//
// Lane 4g + t has, of A, N neighbouring elements of row g and then as many of row g + 8, of B as many of column g, which are
// those of k = N * t and after; and of C the elements (g, 2t), (g, 2t + 1), (g + 8, 2t), (g + 8, 2t + 1). The products are
// added one by one, in the order of k.
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

} // namespace raddle::vectorize

#endif
