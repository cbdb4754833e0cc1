// How each warp operation of a function (a vote, shuffle, reduction or match) is made for a warp.
#ifndef RADDLE_VECTORIZE_WIDEN_PLAN_DECISIONS_WARP_OPERATIONS_H
#define RADDLE_VECTORIZE_WIDEN_PLAN_DECISIONS_WARP_OPERATIONS_H

#include "nvvm/runtime_functions.h"
#include "vectorize/widen/plan/plan_context.h"

namespace raddle::vectorize {

enum class OperationKind : unsigned {
  kSync,         // nothing but an order of memory accesses
  kVote,         // of all lanes that one mask names
  kGroupVote,    // each lane has a mask of its own
  kOneLane,      // all lanes read from the same one
  kKnownLanes,   // each lane reads from a lane that is known
  kSameDistance, // from the lane as far from its own as all others do, known at run time only
  kLookUp,       // from any lane
  kWithOther,    // the other half of 64 bits is shuffled with an earlier one
  kReduction,    // of all lanes that one mask names
  kGroupReduction,
  kMatchAny,
  kMatchAll,
};

/// CUDA shuffles 64 bits as two halves; both are shuffled at the first of them.
struct OtherHalf {
  llvm::CallInst *call = nullptr;
  llvm::Value *whole = nullptr; // of 64 bits
  bool is_lower = false;
};

struct OperationDecision {
  OperationKind kind;
  const nvvm::RuntimeFunction *function;
  /// Lanes that the mask names and that are not there are looked for here. Shuffles after this one, which have the same
  /// mask, are looked after together.
  bool checks_lanes = true;
  llvm::SmallVector<llvm::CallInst *, 8> shuffles = {}; // that are checked here, this one first
  OtherHalf other = {};
  llvm::Value *distance = nullptr; // with kSameDistance
};

/// The mask of a warp operation.
inline llvm::Value *maskOperand(const llvm::CallInst &call) { return call.getArgOperand(1); }

class OperationPlanner {
public:
  explicit OperationPlanner(const PlanContext &context) : context_(context) {}

  /// In the order in which the instructions are emitted.
  OperationDecision decide(llvm::CallInst &call, const nvvm::RuntimeFunction &function);

private:
  void decideShuffle(llvm::CallInst &call, OperationDecision &decision) const;
  llvm::Value *sameDistance(const llvm::CallInst &call, nvvm::Runtime shuffle, bool has_other_half) const;

  const PlanContext &context_;
  llvm::SmallPtrSet<const llvm::CallInst *, 16> checked_;   // earlier shuffles have looked for their lanes
  llvm::SmallPtrSet<const llvm::CallInst *, 8> made_along_; // with other halves
};

} // namespace raddle::vectorize

#endif
