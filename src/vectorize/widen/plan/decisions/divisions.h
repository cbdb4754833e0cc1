// How each division of integers is made for a warp, for which processors have no vector instructions.
#ifndef RADDLE_VECTORIZE_WIDEN_PLAN_DECISIONS_DIVISIONS_H
#define RADDLE_VECTORIZE_WIDEN_PLAN_DECISIONS_DIVISIONS_H

#include "vectorize/widen/plan/plan_context.h"

namespace raddle::vectorize {

enum class DivisionKind : unsigned {
  kShift, // by a power of two
  kShort, // up to 32 bits: by doubles
  kLong,  // up to 64 bits: by doubles where the numbers of all lanes are small, else by digits or a factor
  kWithOther,  // with the quotient or remainder of the same numbers, earlier in the block
  kLaneByLane, // more bits
};

struct DivisionDecision {
  DivisionKind kind;
  bool has_common_divisor = false; // all lanes divide by one number
  llvm::Instruction *sibling =
      nullptr; // the remainder of the same numbers, or the quotient, that is made along
};

/// Decides about operations whose result varies across lanes, in the order in which they are emitted. `made_along`: what earlier
/// divisions have made.
DivisionDecision decideDivision(const PlanContext &context, llvm::BinaryOperator &division,
                                llvm::SmallPtrSetImpl<const llvm::Instruction *> &made_along);

} // namespace raddle::vectorize

#endif
