// Uniform strides that are known only at run time, and mostly are powers of two.
#ifndef RADDLE_VECTORIZE_WIDEN_PLAN_LANE_STRIDES_H
#define RADDLE_VECTORIZE_WIDEN_PLAN_LANE_STRIDES_H

#include "abi/kernel_abi.h"
#include "analysis/lane_shapes.h"
#include "vectorize/llvm.h"

#include <utility>

namespace raddle::vectorize {

/// kRaddleWarpSize is 1 << kLaneBits.
inline constexpr unsigned kLaneBits = 5;

/// The uniform value, unknown before the run, by which the operation groups the lanes of a warp: the stride
/// of `t & (stride - 1)`, `t % stride` or `t ^ stride`. Null for other operations.
llvm::Value *strideOf(llvm::Instruction &instruction, const analysis::LaneShapes &shapes);

/// Numbers of an enclosing loop that are doubled from iteration to iteration, with which lanes mask another number
/// within `blocks`: the length in `t & length`. Where it is a multiple of kMultiple, all lanes of a warp get
/// the same, and those of several warps where it is one of as many times that.
llvm::SmallVector<llvm::Value *, 2> doubledMasks(llvm::ArrayRef<llvm::BasicBlock *> blocks,
                                                 const analysis::LaneShapes &shapes);
inline constexpr unsigned kMultiple = 2 * kRaddleWarpSize;
/// Whether it is one, and a number that is known to be one and the same then. `warps` is a power of two.
std::pair<llvm::Value *, llvm::Value *> asMultiple(llvm::IRBuilder<> &builder, llvm::Value &number,
                                                   unsigned warps = 1);

} // namespace raddle::vectorize

#endif
