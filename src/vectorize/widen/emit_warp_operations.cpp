// Votes, shuffles, reductions, matches and barriers. Within a warp they need no runtime: all lanes are here.
//
// All but the block barriers have the runtime's parameters (thread, mask, operands...). The lanes that a mask
// names must be the active ones, exited lanes aside; otherwise lanes would have to wait for each other, which
// only the thread engine can do, and the launch stops with a report that says so.

#include "vectorize/fields.h"
#include "vectorize/widen/warp_emitter.h"

#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/PatternMatch.h>

#include <numeric>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace raddle::vectorize {

Value *WarpEmitter::maskOperand(CallInst &call) { return call.getArgOperand(1); }

bool WarpEmitter::emitWarpOperation(CallInst &call, StringRef name) {
  if (name == "raddle_activemask") {
    define(call, bits(mask_));
    return true;
  }
  if (name.starts_with("raddle_syncthreads") || name.starts_with("raddle_barrier_")) {
    emitBlockBarrier(call, name);
    return true;
  }
  const bool is_warp_operation = name == "raddle_syncwarp" || name.starts_with("raddle_vote_") ||
                                 name.starts_with("raddle_shfl_") || name.starts_with("raddle_redux_") ||
                                 name.starts_with("raddle_match_");
  if (!is_warp_operation)
    return false;
  if (auto found = served_.find(&call); found != served_.end()) {
    define(call, found->second);
    return true;
  }
  requireLanes(maskOperand(call), name);
  if (name == "raddle_syncwarp")
    compilerBarrier();
  else if (name.consume_front("raddle_vote_"))
    emitVote(call, name);
  else if (name.consume_front("raddle_shfl_"))
    emitShuffle(call, name);
  else if (name.consume_front("raddle_redux_"))
    emitReduction(call, name);
  else if (name.consume_front("raddle_match_"))
    emitMatch(call, name);
  return true;
}

// ---- who takes part

// The launch ends where the condition does not hold: `active` lanes are at the operation, which is for the
// `wanted` ones; all say so, or `lane` does.
void WarpEmitter::stopUnless(Value *condition, StringRef operation, Value *wanted, Value *active,
                             Value *lane) {
  if (auto *constant = dyn_cast<ConstantInt>(condition); constant && constant->isOne())
    return;
  BasicBlock *stop = newBlock("lanes.part"), *go_on = newBlock("lanes.meet");
  builder_.CreateCondBr(condition, go_on, stop, MDBuilder(builder_.getContext()).createLikelyBranchWeights());
  builder_.SetInsertPoint(stop);
  CallInst *call = callRuntime("raddle_lanes_part", builder_.getVoidTy(),
                               {thread_, builder_.CreateGlobalString(operation, "operation"),
                                lane ? lane : builder_.getInt32(kLanes), wanted, active, bits(liveMask())},
                               true);
  call->getCalledFunction()->setDoesNotReturn();
  builder_.CreateUnreachable();
  builder_.SetInsertPoint(go_on);
}

void WarpEmitter::requireLanes(Value *mask_operand, StringRef operation) {
  Value *live = liveMask();
  if (isUniform(mask_operand)) {
    Value *wanted = scalar(mask_operand);
    // The usual case: the full mask where nobody is missing.
    auto *constant = dyn_cast<ConstantInt>(wanted);
    if (constant && constant->isMinusOne() && live == mask_)
      return;
    stopUnless(builder_.CreateICmpEQ(builder_.CreateAnd(wanted, bits(live)), bits(mask_)), operation, wanted,
               bits(mask_));
    return;
  }
  Value *wanted = vector(mask_operand);
  Value *missing =
      builder_.CreateAnd(wanted, splat(builder_.CreateAnd(bits(live), builder_.CreateNot(bits(mask_)))));
  SmallVector<Constant *, kLanes> own;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    own.push_back(builder_.getInt32(1u << lane));
  Value *names_itself = builder_.CreateICmpNE(builder_.CreateAnd(wanted, ConstantVector::get(own)),
                                              Constant::getNullValue(wanted->getType()));
  Value *complete = builder_.CreateICmpEQ(missing, Constant::getNullValue(missing->getType()));
  Value *wrong = builder_.CreateAnd(mask_, builder_.CreateNot(builder_.CreateAnd(names_itself, complete)));
  Value *first_wrong = builder_.CreateAnd(firstLane(wrong), builder_.getInt32(kLanes - 1));
  stopUnless(builder_.CreateICmpEQ(bits(wrong), builder_.getInt32(0)), operation,
             builder_.CreateExtractElement(wanted, first_wrong), bits(mask_), first_wrong);
}

