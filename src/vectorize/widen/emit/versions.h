// Code in two versions, between which the warp decides when it comes there.
#ifndef RADDLE_VECTORIZE_WIDEN_EMIT_VERSIONS_H
#define RADDLE_VECTORIZE_WIDEN_EMIT_VERSIONS_H

#include "vectorize/widen/emit/warp_builder.h"

namespace raddle::vectorize {

/// Two versions, which give as many values each: where a scalar condition holds, as it mostly does, and where not. One is
/// left out where the condition has folded to a constant, which is known only when code is written.
ValueList emitVersions(WarpBuilder &warp, llvm::Value *condition, llvm::function_ref<ValueList()> mostly,
                       llvm::function_ref<ValueList()> otherwise);

/// Where all lanes are active and the condition holds, and where not.
ValueList whenAllAreActive(WarpBuilder &warp, llvm::Value *condition, llvm::function_ref<ValueList()> mostly,
                           llvm::function_ref<ValueList()> otherwise);

} // namespace raddle::vectorize

#endif
