// Calls: LLVM's intrinsics, the runtime, and functions that know nothing of warps.

#include "nvvm/markers.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/fields.h"
#include "vectorize/never_unrolled.h"
#include "vectorize/normalise/minima.h"
#include "vectorize/passes.h"
#include "vectorize/reshape/lanes/exiting_lanes.h"
#include "vectorize/reshape/loops/full_warp_loops.h"
#include "vectorize/widen/emit/warp_emitter.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/PatternMatch.h>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace raddle::vectorize {

void WarpEmitter::emitCall(CallInst &call) {
  if (call.isInlineAsm()) {
    builder_.Insert(call.clone());
    return;
  }
  if (std::int64_t offset = analysis::threadFieldOffset(call); offset >= 0)
    return emitThreadField(call, static_cast<unsigned>(offset));
  Function *callee = call.getCalledFunction();
  if (callee && callee->getName() == marker::kReturn)
    return define(call, builder_.getTrue());
  if (callee && callee->getName() == marker::kWholeWarp)
    return emitWholeWarp(call);
  if (!callee)
    return emitIndirectCall(call);
  if (callee->hasFnAttribute(marker::kLaneByLane)) {
    remark(call, "loop that tries again until no other thread has come in between: lane by lane");
    return emitForEachLane(call);
  }
  if (!callee->isDeclaration())
    return emitFunctionCall(call);
  if (callee->isIntrinsic() && emitIntrinsic(call))
    return;
  if (const nvvm::RuntimeFunction *function = nvvm::findRuntimeFunction(callee->getName());
      function && emitRuntimeCall(call, *function))
    return;
  const bool same_for_all = all_of(call.args(), [&](const Use &argument) { return isUniform(argument); });
  if (same_for_all && (call.getType()->isVoidTy() || !shapes_.of(&call).isVarying()))
    return emitOnce(call);
  if (emitMaths(call))
    return;
  emitForEachLane(call);
}

// i < n holds for all lanes where it holds for the one with the largest i. Where nobody promises that i does
// not wrap from lane to lane, that is looked at too.
Value *WarpEmitter::holdsForLastLane(const Value *condition, bool holds_so) {
  auto *compare = dyn_cast<ICmpInst>(condition);
  if (!compare || !compare->isRelational() || !compare->getOperand(0)->getType()->isIntegerTy())
    return nullptr;
  Value *count = compare->getOperand(0), *bound = compare->getOperand(1);
  ICmpInst::Predicate predicate = holds_so ? compare->getPredicate() : compare->getInversePredicate();
  if (isUniform(count)) {
    std::swap(count, bound);
    predicate = ICmpInst::getSwappedPredicate(predicate);
  }
  const analysis::LaneShape shape = shapes_.of(count);
  if (!isUniform(bound) || !shape.isScalar() || !shape.stride())
    return nullptr;
  const bool is_signed = ICmpInst::isSigned(predicate), grows = *shape.stride() > 0,
             bounded_above = ICmpInst::isLT(predicate) || ICmpInst::isLE(predicate);
  const unsigned width = count->getType()->getIntegerBitWidth();
  const std::int64_t to_last = *shape.stride() * (kLanes - 1);
  Value *first = scalar(count);
  Value *holds = builder_.getTrue();
  if (!(is_signed ? shape.holdsSigned() : shape.holdsUnsigned())) {
    if (!grows || !bounded_above || !isIntN(width - 1, to_last))
      return nullptr;
    const APInt largest = is_signed ? APInt::getSignedMaxValue(width) : APInt::getMaxValue(width);
    auto atMost = [&](const APInt &limit) {
      return builder_.CreateICmp(is_signed ? ICmpInst::ICMP_SLE : ICmpInst::ICMP_ULE, first,
                                 ConstantInt::get(count->getType(), limit));
    };
    const APInt distance(width, static_cast<std::uint64_t>(to_last));
    // A bound that is known says both at once.
    auto *known = dyn_cast<ConstantInt>(bound);
    if (known && ICmpInst::isLE(predicate) && known->getValue().isNonNegative() &&
        known->getValue().uge(distance))
      return atMost(known->getValue() - distance);
    holds = atMost(largest - distance);
  }
  const std::int64_t distance = grows == bounded_above ? to_last : 0;
  Value *last = builder_.CreateAdd(first, ConstantInt::getSigned(count->getType(), distance));
  return builder_.CreateAnd(holds, builder_.CreateICmp(predicate, last, scalar(bound)));
}

