// Loads and stores that are left out in the lanes whose check of bounds has failed (see guard-accesses).
#ifndef RADDLE_VECTORIZE_WIDEN_EMIT_ACCESSES_GUARDED_ACCESSES_H
#define RADDLE_VECTORIZE_WIDEN_EMIT_ACCESSES_GUARDED_ACCESSES_H

#include "vectorize/widen/emit/warp_builder.h"

namespace raddle::vectorize {

/// Writes an access by `for_all`, as it is without checks. Where a check has refused some lanes, `for_some` writes it for the
/// others, which alone are in the mask meanwhile; there may be none.
void emitGuarded(WarpBuilder &warp, const llvm::Instruction &access, llvm::function_ref<void()> for_all,
                 llvm::function_ref<void()> for_some);

/// For those: a gather and a scatter as calls of the runtime, which are short code; nullptr and false for types that these do
/// not have.
llvm::Value *loadSome(WarpBuilder &warp, llvm::Type *type, llvm::Value *pointer);
bool storeSome(WarpBuilder &warp, llvm::Value *values, llvm::Value *pointer);

} // namespace raddle::vectorize

#endif