void WarpEmitter::requireAllLive(StringRef operation) {
  if (Value *live = liveMask(); live != mask_)
    stopUnless(builder_.CreateICmpEQ(bits(live), bits(mask_)), operation, bits(live), bits(mask_));
}

// For reports: who waits, or polls, when nothing moves any more.
void WarpEmitter::noteLanes() {
  builder_.CreateStore(bits(mask_), builder_.CreateConstInBoundsGEP1_32(builder_.getInt8Ty(), thread_,
                                                                        offsetof(RaddleThread, lanes_here)));
}

// ---- barriers of the block: the warp arrives as one

// A warp arrives at one barrier: (thread, id, number of threads, ...) are the same for all its lanes.
void WarpEmitter::requireOneBarrier(CallInst &call) {
  for (const Use &argument : make_range(call.arg_begin() + 1, call.arg_begin() + 3)) {
    if (isUniform(argument))
      continue;
    Value *same = builder_.CreateICmpEQ(vector(argument), splat(ofFirstLane(argument)));
    Value *agree = bits(builder_.CreateAnd(mask_, same));
    stopUnless(builder_.CreateICmpEQ(agree, bits(mask_)), "raddle_barrier_sync", bits(mask_), agree);
  }
}

void WarpEmitter::emitBlockBarrier(CallInst &call, StringRef name) {
  requireAllLive(name);
  // A block's only warp waits for nobody, and its accesses happen in the order in which they are written.
  const bool waits = !shapes_.block().one_warp;
  if (name == "raddle_syncthreads" && !waits)
    return;
  noteLanes();
  if (name.starts_with("raddle_barrier_"))
    requireOneBarrier(call);
  const bool named_count = name == "raddle_barrier_count";
  if (name == "raddle_syncthreads" || (name.starts_with("raddle_barrier_") && !named_count))
    return emitOnce(call);
  Value *predicate = call.getArgOperand(named_count ? 3 : 1);
  Value *holds = builder_.CreateAnd(
      mask_, builder_.CreateICmpNE(vector(predicate), Constant::getNullValue(widened(predicate->getType()))));
  Value *own = nullptr;
  if (name == "raddle_syncthreads_count" || named_count)
    own = builder_.CreateUnaryIntrinsic(Intrinsic::ctpop, bits(holds));
  else if (name == "raddle_syncthreads_and")
    own = builder_.CreateZExt(builder_.CreateICmpEQ(bits(holds), bits(mask_)), builder_.getInt32Ty());
  else
    own =
        builder_.CreateZExt(builder_.CreateICmpNE(bits(holds), builder_.getInt32(0)), builder_.getInt32Ty());
  if (named_count) {
    // A warp waits at one barrier: id and number of threads are those of its first lane.
    CallInst *sum = callRuntime(
        name, builder_.getInt32Ty(),
        {thread_, ofFirstLane(call.getArgOperand(1)), ofFirstLane(call.getArgOperand(2)), own}, true);
    sum->setDebugLoc(call.getDebugLoc());
    return define(call, sum);
  }
  if (!waits)
    return define(call, own);
  std::string function = name == "raddle_syncthreads_count" ? "raddle_warp_syncthreads_count" : name.str();
  CallInst *result = callRuntime(function, builder_.getInt32Ty(), {thread_, own}, true);
  result->setDebugLoc(call.getDebugLoc());
  define(call, result);
}

// ---- votes

// Whether any of the lanes is set. AVX-512's masks have 16 lanes, and take longer to become one of 32.
Value *WarpEmitter::anyOf(Value *lanes) {
  if (!has_wide_permutes_)
    return builder_.CreateIsNotNull(bits(lanes));
  const unsigned half = kLanes / 2;
  Value *either = builder_.CreateOr(partOf(lanes, 0, half), partOf(lanes, half, half));
  return builder_.CreateIsNotNull(builder_.CreateBitCast(either, builder_.getIntNTy(half)));
}

