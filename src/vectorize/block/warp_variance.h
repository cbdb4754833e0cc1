// Which values of a kernel for one warp may differ between the warps of a block.
#ifndef RADDLE_VECTORIZE_BLOCK_WARP_VARIANCE_H
#define RADDLE_VECTORIZE_BLOCK_WARP_VARIANCE_H

#include "vectorize/llvm.h"

#include <llvm/IR/ValueMap.h>

namespace raddle::vectorize {

/// For a kernel after widen whose loops are natural, simplified and closed (LCSSA). Constants, the kernel's parameters and
/// what the block is are the same for all warps. So are reads of memory that is never written, and reads before which no warp
/// has written anything since the last barrier; other reads may differ.
class WarpVariance {
public:
  explicit WarpVariance(llvm::Function &kernel);

  /// False only where all warps of a block that come there have the same value.
  bool differs(const llvm::Value *value) const { return differ_.count(value) != 0; }

  void noteDifference(const llvm::Instruction &added) { differ_.insert({&added, true}); }

private:
  // Values are erased while this is used, and new ones may lie at their addresses.
  struct Config : llvm::ValueMapConfig<const llvm::Value *> {
    enum { FollowRAUW = false };
  };
  llvm::ValueMap<const llvm::Value *, bool, Config> differ_;
};

} // namespace raddle::vectorize

#endif
