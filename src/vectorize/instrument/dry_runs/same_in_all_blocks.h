// Which values of a kernel are the same in all blocks of a launch, for threads with the same threadIdx.
#ifndef RADDLE_VECTORIZE_INSTRUMENT_DRY_RUNS_SAME_IN_ALL_BLOCKS_H
#define RADDLE_VECTORIZE_INSTRUMENT_DRY_RUNS_SAME_IN_ALL_BLOCKS_H

#include "analysis/spread_differences.h"

namespace raddle::vectorize {

/// Those that follow from parameters, constants, threadIdx, blockDim and gridDim alone, the way on which they are computed
/// included. For functions whose cycles are natural loops, and while the fields of threads are calls (see fields.h).
class SameInAllBlocks {
public:
  explicit SameInAllBlocks(llvm::Function &kernel);

  bool contains(const llvm::Value &value) const;

private:
  const analysis::Instructions others_;
};

} // namespace raddle::vectorize

#endif
