// Whether the lanes' elements lie side by side, for certain or most probably.
#ifndef RADDLE_VECTORIZE_WIDEN_PLAN_DECISIONS_CONTIGUOUS_ADDRESSES_H
#define RADDLE_VECTORIZE_WIDEN_PLAN_DECISIONS_CONTIGUOUS_ADDRESSES_H

#include "vectorize/widen/plan/plan_context.h"

#include <optional>

namespace raddle::vectorize {

/// The shape that the address has where no index wraps in this warp; its real one where that is no better.
analysis::LaneShape assumedShape(const PlanContext &context, const llvm::Value *pointer);

/// How the lanes' addresses probably lie to each other; varying where nothing is known. (likely_addresses.cpp writes the test.)
analysis::LaneShape likelyShape(const PlanContext &context, const llvm::Value *pointer);

/// Whether the addresses of neighbouring lanes lie one element apart, without gaps.
bool areContiguous(const PlanContext &context, const analysis::LaneShape &shape, llvm::Type *type);

/// The same for the lanes of each row, where a warp is several.
bool areContiguousRows(const PlanContext &context, const analysis::LaneShape &shape, llvm::Type *type);

/// An index that goes up by one from lane to lane but for borders, in runs of so many lanes.
struct BentIndex {
  const llvm::Use *use;
  unsigned run;
};
/// The only index of an address that differs between lanes of a run, if elements of `type` lie side by side there but
/// for borders.
std::optional<BentIndex> bentIndex(const PlanContext &context, const llvm::Value *pointer, llvm::Type *type);

/// Whether elements of `type` lie side by side at each of the addresses of which lanes choose one.
bool isChoiceOfContiguous(const PlanContext &context, const llvm::Value *pointer, llvm::Type *type);

} // namespace raddle::vectorize

#endif
