// Minima and maxima of floats and doubles, of which one may be no number.
//
// LLVM 19's InstSimplify crashes where an operand of llvm.minnum is one itself, and the other operand is
// another function of the same two values (getInverseMinMaxIntrinsic in foldMinimumMaximumSharedOp):
//
//   fminf(fminf(a, b), copysignf(a, b))
//
// So LLVM's optimiser sees the intrinsic functions of NVPTX, which it knows to have no effects and nothing
// more; after it, instructions.
#ifndef RADDLE_VECTORIZE_NORMALISE_MINIMA_H
#define RADDLE_VECTORIZE_NORMALISE_MINIMA_H

#include "vectorize/llvm.h"

#include <llvm/IR/Intrinsics.h>
#include <llvm/Target/TargetMachine.h>

namespace raddle::vectorize {

/// After: no call of llvm.minnum or llvm.maxnum for one thread's float or double is left; it is one of
/// llvm.nvvm.fmin or llvm.nvvm.fmax.
void disguiseMinima(llvm::Module &module);

/// minnum for fmin, maxnum for fmax, else the same. What it names may be a vector's, too.
llvm::Intrinsic::ID plainMinimum(llvm::Intrinsic::ID id);

/// After: minima and maxima of all these names, for one thread or a vector of lanes, are instructions.
void bindMinima(llvm::Module &module, const llvm::TargetMachine &machine);

} // namespace raddle::vectorize

#endif