// Whether it is `holds` for all lanes, where that takes no vector to find out; else null.
Value *WarpEmitter::isForAllLanes(Value *condition, bool holds) {
  Value *first = nullptr, *second = nullptr;
  if (isUniform(condition))
    return holds ? scalar(condition) : builder_.CreateNot(scalar(condition));
  if (match(condition, m_Not(m_Value(first))))
    return isForAllLanes(first, !holds);
  if (holds ? match(condition, m_LogicalAnd(m_Value(first), m_Value(second)))
            : match(condition, m_LogicalOr(m_Value(first), m_Value(second)))) {
    Value *is_first = isForAllLanes(first, holds),
          *is_second = is_first ? isForAllLanes(second, holds) : nullptr;
    return is_second ? builder_.CreateLogicalAnd(is_first, is_second) : nullptr;
  }
  return holdsForLastLane(condition, holds);
}

void WarpEmitter::emitWholeWarp(CallInst &call) {
  Value *condition = call.getArgOperand(0);
  if (Value *holds = isFull(mask_) ? isForAllLanes(condition, true) : nullptr)
    return define(call, holds);
  Value *lanes = builder_.CreateAnd(mask_, vector(condition));
  define(call, builder_.CreateICmpEQ(bits(lanes), Constant::getAllOnesValue(builder_.getInt32Ty())));
}

void WarpEmitter::emitThreadField(CallInst &call, unsigned offset) {
  if (offset == offsetof(RaddleThread, lane))
    return define(call, builder_.getInt32(0));
  if (shapes_.of(&call).isVarying())
    return define(call, thread_idx_[offset / sizeof(uint32_t)]);
  // Lane 0's: calls for other lanes put it back (see selectLane).
  define(call, loadThreadField(slots_, thread_, offset, call.getType()));
}

bool WarpEmitter::emitIntrinsic(CallInst &call) {
  const Intrinsic::ID id = plainMinimum(call.getIntrinsicID());
  if (cast<IntrinsicInst>(call).isAssumeLikeIntrinsic())
    return true;
  if (id == Intrinsic::prefetch) {
    emitPrefetch(call);
    return true;
  }
  const bool same_for_all = all_of(call.args(), [&](const Use &argument) { return isUniform(argument); });
  if (same_for_all) {
    emitOnce(call);
    return true;
  }
  if (auto *copy = dyn_cast<MemTransferInst>(&call); copy && emitCopy(*copy))
    return true;
  if (emitSaturatingConversion(call))
    return true;
  const bool overflows = isa<WithOverflowInst>(call);
  if (!isTriviallyVectorizable(id) && !overflows)
    return false;
  SmallVector<Value *, 4> arguments;
  SmallVector<Type *, 3> overloads;
  if (!overflows && isVectorIntrinsicWithOverloadTypeAtArg(id, -1))
    overloads.push_back(widened(call.getType()));
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    Value *argument = call.getArgOperand(i);
    const bool stays = isVectorIntrinsicWithScalarOpAtArg(id, i);
    if (stays && !isUniform(argument))
      return false;
    arguments.push_back(stays ? scalar(argument) : vector(argument));
    if (overflows ? i == 0 : isVectorIntrinsicWithOverloadTypeAtArg(id, static_cast<int>(i)))
      overloads.push_back(arguments.back()->getType());
  }
  Function *wide = Intrinsic::getDeclaration(target_.getParent(), id, overloads);
  CallInst *result = builder_.CreateCall(wide, arguments, call.getName());
  if (isa<FPMathOperator>(result))
    result->copyFastMathFlags(&call);
  define(call, result);
  return true;
}

