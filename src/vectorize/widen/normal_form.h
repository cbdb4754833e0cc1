// What a function must look like before it can be widened.
#ifndef RADDLE_VECTORIZE_WIDEN_NORMAL_FORM_H
#define RADDLE_VECTORIZE_WIDEN_NORMAL_FORM_H

#include <llvm/IR/Function.h>
#include <llvm/Target/TargetMachine.h>

namespace raddle::vectorize {

/// After: branches have at most two successors, there is one return, loops are natural, have one latch, a
/// preheader and exits of their own, values leave loops through phis, vectors within a lane are split into
/// scalars, no lane writes to the launch's parameter buffer, and other functions own what they get by value.
void bringIntoNormalForm(llvm::Function &function, bool is_kernel, llvm::TargetMachine &target);

/// The loops' part of it, for passes that have changed them.
void shapeLoops(llvm::Function &function, llvm::TargetMachine &target);

} // namespace raddle::vectorize

#endif
