#include "vectorize/widen/plan/decisions/updates.h"

#include "nvvm/markers.h"
#include "vectorize/widen/plan/decisions/contiguous_addresses.h"
#include "vectorize/widen/plan/lane_groups.h"

#include <llvm/CodeGen/TargetLowering.h>
#include <llvm/CodeGen/TargetSubtargetInfo.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

bool mayHaveVectorForm(const AtomicRMWInst &update) {
  const Type *type = update.getType();
  return !update.isVolatile() &&
         (type->isIntegerTy(32) || type->isIntegerTy(64) || type->isFloatTy() || type->isDoubleTy());
}

// How many bytes the processor can compare and swap.
unsigned bytesSwappedAtOnce(const PlanContext &context) {
  const TargetLowering *lowering = context.machine.getSubtargetImpl(context.source)->getTargetLowering();
  return lowering->getMaxAtomicSizeInBitsSupported() / 8;
}

} // namespace

bool isOfOneBlock(const Instruction &atomic) { return atomic.hasMetadata(marker::kBlockAtomic); }

std::optional<Aggregate> aggregateOf(const AtomicRMWInst &update) {
  if (!update.getType()->isIntegerTy() || update.getType()->getIntegerBitWidth() > 64)
    return {};
  const unsigned width = update.getType()->getIntegerBitWidth();
  const APInt zero = APInt::getZero(width), ones = APInt::getAllOnes(width);
  switch (update.getOperation()) {
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub:
    return Aggregate{Intrinsic::vector_reduce_add, Instruction::Add, {}, zero};
  case AtomicRMWInst::And:
    return Aggregate{Intrinsic::vector_reduce_and, Instruction::And, {}, ones};
  case AtomicRMWInst::Or:
    return Aggregate{Intrinsic::vector_reduce_or, Instruction::Or, {}, zero};
  case AtomicRMWInst::Xor:
    return Aggregate{Intrinsic::vector_reduce_xor, Instruction::Xor, {}, zero};
  case AtomicRMWInst::Max:
    return Aggregate{Intrinsic::vector_reduce_smax, {}, CmpInst::ICMP_SGT, APInt::getSignedMinValue(width)};
  case AtomicRMWInst::Min:
    return Aggregate{Intrinsic::vector_reduce_smin, {}, CmpInst::ICMP_SLT, APInt::getSignedMaxValue(width)};
  case AtomicRMWInst::UMax:
    return Aggregate{Intrinsic::vector_reduce_umax, {}, CmpInst::ICMP_UGT, zero};
  case AtomicRMWInst::UMin:
    return Aggregate{Intrinsic::vector_reduce_umin, {}, CmpInst::ICMP_ULT, ones};
  default:
    return {};
  }
}

bool UpdatePlanner::isContiguous(const AtomicRMWInst &update) const {
  return mayHaveVectorForm(update) &&
         areContiguous(context_, assumedShape(context_, update.getPointerOperand()), update.getType()) &&
         (isOfOneBlock(update) || bytesSwappedAtOnce(context_) >= kSwappedBytes);
}

// Whether no two lanes update the same place. Other processors scatter lane by lane.
bool UpdatePlanner::isDistinct(const AtomicRMWInst &update) const {
  return isOfOneBlock(update) && mayHaveVectorForm(update) && context_.has_wide_permutes &&
         differsBetweenLanes(*update.getPointerOperand(), update, context_.shapes);
}

// Whether lanes update different places that only their block sees, and do not look at what was there.
bool UpdatePlanner::mayWaitForOthers(const AtomicRMWInst &update) const {
  return isOfOneBlock(update) && update.use_empty() && !update.isVolatile() &&
         !context_.isUniform(update.getPointerOperand()) && !isContiguous(update) && !isDistinct(update);
}

// Whether such an update comes next, and nothing that could notice the order.
bool UpdatePlanner::othersFollow(const AtomicRMWInst &update) const {
  for (const Instruction *next = update.getNextNode(); next; next = next->getNextNode()) {
    if (auto *other = dyn_cast<AtomicRMWInst>(next))
      return mayWaitForOthers(*other);
    if (next->mayReadOrWriteMemory() || isa<CallInst>(next))
      return false;
  }
  return false;
}

UpdateDecision UpdatePlanner::decide(AtomicRMWInst &update) {
  const bool is_of_block = isOfOneBlock(update);
  if (context_.isUniform(update.getPointerOperand())) {
    if (aggregateOf(update))
      return {UpdateKind::kOneForAll, is_of_block};
    if (context_.layout.getTypeSizeInBits(update.getType()) <= 64)
      return {UpdateKind::kChain, is_of_block};
  }
  if (isContiguous(update))
    return {is_of_block ? UpdateKind::kVector : UpdateKind::kWideSwaps, is_of_block};
  if (isDistinct(update))
    return {UpdateKind::kDistinct, is_of_block};
  if (!mayWaitForOthers(update))
    return {UpdateKind::kLaneByLane, is_of_block};
  if (!group_)
    group_ = std::make_shared<UpdateGroup>();
  group_->updates.push_back(&update);
  const std::shared_ptr<const UpdateGroup> group = group_;
  const bool is_last = !othersFollow(update);
  if (is_last)
    group_ = nullptr;
  return {UpdateKind::kTogether, is_of_block, group, is_last};
}

} // namespace raddle::vectorize
