// Products of matrices before they become vectors: see normalise/matrix_operations.h for what there is before and after.
#ifndef RADDLE_VECTORIZE_RESHAPE_MATRIX_PRODUCTS_H
#define RADDLE_VECTORIZE_RESHAPE_MATRIX_PRODUCTS_H

#include "vectorize/compile_job.h"

namespace raddle::vectorize {

/// Before: normal form. After: steps of products are prepared operands and products of them. Products that share a matrix
/// share what is prepared of it, and sums that only go from product to product, also around a loop, stay columns:
///
///   for (...)                              sums = columns(c)
///     c = step(a, b, c)                    for (...)
///                             becomes        rows(0, a), columns(1, b)
///                                            sums = product(0, 1, sums)
///                                          c = fragment(sums)
///
/// Where lanes part and meet again, sums are fragments: of a column, a lane has what belongs to another one.
bool prepareMatrixProducts(llvm::Function &kernel, const Input &input, Facts &facts);

} // namespace raddle::vectorize

#endif
