// Steps that change a kernel loop by loop.
#ifndef RADDLE_VECTORIZE_RESHAPE_LOOPS_CHANGE_LOOPS_H
#define RADDLE_VECTORIZE_RESHAPE_LOOPS_CHANGE_LOOPS_H

#include "vectorize/compile_job.h"

namespace raddle::vectorize {

/// What is known about a loop and the kernel around it.
struct LoopFacts {
  const analysis::LaneShapes &shapes;
  llvm::ScalarEvolution &evolution;
  llvm::LoopInfo &loops;
  llvm::DominatorTree &dominators;
  llvm::AssumptionCache &assumptions;
};

/// Offers each loop of a kernel in normal form to `change`, outer ones first; both return whether anything was changed. All
/// loops are seen with the shapes that they had before the first one was changed.
bool changeLoops(llvm::Function &kernel, const BlockClass &block, KernelShapes &shapes,
                 llvm::function_ref<bool(llvm::Loop &, const LoopFacts &)> change);

} // namespace raddle::vectorize

#endif