// False where it depends on the operands how the call is written.
bool WarpEmitter::emitRuntimeCall(CallInst &call, const nvvm::RuntimeFunction &function) {
  using enum nvvm::RuntimeFunction::Form;
  switch (function.form) {
  case ByOperands:
    return false;
  case Yield:
    noteLanes();
    emitOnce(call);
    return true;
  case Once:
    emitOnce(call);
    return true;
  case FirstLane:
    emitForFirstLane(call);
    return true;
  case Report: {
    CallInst *report = callRuntime(nvvm::Runtime::raddle_lane_divides_by_zero, {thread_, firstLane(mask_)});
    report->addFnAttr(Attribute::get(call.getContext(), marker::kKeepsRegisters));
    // But for the thread it reads what no kernel writes.
    report->setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
    return true;
  }
  case Alignment:
    emitAlignmentCheck(call);
    return true;
  case EachLane:
    emitForEachLane(call);
    return true;
  case ActiveMask:
    define(call, bits(mask_));
    return true;
  case BlockBarrier:
  case NamedBarrier:
    emitBlockBarrier(call, function);
    return true;
  case Sync:
  case Vote:
  case Shuffle:
  case Reduce:
  case Match:
    emitWarpOperation(call, function);
    return true;
  case Together:
    requireAllLive(function);
    noteLanes();
    emitOnce(call);
    return true;
  case Sleep: {
    noteLanes();
    // The warp sleeps as long as its sleepiest lane.
    Value *time = call.getArgOperand(1);
    Value *longest = isUniform(time)
                         ? scalar(time)
                         : builder_.CreateIntMaxReduce(
                               builder_.CreateSelect(mask_, vector(time),
                                                     Constant::getNullValue(widened(time->getType()))),
                               /*IsSigned=*/false);
    auto *copy = cast<CallInst>(call.clone());
    copy->setArgOperand(0, thread_);
    copy->setArgOperand(1, longest);
    builder_.Insert(copy);
    return true;
  }
  }
  return false;
}

// Of an address whose lanes differ by multiples, the first one's bits are all lanes'.
void WarpEmitter::emitAlignmentCheck(CallInst &call) {
  Value *beyond = call.getArgOperand(2);
  Value *lanes = nullptr, *is_wrong = nullptr;
  if (isUniform(beyond)) {
    is_wrong = builder_.CreateIsNotNull(scalar(beyond));
    if (!isFull(mask_))
      is_wrong = builder_.CreateAnd(is_wrong, anyLane(mask_));
    lanes = mask_;
  } else {
    lanes = builder_.CreateAnd(builder_.CreateIsNotNull(vector(beyond)), mask_);
    is_wrong = builder_.CreateICmpNE(bits(lanes), builder_.getInt32(0));
  }
  Value *address = vectorOrUniform(call.getArgOperand(1));
  BasicBlock *told = newBlock("misaligned"), *after = newBlock("aligned");
  builder_.CreateCondBr(is_wrong, told, after, MDBuilder(call.getContext()).createUnlikelyBranchWeights());
  builder_.SetInsertPoint(told);
  Value *lane = firstLane(lanes);
  selectLane(lane);
  Value *own = address->getType()->isVectorTy() ? builder_.CreateExtractElement(address, lane) : address;
  callRuntime(nvvm::Runtime::raddle_misaligned, {thread_, own, call.getArgOperand(3)}, /*waits=*/true);
  builder_.CreateUnreachable();
  builder_.SetInsertPoint(after);
}

