// Sums of the first lanes of a warp by shuffles with a bound.
#ifndef RADDLE_VECTORIZE_RESHAPE_FIRST_LANE_SUMS_H
#define RADDLE_VECTORIZE_RESHAPE_FIRST_LANE_SUMS_H

#include "vectorize/llvm.h"

#include <llvm/IR/Instructions.h>

#include <optional>

namespace raddle::vectorize {

/// A lane adds to `first` what other lanes up to a bound have, step by step, and has `last` then; lanes beyond the bound keep
/// `first`. If these begin with zero instead, the lanes up to the bound may do the same steps without it:
///
///   y = shfl_down(x, 16, bound), x = y + (lane + 16 <= bound ? x : 0)
///   y = shfl_down(x, 8, bound),  x = y + (lane + 8 <= bound ? x : 0) ...
struct FirstLaneSum {
  llvm::Value *first = nullptr;
  llvm::Instruction *second = nullptr, *last = nullptr; // after the first step, and after the last one
};

/// What these shuffles with the bound make, which stand in this order. Nothing where they make something else, where it is not known
/// that bounds from 0 to 31 mean the same to the additions as to the shuffles, or where code elsewhere uses what comes in between.
std::optional<FirstLaneSum> findFirstLaneSum(llvm::ArrayRef<llvm::Instruction *> shuffles,
                                             llvm::Value &bound);

/// Whether all users of a value that count come to nothing but `next`.
bool leadsOnlyTo(const llvm::Value &value, const llvm::Instruction &next,
                 llvm::function_ref<bool(const llvm::Instruction &)> counts, unsigned depth = 8);

} // namespace raddle::vectorize

#endif
