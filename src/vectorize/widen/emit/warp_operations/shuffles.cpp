// Shuffles: permutations of the lanes.
//
// Known source lanes are a fixed permutation. A distance that is the same for all lanes, but known at run time
// only, moves whole registers and permutes all of them alike. Other source lanes are looked up register by register.

//
// Whether source lanes are known is decided while code is written, because constants fold only then.

#include "vectorize/widen/emit/control_flow.h"
#include "vectorize/widen/emit/vectors.h"
#include "vectorize/widen/emit/warp_operations/warp_operations.h"

using namespace llvm;

namespace raddle::vectorize {

using nvvm::Runtime;

namespace {

struct SourceLanes {
  Value *source;   // that each lane reads from
  Value *in_range; // where not, that is the lane itself
};

// PTX shfl.sync: b is the source operand, c = clamp | segment mask << 8.
SourceLanes sourceLanes(WarpBuilder &warp, CallInst &call, Runtime shuffle) {
  Value *b = call.getArgOperand(3), *c = call.getArgOperand(4);
  auto constant = [&](unsigned number) {
    return ConstantVector::getSplat(ElementCount::getFixed(kLanes), warp.getInt32(number));
  };
  Value *lane = warp.iota(warp.getInt32Ty(), 1);
  Value *distance = warp.CreateAnd(warp.vector(b), constant(kLanes - 1));
  Value *clamp = warp.CreateAnd(warp.vector(c), constant(kLanes - 1));
  Value *segment = warp.CreateAnd(warp.CreateLShr(warp.vector(c), constant(8)), constant(kLanes - 1));
  Value *first = warp.CreateAnd(lane, segment);
  Value *bound = warp.CreateOr(first, warp.CreateAnd(clamp, warp.CreateNot(segment)));
  Value *source = nullptr, *in_range = nullptr;
  if (shuffle == Runtime::raddle_shfl_up) {
    source = warp.CreateSub(lane, distance);
    in_range = warp.CreateICmpSGE(source, bound);
  } else {
    if (shuffle == Runtime::raddle_shfl_down)
      source = warp.CreateAdd(lane, distance);
    else if (shuffle == Runtime::raddle_shfl_bfly)
      source = warp.CreateXor(lane, distance);
    else if (shuffle == Runtime::raddle_shfl_idx)
      source = warp.CreateOr(first, warp.CreateAnd(distance, warp.CreateNot(segment)));
    else
      nvvm::refuseToWrite(shuffle);
    // What is read by number lies within the segment, unless the clamp is less than that.
    in_range = shuffle == Runtime::raddle_shfl_idx && clamp == constant(kLanes - 1)
                   ? Constant::getAllOnesValue(warp.mask->getType())
                   : warp.CreateICmpSLE(source, bound);
  }
  return {warp.CreateSelect(in_range, source, lane), in_range};
}

// The distance, 0 to 31, that is the same for all lanes; null where it is not.
Value *distanceOf(WarpBuilder &warp, const OperationDecision &operation) {
  if (!operation.distance)
    return nullptr;
  Value *distance = warp.scalar(operation.distance);
  if (operation.function->id == Runtime::raddle_shfl_up)
    distance = warp.CreateNeg(distance);
  return warp.CreateAnd(distance, warp.getInt32(kLanes - 1));
}

// Where lanes read from, where that lies within bounds that only the run knows; empty where it is not known.
SmallVector<int, kLanes> knownOrder(const CallInst &call, Runtime shuffle) {
  auto *operand = dyn_cast<ConstantInt>(call.getArgOperand(3));
  if (!operand || shuffle == Runtime::raddle_shfl_idx)
    return {};
  const int distance = static_cast<int>(operand->getZExtValue() % kLanes);
  SmallVector<int, kLanes> order;
  for (int lane : seq(0, static_cast<int>(kLanes))) {
    const int source = shuffle == Runtime::raddle_shfl_up     ? lane - distance
                       : shuffle == Runtime::raddle_shfl_down ? lane + distance
                                                              : lane ^ distance;
    order.push_back(source >= 0 && source < static_cast<int>(kLanes) ? source : lane);
  }
  return order;
}

void defineHalves(WarpBuilder &warp, CallInst &call, const OtherHalf &other, Value *lower, Value *upper) {
  warp.define(call, other.is_lower ? upper : lower);
  warp.served[other.call] = other.is_lower ? lower : upper;
}

} // namespace

Value *sourceOfEachLane(WarpBuilder &warp, CallInst &shuffle) {
  return sourceLanes(warp, shuffle, nvvm::calledRuntimeFunction(shuffle)->id).source;
}

Value *someReadFrom(WarpBuilder &warp, Value *missing, CallInst &shuffle) {
  Value *source = sourceOfEachLane(warp, shuffle);
  Value *reads = warp.CreateTrunc(warp.CreateLShr(missing, source), warp.mask->getType());
  return warp.CreateIsNotNull(warp.bits(warp.CreateAnd(warp.mask, reads)));
}

// A shuffle in which all lanes read from the same one.
void emitReadOfOneLane(WarpBuilder &warp, CallInst &call, const OperationDecision &operation) {
  Value *value = call.getArgOperand(2);
  Value *lane = warp.CreateAnd(warp.scalar(call.getArgOperand(3)), warp.getInt32(kLanes - 1));
  auto unlessMissing = [&](Value *read) {
    if (warp.isFull(warp.mask))
      return read;
    Value *members = warp.CreateAnd(warp.scalar(maskOperand(call)), warp.bits(liveMask(warp)));
    Value *gives = warp.CreateTrunc(warp.CreateLShr(members, lane), warp.getInt1Ty());
    return warp.CreateSelect(gives, read, Constant::getNullValue(read->getType()));
  };
  if (warp.isUniform(value))
    return warp.define(call, unlessMissing(warp.scalar(value)));
  if (const OtherHalf &other = operation.other; other.call) {
    Value *both = unlessMissing(warp.CreateExtractElement(warp.vector(other.whole), lane));
    Value *lower = warp.CreateTrunc(both, warp.getInt32Ty());
    Value *upper = warp.CreateTrunc(warp.CreateLShr(both, 32), warp.getInt32Ty());
    return defineHalves(warp, call, other, lower, upper);
  }
  if (!warp.has_wide_permutes || isa<Constant>(lane))
    return warp.define(call, unlessMissing(warp.CreateExtractElement(warp.vector(value), lane)));
  // A permutation of registers does not go through memory, and has the value for all lanes.
  const unsigned half = kLanes / 2;
  Value *all =
      warp.CreateIntrinsic(Intrinsic::x86_avx512_vpermi2var_d_512, {},
                           {partOf(warp, warp.vector(value), 0, half), warp.CreateVectorSplat(half, lane),
                            partOf(warp, warp.vector(value), half, half)});
  all = unlessMissing(all);
  warp.define(call, warp.CreateExtractElement(all, std::uint64_t{0}));
  warp.keepVector(&call, concatenate(warp, {all, all}));
}

void emitShuffle(WarpBuilder &warp, CallInst &call, const OperationDecision &operation) {
  const Runtime shuffle = operation.function->id;
  Value *value = call.getArgOperand(2);
  Type *i32 = warp.getInt32Ty();
  auto [source, in_range] = sourceLanes(warp, call, shuffle);
  Value *distance_of_all = distanceOf(warp, operation);
  const auto known_order = isa<Constant>(source) ? SmallVector<int, kLanes>() : knownOrder(call, shuffle);
  // A lane that does not take part, or has returned, gives zero, as on a GPU. From one that is only missing no
  // lane reads (see requireLanes).
  Value *gives = nullptr;
  const bool groups = !warp.isUniform(maskOperand(call));
  if (!warp.isFull(warp.mask) || groups) {
    Value *live = warp.bits(liveMask(warp));
    Value *members = groups ? warp.CreateAnd(warp.vector(maskOperand(call)), warp.splat(live))
                            : warp.splat(warp.CreateAnd(warp.scalar(maskOperand(call)), live));
    // With the sign shifted in, LLVM sees that no lane is missing where the mask turns out to be full.
    gives = warp.CreateTrunc(warp.CreateAShr(members, source), warp.mask->getType());
  }
  auto shuffled = [&](Value *own) {
    Value *given =
        !known_order.empty() ? warp.CreateSelect(in_range, warp.CreateShuffleVector(own, known_order), own)
        : distance_of_all
            ? warp.CreateSelect(
                  in_range,
                  permuteByDistance(warp, own, distance_of_all, shuffle == Runtime::raddle_shfl_bfly), own)
            : permute(warp, own, source);
    return gives ? warp.CreateSelect(gives, given, Constant::getNullValue(own->getType())) : given;
  };
  const OtherHalf &other = operation.other;
  if (!other.call)
    return warp.define(call, shuffled(warp.vector(value)));
  Value *both = shuffled(warp.vector(other.whole));
  Value *lower = warp.CreateTrunc(both, widened(i32));
  Value *upper = warp.CreateTrunc(warp.CreateLShr(both, ConstantInt::get(both->getType(), 32)), widened(i32));
  defineHalves(warp, call, other, lower, upper);
}

} // namespace raddle::vectorize