// What is the same for all lanes, though the code may not tell, is taken from the first of them.
void WarpEmitter::emitOnce(CallInst &call) {
  auto *copy = cast<CallInst>(call.clone());
  for (unsigned i = 0; i < copy->arg_size(); ++i)
    if (!call.getArgOperand(i)->getType()->isMetadataTy())
      copy->setArgOperand(i, ofFirstLane(call.getArgOperand(i)));
  builder_.Insert(copy);
  if (call.getType()->isVoidTy())
    return;
  copy->setName(call.getName());
  define(call, shapes_.of(&call).isVarying() ? splat(copy) : copy);
}

CallInst *WarpEmitter::callRuntime(nvvm::Runtime function, ArrayRef<Value *> arguments, bool waits) {
  CallInst *call = builder_.CreateCall(nvvm::declare(*target_.getParent(), function), arguments);
  if (waits)
    call->addFnAttr(Attribute::NoMerge);
  return call;
}

// Until the next such call, the warp's RaddleThread is this lane's: what the runtime says about "the thread"
// is about this lane. Elsewhere it is lane 0's.
void WarpEmitter::selectLane(Value *lane) { callRuntime(nvvm::Runtime::raddle_select_lane, {thread_, lane}); }

Value *WarpEmitter::firstLane(Value *mask) {
  return builder_.CreateBinaryIntrinsic(Intrinsic::cttz, bits(mask), builder_.getFalse());
}

Value *WarpEmitter::ofFirstLane(Value *value) {
  return isUniform(value) ? scalar(value) : builder_.CreateExtractElement(vector(value), firstLane(mask_));
}

Value *WarpEmitter::lastLane(Value *mask) {
  if (isFull(mask))
    return builder_.getInt32(kLanes - 1);
  return builder_.CreateSub(builder_.getInt32(kLanes - 1),
                            builder_.CreateBinaryIntrinsic(Intrinsic::ctlz, bits(mask), builder_.getFalse()));
}

// Bits would lie side by side; each becomes a byte.
// What an integer is held as where each lane's has an address: a vector leaves no gaps, memory does.
static unsigned widthInMemory(const Type *integer) {
  return static_cast<unsigned>(PowerOf2Ceil(std::max(8u, integer->getScalarSizeInBits())));
}

Value *WarpEmitter::spill(Value *vector) {
  if (vector->getType()->isIntOrIntVectorTy())
    vector = builder_.CreateZExt(vector, widened(builder_.getIntNTy(widthInMemory(vector->getType()))));
  AllocaInst *memory = slot(vector->getType(), "spill");
  memory->setAlignment(Align(64));
  builder_.CreateAlignedStore(vector, memory, Align(64));
  return memory;
}

Value *WarpEmitter::loadLane(Value *spilled, Type *type, Value *lane) {
  if (type->isIntegerTy() && widthInMemory(type) != type->getIntegerBitWidth()) {
    Value *value = loadLane(spilled, builder_.getIntNTy(widthInMemory(type)), lane);
    return type->isIntegerTy(1) ? builder_.CreateIsNotNull(value) : builder_.CreateTrunc(value, type);
  }
  return builder_.CreateLoad(type, builder_.CreateGEP(type, spilled, lane));
}

// All lanes are counted: taking bits off a mask would be more instructions, and addresses would wait for it.
void WarpEmitter::forEachLane(Value *mask, function_ref<void(Value *)> body) {
  BasicBlock *before = builder_.GetInsertBlock(), *loop = newBlock("each.lane"),
             *after = newBlock("each.lane.end");
  const bool counts = isFull(mask);
  Value *first = counts ? builder_.getInt32(0) : bits(mask);
  if (may_be_empty_.lookup(block_))
    builder_.CreateCondBr(anyLane(mask), loop, after);
  else
    builder_.CreateBr(loop);
  builder_.SetInsertPoint(loop);
  PHINode *turn = builder_.CreatePHI(builder_.getInt32Ty(), 2, counts ? "lane" : "lanes.left");
  body(counts ? turn : builder_.CreateBinaryIntrinsic(Intrinsic::cttz, turn, builder_.getTrue()));
  Value *next = counts ? builder_.CreateAdd(turn, builder_.getInt32(1), "", /*HasNUW=*/true, /*HasNSW=*/true)
                       : builder_.CreateAnd(turn, builder_.CreateSub(turn, builder_.getInt32(1)));
  // Both at once: of a phi with one value the builder would take that for all turns.
  turn->addIncoming(first, before);
  turn->addIncoming(next, builder_.GetInsertBlock());
  BranchInst *back_edge =
      builder_.CreateCondBr(builder_.CreateICmpNE(next, builder_.getInt32(counts ? kLanes : 0)), loop, after);
  if (counts)
    back_edge->setMetadata(LLVMContext::MD_loop, neverUnrolled(builder_.getContext()));
  builder_.SetInsertPoint(after);
  // What was made inside the loop is not there behind it.
  vectors_.clear();
}

