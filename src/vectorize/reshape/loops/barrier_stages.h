// The barriers that a block meets one after the other.
#ifndef RADDLE_VECTORIZE_RESHAPE_LOOPS_BARRIER_STAGES_H
#define RADDLE_VECTORIZE_RESHAPE_LOOPS_BARRIER_STAGES_H

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>

#include <vector>

namespace raddle::vectorize {

/// Barriers of different ways through a kernel, one of which every thread meets that comes from some place.
using BarrierStage = llvm::SmallVector<llvm::Instruction *, 2>;

/// The stages after an access, in order. Barriers in loops are left out.
std::vector<BarrierStage> stagesAfter(llvm::Instruction &access, const llvm::LoopInfo &loops);

} // namespace raddle::vectorize

#endif