void WarpEmitter::emitVote(CallInst &call, StringRef kind) {
  Value *predicate = call.getArgOperand(2);
  Value *says_yes =
      builder_.CreateICmpNE(vector(predicate), Constant::getNullValue(widened(predicate->getType())));
  Value *holds = builder_.CreateAnd(mask_, says_yes);
  if (kind != "ballot" && isUniform(maskOperand(call))) {
    Value *none = kind == "all" ? nullptr : builder_.CreateNot(anyOf(holds));
    Value *all = kind == "any"
                     ? nullptr
                     : builder_.CreateNot(anyOf(builder_.CreateAnd(mask_, builder_.CreateNot(says_yes))));
    Value *outcome = !none ? all : !all ? builder_.CreateNot(none) : builder_.CreateOr(all, none);
    return define(call, builder_.CreateZExt(outcome, builder_.getInt32Ty()));
  }
  Value *votes = bits(holds), *voters = bits(mask_);
  Type *type = builder_.getInt32Ty();
  // With a mask for each lane, each counts the votes of its own group.
  if (!isUniform(maskOperand(call))) {
    Value *group = vector(maskOperand(call));
    votes = builder_.CreateAnd(splat(votes), group);
    voters = builder_.CreateAnd(splat(voters), group);
    type = votes->getType();
  }
  if (kind == "ballot")
    return define(call, votes);
  Value *none = builder_.CreateICmpEQ(votes, Constant::getNullValue(type));
  Value *all = builder_.CreateICmpEQ(votes, voters);
  Value *outcome = kind == "all"   ? all
                   : kind == "any" ? builder_.CreateNot(none)
                                   : builder_.CreateOr(all, none);
  define(call, builder_.CreateZExt(outcome, type));
}

// ---- shuffles

// `count` lanes from `first` on.
Value *WarpEmitter::partOf(Value *lanes, unsigned first, unsigned count) {
  SmallVector<int, kLanes> numbers(count);
  std::iota(numbers.begin(), numbers.end(), static_cast<int>(first));
  return builder_.CreateShuffleVector(lanes, numbers);
}

// With AVX2 an instruction of its own, of which LLVM makes a comparison with a bit where it may.
Value *WarpEmitter::selectBySign(Value *sign, Value *negative, Value *otherwise) {
  if (has_wide_permutes_)
    return builder_.CreateSelect(builder_.CreateIsNeg(sign), negative, otherwise);
  auto *floats = FixedVectorType::get(builder_.getFloatTy(), registerBytes() / 4);
  auto asFloats = [&](Value *value) { return builder_.CreateBitCast(value, floats); };
  Value *chosen = builder_.CreateIntrinsic(Intrinsic::x86_avx_blendv_ps_256, {},
                                           {asFloats(otherwise), asFloats(negative), asFloats(sign)});
  return builder_.CreateBitCast(chosen, negative->getType());
}

// result[i] = vector[source_lanes[i]], 0 <= source_lanes[i] < 32, elements of 32 or 64 bits.
Value *WarpEmitter::permute(Value *vector, Value *source_lanes) {
  if (auto *constant = dyn_cast<Constant>(source_lanes)) {
    SmallVector<int, kLanes> order;
    for (unsigned lane = 0; lane < kLanes; ++lane)
      order.push_back(
          static_cast<int>(cast<ConstantInt>(constant->getAggregateElement(lane))->getZExtValue()));
    return builder_.CreateShuffleVector(vector, order);
  }
  if (!has_wide_permutes_ && !has_permutes_) {
    Value *memory = spill(vector);
    Type *element = cast<VectorType>(vector->getType())->getElementType();
    Value *addresses = builder_.CreateGEP(element, memory, source_lanes);
    return builder_.CreateMaskedGather(vector->getType(), addresses, Align(4),
                                       Constant::getAllOnesValue(mask_->getType()));
  }

  if (vector->getType()->getScalarSizeInBits() == 64)
    return permuteHalves(vector, source_lanes);

  // Register by register: an instruction chooses among the lanes of one register, or two of AVX-512; what
  // is left of the lane's number chooses among their results. With AVX2 that takes 8 ns, gathers from the stack 12
  // (Xeon, 2026-11-21).
  const unsigned per_register = registerBytes() / 4;
  auto part = [&](Value *whole, unsigned number) {
    return partOf(whole, number * per_register, per_register);
  };
  SmallVector<Value *, 8> sources, results;
  for (unsigned i = 0; i < kLanes / per_register; ++i)
    sources.push_back(part(vector, i));
  for (unsigned i = 0; i < kLanes / per_register; ++i) {
    Value *lanes = part(source_lanes, i);
    SmallVector<Value *, 8> chosen;
    unsigned reach = per_register;
    if (has_wide_permutes_) {
      reach *= 2;
      for (size_t j = 0; j < sources.size(); j += 2)
        chosen.push_back(builder_.CreateIntrinsic(Intrinsic::x86_avx512_vpermi2var_d_512, {},
                                                  {sources[j], lanes, sources[j + 1]}));
    } else {
      for (Value *source : sources)
        chosen.push_back(builder_.CreateIntrinsic(Intrinsic::x86_avx2_permd, {}, {source, lanes}));
    }
    for (; chosen.size() > 1; reach *= 2) {
      const unsigned to_sign = lanes->getType()->getScalarSizeInBits() - 1 - Log2_32(reach);
      Value *sign = builder_.CreateShl(lanes, ConstantInt::get(lanes->getType(), to_sign));
      for (size_t j = 0; j < chosen.size() / 2; ++j)
        chosen[j] = selectBySign(sign, chosen[2 * j + 1], chosen[2 * j]);
      chosen.resize(chosen.size() / 2);
    }
    results.push_back(chosen[0]);
  }
  return concatenate(std::move(results));
}

