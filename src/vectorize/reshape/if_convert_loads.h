// Loads that some lanes skip, between the barriers of a loop.
#ifndef RADDLE_VECTORIZE_RESHAPE_IF_CONVERT_LOADS_H
#define RADDLE_VECTORIZE_RESHAPE_IF_CONVERT_LOADS_H

#include "vectorize/compile_job.h"

#include <optional>

namespace raddle::vectorize {

/// Before: normal form, which it may disturb. Where warps may be fused, branches in loops around barriers that only decide whether
/// something is loaded are gone, as those at the borders of tiles:
///
///   tile[y][x] = row < n && column < n ? *place : 0;     becomes     tile[y][x] = *(row < n && column < n ? place : &zeros);
///
/// Warps would diverge there, and go on one by one. The load stays one under a mask (see emitConditionalLoad).
bool ifConvertLoads(llvm::Function &kernel, const Input &input, const Report &report);

/// Where a load reads zeros unless a condition holds: that, and the address otherwise.
struct ConditionalLoad {
  llvm::Value *condition, *pointer;
};
std::optional<ConditionalLoad> asConditionalLoad(const llvm::LoadInst &load);

} // namespace raddle::vectorize

#endif