void WarpEmitter::emitForEachLane(CallInst &call) {
  // Such addresses are computed again, not kept: passes behind this one see whose memory is accessed.
  auto strideOfAddress = [&](const Value *argument) {
    const analysis::LaneShape shape = shapes_.of(argument);
    const bool is_even = argument->getType()->isPointerTy() && shape.isScalar() && !shape.isUniform();
    return is_even ? shape.stride() : std::nullopt;
  };
  SmallVector<Value *, 6> spilled;
  bool takes_thread = false;
  for (Use &argument : call.args()) {
    takes_thread |= argument == source_.getArg(0);
    spilled.push_back(isUniform(argument) || strideOfAddress(argument) ? nullptr : spill(vector(argument)));
  }
  Type *type = call.getType();
  const bool has_result = !type->isVoidTy();
  if (has_result && !FixedVectorType::isValidElementType(type))
    return giveUp(call, Obstacle::kResultType);
  Type *stored = type->isIntegerTy(1) ? builder_.getInt8Ty() : type;
  AllocaInst *results = has_result ? slot(ArrayType::get(stored, kLanes), call.getName()) : nullptr;
  if (results)
    results->setAlignment(Align(64));
  forEachLane(mask_, [&](Value *lane) {
    if (takes_thread)
      selectLane(lane);
    auto *copy = cast<CallInst>(call.clone());
    for (unsigned i = 0; i < copy->arg_size(); ++i) {
      Value *argument = call.getArgOperand(i);
      if (spilled[i])
        copy->setArgOperand(i, loadLane(spilled[i], argument->getType(), lane));
      else if (auto stride = strideOfAddress(argument))
        copy->setArgOperand(
            i,
            builder_.CreateGEP(builder_.getInt8Ty(), scalar(argument),
                               builder_.CreateMul(builder_.CreateZExt(lane, builder_.getInt64Ty()),
                                                  builder_.getInt64(static_cast<std::uint64_t>(*stride)))));
      else if (!argument->getType()->isMetadataTy())
        copy->setArgOperand(i, scalar(argument));
    }
    builder_.Insert(copy);
    if (results)
      builder_.CreateStore(builder_.CreateZExtOrBitCast(copy, stored),
                           builder_.CreateGEP(stored, results, lane));
  });
  if (takes_thread)
    selectLane(builder_.getInt32(0));
  if (!results)
    return;
  Value *all = builder_.CreateAlignedLoad(widened(stored), results, Align(64));
  define(call, stored == type ? all : builder_.CreateICmpNE(all, Constant::getNullValue(all->getType())));
}

// One lane speaks for all: the launch ends here, or is to be told once.
void WarpEmitter::emitForFirstLane(CallInst &call) {
  Value *lane = firstLane(mask_);
  selectLane(lane);
  auto *copy = cast<CallInst>(call.clone());
  for (unsigned i = 0; i < copy->arg_size(); ++i)
    copy->setArgOperand(i, ofFirstLane(call.getArgOperand(i)));
  builder_.Insert(copy);
  selectLane(builder_.getInt32(0));
}

} // namespace raddle::vectorize
