// Estimates of 1 / sqrt(x) by the processor, where it has instructions for them (AVX-512's vrsqrt14: 14 bits,
// right for zeros, infinities, NaNs and subnormal numbers). The device library asks whether, and goes on from
// there (device/maths/reciprocal_root.h).
#ifndef RADDLE_VECTORIZE_NORMALISE_ROOT_ESTIMATE_H
#define RADDLE_VECTORIZE_NORMALISE_ROOT_ESTIMATE_H

#include "vectorize/llvm.h"

#include <llvm/Target/TargetMachine.h>

namespace raddle::vectorize {

/// Whether the machine has such instructions. The same for all kernels of a
/// process.
bool hasRootEstimate(const llvm::TargetMachine &machine);

/// The estimate for one thread's x, a float or double: a call of a function that does not exist yet.
llvm::CallInst *callRootEstimate(llvm::IRBuilderBase &builder, llvm::Value *x);
bool isRootEstimate(const llvm::Function &callee);

/// The instructions for the x of all lanes, a vector of 16 or 32 floats or doubles, or for one number: the
/// bits of a lane are the same in both.
llvm::Value *emitRootEstimate(llvm::IRBuilderBase &builder, llvm::Value *x);

/// After: calls of callRootEstimate are instructions.
void bindRootEstimates(llvm::Module &module);

} // namespace raddle::vectorize

#endif
