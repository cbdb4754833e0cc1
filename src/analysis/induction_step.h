// Counters of loops.
#ifndef RADDLE_ANALYSIS_INDUCTION_STEP_H
#define RADDLE_ANALYSIS_INDUCTION_STEP_H

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>

namespace raddle::analysis {

/// What a phi of the loop's header adds in each iteration, which is the same in all of them; else null. The loop has one
/// latch.
llvm::Value *inductionStep(const llvm::PHINode &phi, const llvm::Loop &loop);

} // namespace raddle::analysis

#endif
