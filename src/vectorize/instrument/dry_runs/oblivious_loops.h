// Loops between whose barriers threads exchange something in shared memory, at places that do not depend on data (oblivious
// algorithms: sorting networks, scans, butterflies, reductions).
//
//   for (int stride = n / 2; stride > 0; stride /= 2) {
//     if (threadIdx.x < stride)
//       sums[threadIdx.x] += sums[threadIdx.x + stride];
//     __syncthreads();
//   }
#ifndef RADDLE_VECTORIZE_INSTRUMENT_DRY_RUNS_OBLIVIOUS_LOOPS_H
#define RADDLE_VECTORIZE_INSTRUMENT_DRY_RUNS_OBLIVIOUS_LOOPS_H

#include "vectorize/instrument/dry_runs/same_in_all_blocks.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

#include <vector>

namespace raddle::vectorize {

struct ObliviousAccess {
  llvm::Instruction *access; // a load or store
  llvm::Value *address;      // the same in all blocks
  llvm::GlobalVariable *variable;
  // The branch that decides by data whether the access is made; null where it is made in all blocks.
  llvm::Instruction *decided_by;
};

struct ObliviousLoop {
  llvm::BasicBlock *preheader;
  std::vector<llvm::BasicBlock *> blocks; // the header is the first
  llvm::SmallVector<ObliviousAccess, 8> accesses;
  llvm::SmallVector<llvm::CallInst *, 4> barriers;
  llvm::SmallVector<llvm::Instruction *, 4>
      decided_by_data; // branches, none of which leads out of the loop or to a barrier
  // It accesses these variables only, and what it writes there comes from no other memory.
  bool is_closed = true;
};

/// The kernel's outermost loops of that kind, which all threads of a block come to once, and of which no access may race with one
/// outside.
std::vector<ObliviousLoop> findObliviousLoops(llvm::Function &kernel, const llvm::LoopInfo &loops,
                                              const SameInAllBlocks &same);

} // namespace raddle::vectorize

#endif
