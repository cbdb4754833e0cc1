// What the pass widen makes of a function, decided before any code is written: for each block its mask, for each branch
// whether lanes diverge, for each instruction how it is made for a warp. It can be printed (describe_plan.h).
//
// A function for one thread becomes one for a warp of 32 lanes. Values that are uniform or affine across lanes stay scalars,
// all others become vectors (analysis/lane_shapes.h). Control flow follows LinearOrder.
//
// Some things are decided while code is written, because they depend on values that fold only then:
//   - masks that turn out to be full, and conditions that turn out to be constants: code for missing lanes is left out
//     (WarpBuilder::isFull, emitVersions), and lanes of shuffles and tiles of reductions may turn out to be known;
//   - values that are at hand in a block: they are taken apart by lane rather than extracted (isAtHand).
#ifndef RADDLE_VECTORIZE_WIDEN_PLAN_WIDEN_PLAN_H
#define RADDLE_VECTORIZE_WIDEN_PLAN_WIDEN_PLAN_H

#include "nvvm/markers.h"
#include "vectorize/widen/plan/control_plan.h"
#include "vectorize/widen/plan/decisions/accesses.h"
#include "vectorize/widen/plan/decisions/calls.h"
#include "vectorize/widen/plan/decisions/divisions.h"
#include "vectorize/widen/plan/decisions/updates.h"
#include "vectorize/widen/plan/decisions/warp_operations.h"

namespace raddle::vectorize {

class WidenPlan {
public:
  WidenPlan(llvm::Function &source, bool is_kernel, const llvm::TargetMachine &machine,
            const analysis::LaneShapes &shapes);

  const PlanContext &context() const { return context_; }
  const ControlPlan &control() const { return control_; }

  const AccessDecision &of(const llvm::LoadInst &load) const { return accesses_.find(&load)->second; }
  const AccessDecision &of(const llvm::StoreInst &store) const { return accesses_.find(&store)->second; }
  const UpdateDecision &of(const llvm::AtomicRMWInst &update) const { return updates_.find(&update)->second; }
  const CallDecision &of(const llvm::CallInst &call) const { return calls_.find(&call)->second; }
  /// For calls of the kind kWarpOperation.
  const OperationDecision &operationOf(const llvm::CallInst &call) const {
    return operations_.find(&call)->second;
  }
  /// Null for all that is no division of integers, or is made as a scalar.
  const DivisionDecision *divisionOf(const llvm::Instruction &instruction) const {
    auto found = divisions_.find(&instruction);
    return found == divisions_.end() ? nullptr : &found->second;
  }
  /// The check of bounds that the access depends on (see guard-accesses), or null.
  llvm::CallInst *guardOf(const llvm::Instruction &access) const {
    return guards_.lookup(access.getMetadata(marker::kGuard));
  }
  /// Each lane has a number that is known: nothing is computed.
  bool isConstant(const llvm::Instruction &instruction) const;

private:
  void decide(llvm::Instruction &instruction, AccessPlanner &accesses, UpdatePlanner &updates,
              OperationPlanner &operations);

  const PlanContext context_;
  const ControlPlan control_;
  llvm::DenseMap<const llvm::Instruction *, AccessDecision> accesses_;
  llvm::DenseMap<const llvm::Instruction *, UpdateDecision> updates_;
  llvm::DenseMap<const llvm::Instruction *, CallDecision> calls_;
  llvm::DenseMap<const llvm::Instruction *, OperationDecision> operations_;
  llvm::DenseMap<const llvm::Instruction *, DivisionDecision> divisions_;
  llvm::SmallPtrSet<const llvm::Instruction *, 8> divided_along_;
  llvm::DenseMap<const llvm::MDNode *, llvm::CallInst *> guards_;
};

} // namespace raddle::vectorize

#endif
