// What functions must look like before they can be widened.
//
// In the normal form branches have at most two successors, there is one return, loops are natural, have one latch, a preheader
// and exits of their own, values leave loops through phis, vectors within a lane are split into scalars, no lane writes to the
// launch's parameter buffer, and other functions own what they get by value.
#ifndef RADDLE_VECTORIZE_RESHAPE_NORMAL_FORM_H
#define RADDLE_VECTORIZE_RESHAPE_NORMAL_FORM_H

#include "vectorize/compile_job.h"

namespace raddle::vectorize {

/// After: parameters that are passed by value and changed are local variables.
void copyParameters(llvm::Function &kernel);
/// After: there are no vectors, and branches have two successors.
void scalarize(llvm::Function &kernel, llvm::TargetMachine &machine);
/// After: there is one return, and loops have the normal form.
void normaliseLoops(llvm::Function &kernel, llvm::TargetMachine &machine);

/// The same of one function, for passes that have changed it.
void shapeLoops(llvm::Function &function, llvm::TargetMachine &target);

} // namespace raddle::vectorize

#endif
