#include "vectorize/widen/plan/decisions/calls.h"

#include "nvvm/markers.h"
#include "nvvm/sleef.h"
#include "vectorize/normalise/matrix_operations.h"
#include "vectorize/normalise/minima.h"
#include "vectorize/normalise/root_estimate.h"
#include "vectorize/widen/plan/decisions/accesses.h"

#include <optional>

using namespace llvm;

namespace raddle::vectorize {

namespace {

bool isSaturatingConversion(const CallInst &call) {
  const Type *type = call.getType();
  return (call.getIntrinsicID() == Intrinsic::fptosi_sat || call.getIntrinsicID() == Intrinsic::fptoui_sat) &&
         type->isIntegerTy() && isPowerOf2_32(type->getIntegerBitWidth()) &&
         type->getIntegerBitWidth() >= 8 && type->getIntegerBitWidth() <= 64;
}

bool hasVectorForm(const PlanContext &context, const CallInst &call) {
  if (isa<WithOverflowInst>(call))
    return true;
  const Intrinsic::ID id = plainMinimum(call.getIntrinsicID());
  if (!isTriviallyVectorizable(id))
    return false;
  for (unsigned i = 0; i < call.arg_size(); ++i)
    if (isVectorIntrinsicWithScalarOpAtArg(id, i) && !context.isUniform(call.getArgOperand(i)))
      return false;
  return true;
}

bool areUniform(const PlanContext &context, const CallInst &call) {
  return all_of(call.args(), [&](const Use &argument) { return context.isUniform(argument); });
}

// Nothing where it is called like any other function.
std::optional<CallKind> kindOfIntrinsic(const PlanContext &context, const CallInst &call) {
  if (cast<IntrinsicInst>(call).isAssumeLikeIntrinsic())
    return CallKind::kNothing;
  if (call.getIntrinsicID() == Intrinsic::prefetch)
    return CallKind::kPrefetch;
  if (areUniform(context, call))
    return CallKind::kOnce;
  if (auto *copy = dyn_cast<MemTransferInst>(&call); copy && copyInRuns(context, *copy))
    return CallKind::kCopy;
  if (isSaturatingConversion(call))
    return CallKind::kSaturation;
  if (hasVectorForm(context, call))
    return CallKind::kVectorIntrinsic;
  return std::nullopt;
}

// By the form in the table of runtime functions; nothing where the operands decide.
std::optional<CallKind> kindOfForm(nvvm::RuntimeFunction::Form form) {
  using enum nvvm::RuntimeFunction::Form;
  switch (form) {
  case ByOperands:
    return std::nullopt;
  case Once:
    return CallKind::kOnce;
  case Yield:
    return CallKind::kYield;
  case Sleep:
    return CallKind::kSleep;
  case Report:
    return CallKind::kDivisionReport;
  case FirstLane:
    return CallKind::kFirstLane;
  case EachLane:
    return CallKind::kLaneByLane;
  case Alignment:
    return CallKind::kAlignmentTest;
  case Bounds:
    return CallKind::kBoundsTest;
  case Initialised:
    return CallKind::kInitialisedTest;
  case Race:
    return CallKind::kRaceCheck;
  case RaceAcquire:
    return CallKind::kRaceAcquire;
  case RaceEvent:
    return CallKind::kRaceEvent;
  case Count:
    return CallKind::kCounter;
  case Trace:
    return CallKind::kTrace;
  case ActiveMask:
    return CallKind::kActiveMask;
  case Together:
    return CallKind::kOtherBarrier;
  case BlockBarrier:
  case NamedBarrier:
    return CallKind::kBlockBarrier;
  case Sync:
  case Vote:
  case Shuffle:
  case Reduce:
  case Match:
    return CallKind::kWarpOperation;
  }
  return std::nullopt;
}

bool hasVectorVersion(const PlanContext &context, StringRef name) {
  return nvvm::isSleefFunction(name) && nvvm::vectorVersion(name, [&](StringRef feature) {
                                          return hasFeature(context.machine, feature);
                                        }).has_value();
}

// Calls of functions that have a name and no body.
CallDecision decideDeclared(const PlanContext &context, const CallInst &call, const Function &callee) {
  if (callee.isIntrinsic())
    if (const auto kind = kindOfIntrinsic(context, call))
      return {*kind};
  const nvvm::RuntimeFunction *function = nvvm::findRuntimeFunction(callee.getName());
  if (function)
    if (const auto kind = kindOfForm(function->form))
      return {*kind, function};
  if (areUniform(context, call) && (call.getType()->isVoidTy() || !context.shapes.of(&call).isVarying()))
    return {CallKind::kOnce, function};
  if (isRootEstimate(callee))
    return {CallKind::kRootEstimate};
  if (hasVectorVersion(context, callee.getName()))
    return {CallKind::kVectorMaths};
  return {CallKind::kLaneByLane, function};
}

} // namespace

CallDecision decideCall(const PlanContext &context, CallInst &call) {
  if (call.isInlineAsm())
    return {CallKind::kAssembly};
  if (analysis::threadFieldOffset(call) >= 0)
    return {CallKind::kThreadField};
  const Function *callee = call.getCalledFunction();
  if (!callee)
    return {CallKind::kPointer};
  if (callee->getName() == marker::kReturn)
    return {CallKind::kReturnMark};
  if (callee->getName() == marker::kFullWarp)
    return {CallKind::kFullWarpTest};
  if (isMatrixOperation(*callee))
    return {CallKind::kMatrixOperation};
  if (callee->hasFnAttribute(marker::kLaneByLane))
    return {CallKind::kRetryLoop};
  return callee->isDeclaration() ? decideDeclared(context, call, *callee) : CallDecision{CallKind::kVersion};
}

} // namespace raddle::vectorize
