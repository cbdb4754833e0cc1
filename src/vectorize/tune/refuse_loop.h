// Why a pass leaves a loop alone, at the loop's line.
#ifndef RADDLE_VECTORIZE_TUNE_REFUSE_LOOP_H
#define RADDLE_VECTORIZE_TUNE_REFUSE_LOOP_H

#include "vectorize/remarks.h"

#include <llvm/Analysis/LoopInfo.h>

namespace raddle::vectorize {

/// Branches of loops over warps and tiles are ours, and have no line in the program: the first instruction that has one
/// stands for the loop.
inline void refuseLoop(const CompileJob &job, const llvm::Loop &loop, const llvm::Twine &why) {
  for (const llvm::BasicBlock *block : loop.blocks())
    for (const llvm::Instruction &instruction : *block)
      if (const llvm::DILocation *line = instruction.getDebugLoc(); line && line->getLine() != 0)
        return refuse(job, instruction, why);
}

} // namespace raddle::vectorize

#endif