// Elements of 64 bits: all lower halves are in as many registers as their permutation knows, and so are the
// upper ones.
Value *WarpEmitter::permuteHalves(Value *vector, Value *source_lanes) {
  Value *words = builder_.CreateBitCast(vector, FixedVectorType::get(builder_.getInt32Ty(), 2 * kLanes));
  Value *halves[2];
  SmallVector<int, 2 * kLanes> alternating(2 * kLanes);
  for (unsigned upper : {0, 1}) {
    SmallVector<int, kLanes> own(kLanes);
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      own[lane] = static_cast<int>(2 * lane + upper);
      alternating[2 * lane + upper] = static_cast<int>(lane + kLanes * upper);
    }
    halves[upper] = permute(builder_.CreateShuffleVector(words, own), source_lanes);
  }
  return builder_.CreateBitCast(builder_.CreateShuffleVector(halves[0], halves[1], alternating),
                                vector->getType());
}

// CUDA shuffles 64 bits as two halves. Here is one half: finds the other, which comes later, and the whole.
WarpEmitter::OtherHalf WarpEmitter::otherHalf(CallInst &call) const {
  auto halfOf = [](Value *value) -> std::pair<Value *, bool> {
    Value *whole = nullptr;
    if (match(value, m_Trunc(m_LShr(m_Value(whole), m_SpecificInt(32)))) && whole->getType()->isIntegerTy(64))
      return {whole, true};
    if (match(value, m_Trunc(m_Value(whole))) && whole->getType()->isIntegerTy(64))
      return {whole, false};
    return {nullptr, false};
  };
  auto [whole, is_upper] = halfOf(call.getArgOperand(2));
  if (!whole)
    return {};
  for (Instruction *next = call.getNextNode(); next; next = next->getNextNode()) {
    auto *other = dyn_cast<CallInst>(next);
    if (!other || other->getCalledFunction() != call.getCalledFunction())
      continue;
    bool alike = true;
    for (unsigned operand : {1, 3, 4})
      alike &= other->getArgOperand(operand) == call.getArgOperand(operand);
    if (alike && halfOf(other->getArgOperand(2)) == std::pair(whole, !is_upper))
      return {other, whole, /*is_lower=*/is_upper};
  }
  return {};
}

