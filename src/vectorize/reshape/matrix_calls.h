// Calls of matrix operations (normalise/matrix_operations.h).
#ifndef RADDLE_VECTORIZE_RESHAPE_MATRIX_CALLS_H
#define RADDLE_VECTORIZE_RESHAPE_MATRIX_CALLS_H

#include "vectorize/normalise/matrix_operations.h"

#include <array>

namespace raddle::vectorize {

using Sums = std::array<llvm::Value *, kSumsOfStep>;

llvm::Type *typeOfSums(llvm::IRBuilderBase &builder);
/// One that gives a value has no effect; one that gives none keeps its operands somewhere.
llvm::CallInst *addMatrixOperation(llvm::IRBuilderBase &builder, const llvm::Twine &name, llvm::Type *result,
                                   llvm::ArrayRef<llvm::Value *> arguments);
/// Between fragments and columns, as the marker says.
Sums convertSums(llvm::IRBuilderBase &builder, llvm::StringRef marker, const Sums &sums);
Sums partsOfSums(llvm::IRBuilderBase &builder, llvm::CallInst *sums);

bool isCallOf(const llvm::Value *value, llvm::StringRef marker);
/// The call that these are the results of, part by part; or null.
llvm::CallInst *callOfParts(const Sums &sums);
/// The same, if that makes a fragment.
llvm::CallInst *fragmentOf(const Sums &sums);

} // namespace raddle::vectorize

#endif
