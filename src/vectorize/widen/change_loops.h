// Steps that change a kernel loop by loop.
#ifndef RADDLE_VECTORIZE_WIDEN_CHANGE_LOOPS_H
#define RADDLE_VECTORIZE_WIDEN_CHANGE_LOOPS_H

#include "vectorize/widen/kernel_shapes.h"

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>

namespace raddle::vectorize {

/// Offers each loop of the kernel to `change`, outer ones first; it returns whether it has changed it. All are seen
/// with the shapes that they had before the first one was changed. Before and after: normal form. Does nothing
/// without optimisation.
void changeLoops(
    CompileJob &job, KernelShapes &shapes,
    llvm::function_ref<bool(llvm::Loop &, const analysis::LaneShapes &, llvm::ScalarEvolution &)> change);

} // namespace raddle::vectorize

#endif
