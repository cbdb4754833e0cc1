#include "vectorize/widen/plan/widen_plan.h"

using namespace llvm;

namespace raddle::vectorize {

WidenPlan::WidenPlan(Function &source, bool is_kernel, const TargetMachine &machine,
                     const analysis::LaneShapes &shapes)
    : context_{source, is_kernel, machine, shapes}, control_(source, shapes, context_.is_kernel) {
  AccessPlanner accesses(context_, control_);
  UpdatePlanner updates(context_);
  OperationPlanner operations(context_);
  // In the order of emission: what is made together is made at the first or the last of it.
  for (BasicBlock *block : control_.order().blocks())
    for (Instruction &instruction : *block)
      decide(instruction, accesses, updates, operations);
}

bool WidenPlan::isConstant(const Instruction &instruction) const {
  return isa<BinaryOperator, CastInst>(instruction) && instruction.getType()->isIntegerTy() &&
         context_.shapes.of(&instruction).isConstant();
}

void WidenPlan::decide(Instruction &instruction, AccessPlanner &accesses, UpdatePlanner &updates,
                       OperationPlanner &operations) {
  if (auto *load = dyn_cast<LoadInst>(&instruction)) {
    accesses_[load] = accesses.decide(*load);
  } else if (auto *store = dyn_cast<StoreInst>(&instruction)) {
    accesses_[store] = accesses.decide(*store);
  } else if (auto *update = dyn_cast<AtomicRMWInst>(&instruction)) {
    updates_[update] = updates.decide(*update);
  } else if (auto *call = dyn_cast<CallInst>(&instruction)) {
    const CallDecision decision = decideCall(context_, *call);
    calls_.try_emplace(call, decision);
    if (const MDNode *guard = call->getMetadata(marker::kGuard))
      guards_[guard] = call;
    if (decision.kind == CallKind::kWarpOperation)
      operations_.try_emplace(call, operations.decide(*call, *decision.function));
  } else if (auto *division = dyn_cast<BinaryOperator>(&instruction);
             division && division->isIntDivRem() && context_.shapes.of(division).isVarying() &&
             !isConstant(*division)) {
    divisions_.try_emplace(division, decideDivision(context_, *division, divided_along_));
  }
}

} // namespace raddle::vectorize
