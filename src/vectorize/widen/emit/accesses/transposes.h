// Transposes of small blocks of elements within registers.
#ifndef RADDLE_VECTORIZE_WIDEN_EMIT_ACCESSES_TRANSPOSES_H
#define RADDLE_VECTORIZE_WIDEN_EMIT_ACCESSES_TRANSPOSES_H

#include "vectorize/widen/emit/warp_builder.h"

namespace raddle::vectorize {

/// From neighbouring lanes' fields, which are the rows of square blocks: a vector of each field.
llvm::SmallVector<llvm::Value *, 4> transposedColumns(WarpBuilder &warp, llvm::ArrayRef<llvm::Value *> chunks,
                                                      unsigned side);
/// What was loaded by a plan with transposes, for each field.
ValueList transposedFields(WarpBuilder &warp, const AccessPlan &plan, llvm::ArrayRef<llvm::Value *> chunks);
/// `parts` are those of each field's values, a register long.
void storeTransposed(WarpBuilder &warp, const AccessGroup &group,
                     llvm::ArrayRef<llvm::SmallVector<llvm::Value *, 8>> parts, llvm::Value *base);

} // namespace raddle::vectorize

#endif