// A shuffle in which all lanes read from the same one.
void WarpEmitter::emitReadOfOneLane(CallInst &call) {
  Value *value = call.getArgOperand(2);
  Value *lane = builder_.CreateAnd(scalar(call.getArgOperand(3)), builder_.getInt32(kLanes - 1));
  auto unlessMissing = [&](Value *read) {
    if (isFull(mask_))
      return read;
    Value *gives = builder_.CreateTrunc(builder_.CreateLShr(bits(mask_), lane), builder_.getInt1Ty());
    return builder_.CreateSelect(gives, read, Constant::getNullValue(read->getType()));
  };
  if (isUniform(value))
    return define(call, unlessMissing(scalar(value)));
  if (OtherHalf other = otherHalf(call); other.call) {
    Value *both = unlessMissing(builder_.CreateExtractElement(vector(other.whole), lane));
    Value *lower = builder_.CreateTrunc(both, builder_.getInt32Ty());
    Value *upper = builder_.CreateTrunc(builder_.CreateLShr(both, 32), builder_.getInt32Ty());
    define(call, other.is_lower ? upper : lower);
    served_[other.call] = other.is_lower ? lower : upper;
    return;
  }
  if (!has_wide_permutes_ || isa<Constant>(lane))
    return define(call, unlessMissing(builder_.CreateExtractElement(vector(value), lane)));
  // A permutation of registers does not go through memory, and has the value for all lanes.
  const unsigned half = kLanes / 2;
  Value *all =
      builder_.CreateIntrinsic(Intrinsic::x86_avx512_vpermi2var_d_512, {},
                               {partOf(vector(value), 0, half), builder_.CreateVectorSplat(half, lane),
                                partOf(vector(value), half, half)});
  all = unlessMissing(all);
  define(call, builder_.CreateExtractElement(all, std::uint64_t{0}));
  vectors_[&call] = concatenate({all, all});
}

// PTX shfl.sync: b is the source operand, c = clamp | segment mask << 8.
void WarpEmitter::emitShuffle(CallInst &call, StringRef kind) {
  Value *value = call.getArgOperand(2), *b = call.getArgOperand(3), *c = call.getArgOperand(4);
  Type *i32 = builder_.getInt32Ty();
  auto constant = [&](unsigned number) {
    return ConstantVector::getSplat(ElementCount::getFixed(kLanes), builder_.getInt32(number));
  };
  if (!shapes_.of(&call).isVarying())
    return emitReadOfOneLane(call);
  Value *lane = iota(i32, 1);
  Value *distance = builder_.CreateAnd(vector(b), constant(kLanes - 1));
  Value *clamp = builder_.CreateAnd(vector(c), constant(kLanes - 1));
  Value *segment = builder_.CreateAnd(builder_.CreateLShr(vector(c), constant(8)), constant(kLanes - 1));
  Value *first = builder_.CreateAnd(lane, segment);
  Value *bound = builder_.CreateOr(first, builder_.CreateAnd(clamp, builder_.CreateNot(segment)));
  Value *source = nullptr, *in_range = nullptr;
  if (kind == "up") {
    source = builder_.CreateSub(lane, distance);
    in_range = builder_.CreateICmpSGE(source, bound);
  } else {
    if (kind == "down")
      source = builder_.CreateAdd(lane, distance);
    else if (kind == "bfly")
      source = builder_.CreateXor(lane, distance);
    else
      source = builder_.CreateOr(first, builder_.CreateAnd(distance, builder_.CreateNot(segment)));
    // What is read by number lies within the segment, unless the clamp is less than that.
    in_range = kind == "idx" && clamp == constant(kLanes - 1) ? Constant::getAllOnesValue(mask_->getType())
                                                              : builder_.CreateICmpSLE(source, bound);
  }
  source = builder_.CreateSelect(in_range, source, lane);
  // A lane that does not take part gives zero, as on a GPU.
  Value *gives = nullptr;
  const bool groups = !isUniform(maskOperand(call));
  if (!isFull(mask_) || groups) {
    Value *members = groups ? vector(maskOperand(call)) : splat(bits(mask_));
    gives = builder_.CreateTrunc(builder_.CreateLShr(members, source), mask_->getType());
  }
  auto shuffled = [&](Value *own) {
    Value *given = permute(own, source);
    return gives ? builder_.CreateSelect(gives, given, Constant::getNullValue(own->getType())) : given;
  };
  OtherHalf other = otherHalf(call);
  if (!other.call)
    return define(call, shuffled(vector(value)));
  Value *both = shuffled(vector(other.whole));
  Value *lower = builder_.CreateTrunc(both, widened(i32));
  Value *upper =
      builder_.CreateTrunc(builder_.CreateLShr(both, ConstantInt::get(both->getType(), 32)), widened(i32));
  define(call, other.is_lower ? upper : lower);
  served_[other.call] = other.is_lower ? lower : upper;
}

} // namespace raddle::vectorize
