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

using namespace llvm;

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

void WarpEmitter::emitVote(CallInst &call, StringRef kind) {
  Value *predicate = call.getArgOperand(2);
  Value *holds = builder_.CreateAnd(
      mask_, builder_.CreateICmpNE(vector(predicate), Constant::getNullValue(widened(predicate->getType()))));
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

// result[i] = vector[source_lanes[i]], 0 <= source_lanes[i] < 32, elements of 32 bits.
Value *WarpEmitter::permute(Value *vector, Value *source_lanes) {
  if (auto *constant = dyn_cast<Constant>(source_lanes)) {
    SmallVector<int, kLanes> order;
    for (unsigned lane = 0; lane < kLanes; ++lane)
      order.push_back(
          static_cast<int>(cast<ConstantInt>(constant->getAggregateElement(lane))->getZExtValue()));
    return builder_.CreateShuffleVector(vector, order);
  }
  if (has_wide_permutes_) {
    SmallVector<int, 16> low(16), high(16), both(kLanes);
    for (int i = 0; i < 16; ++i) {
      low[static_cast<size_t>(i)] = i;
      high[static_cast<size_t>(i)] = i + 16;
    }
    for (unsigned i = 0; i < kLanes; ++i)
      both[i] = static_cast<int>(i);
    Value *a = builder_.CreateShuffleVector(vector, low), *b = builder_.CreateShuffleVector(vector, high);
    auto half = [&](ArrayRef<int> lanes) {
      return builder_.CreateIntrinsic(Intrinsic::x86_avx512_vpermi2var_d_512, {},
                                      {a, builder_.CreateShuffleVector(source_lanes, lanes), b});
    };
    return builder_.CreateShuffleVector(half(low), half(high), both);
  }
  Value *memory = spill(vector);
  Type *element = cast<VectorType>(vector->getType())->getElementType();
  Value *addresses = builder_.CreateGEP(element, memory, source_lanes);
  return builder_.CreateMaskedGather(vector->getType(), addresses, Align(4),
                                     Constant::getAllOnesValue(mask_->getType()));
}

// PTX shfl.sync: b is the source operand, c = clamp | segment mask << 8.
void WarpEmitter::emitShuffle(CallInst &call, StringRef kind) {
  Value *value = call.getArgOperand(2), *b = call.getArgOperand(3), *c = call.getArgOperand(4);
  Type *i32 = builder_.getInt32Ty();
  auto constant = [&](unsigned number) {
    return ConstantVector::getSplat(ElementCount::getFixed(kLanes), builder_.getInt32(number));
  };
  if (!shapes_.of(&call).isVarying()) {
    // All read from one lane.
    Value *lane = builder_.CreateAnd(scalar(b), builder_.getInt32(kLanes - 1));
    Value *read = isUniform(value) ? scalar(value) : builder_.CreateExtractElement(vector(value), lane);
    if (!isFull(mask_)) {
      Value *gives = builder_.CreateTrunc(builder_.CreateLShr(bits(mask_), lane), builder_.getInt1Ty());
      read = builder_.CreateSelect(gives, read, Constant::getNullValue(read->getType()));
    }
    define(call, read);
    return;
  }
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
    in_range = builder_.CreateICmpSLE(source, bound);
  }
  source = builder_.CreateSelect(in_range, source, lane);
  // A lane that does not take part gives zero, as on a GPU.
  const bool groups = !isUniform(maskOperand(call));
  if (!isFull(mask_) || groups) {
    Value *members = groups ? vector(maskOperand(call)) : splat(bits(mask_));
    Value *gives = builder_.CreateAnd(builder_.CreateLShr(members, source), constant(1));
    Value *does = builder_.CreateICmpNE(gives, Constant::getNullValue(gives->getType()));
    Value *own = vector(value);
    define(call, builder_.CreateSelect(does, permute(own, source), Constant::getNullValue(own->getType())));
    return;
  }
  define(call, permute(vector(value), source));
}

// ---- reductions and matches

namespace {

struct Reduction {
  Intrinsic::ID intrinsic;
  uint32_t neutral;
};

Reduction reductionOf(StringRef kind) {
  if (kind == "add")
    return {Intrinsic::vector_reduce_add, 0};
  if (kind == "umin")
    return {Intrinsic::vector_reduce_umin, ~0u};
  if (kind == "umax")
    return {Intrinsic::vector_reduce_umax, 0};
  if (kind == "min")
    return {Intrinsic::vector_reduce_smin, 0x7fffffffu};
  if (kind == "max")
    return {Intrinsic::vector_reduce_smax, 0x80000000u};
  if (kind == "and")
    return {Intrinsic::vector_reduce_and, ~0u};
  if (kind == "or")
    return {Intrinsic::vector_reduce_or, 0};
  return {Intrinsic::vector_reduce_xor, 0};
}

} // namespace

// Calls `body` once per group of active lanes; a group is what its first lane says, and includes it.
// body(first lane of the group, lanes that are left) returns the group's lanes as bits and their common
// result.
Value *WarpEmitter::forEachGroup(Type *result_type,
                                 function_ref<std::pair<Value *, Value *>(Value *first, Value *left)> body) {
  BasicBlock *before = builder_.GetInsertBlock(), *loop = newBlock("each.group"),
             *after = newBlock("each.group.end");
  Value *all = bits(mask_);
  builder_.CreateBr(loop);
  builder_.SetInsertPoint(loop);
  PHINode *left = builder_.CreatePHI(builder_.getInt32Ty(), 2, "lanes.left");
  PHINode *results = builder_.CreatePHI(widened(result_type), 2);
  left->addIncoming(all, before);
  results->addIncoming(Constant::getNullValue(results->getType()), before);
  Value *first = builder_.CreateBinaryIntrinsic(Intrinsic::cttz, left, builder_.getTrue());
  auto [group, result] = body(first, left);
  Value *merged = builder_.CreateSelect(maskFromBits(group), splat(result), results);
  Value *others = builder_.CreateAnd(left, builder_.CreateNot(group));
  left->addIncoming(others, builder_.GetInsertBlock());
  results->addIncoming(merged, builder_.GetInsertBlock());
  builder_.CreateCondBr(builder_.CreateICmpNE(others, builder_.getInt32(0)), loop, after);
  builder_.SetInsertPoint(after);
  return merged;
}

void WarpEmitter::emitReduction(CallInst &call, StringRef kind) {
  Reduction reduction = reductionOf(kind);
  Value *value = vector(call.getArgOperand(2));
  Value *neutral =
      ConstantVector::getSplat(ElementCount::getFixed(kLanes), builder_.getInt32(reduction.neutral));
  auto reduce = [&](Value *mask) {
    Value *taking_part = isFull(mask) ? value : builder_.CreateSelect(mask, value, neutral);
    return builder_.CreateUnaryIntrinsic(reduction.intrinsic, taking_part);
  };
  if (isUniform(maskOperand(call)))
    return define(call, reduce(mask_));
  Value *masks = vector(maskOperand(call));
  define(call, forEachGroup(builder_.getInt32Ty(), [&](Value *first, Value *) {
           Value *group = builder_.CreateAnd(builder_.CreateExtractElement(masks, first), bits(mask_));
           return std::pair(group, reduce(maskFromBits(group)));
         }));
}

void WarpEmitter::emitMatch(CallInst &call, StringRef kind) {
  Value *value = vector(call.getArgOperand(2));
  Value *masks = vector(maskOperand(call));
  auto equalTo = [&](Value *lane) {
    return bits(builder_.CreateICmpEQ(value, splat(builder_.CreateExtractElement(value, lane))));
  };
  if (kind.starts_with("any")) {
    define(call, forEachGroup(builder_.getInt32Ty(), [&](Value *first, Value *left) {
             Value *mask = builder_.CreateExtractElement(masks, first);
             Value *group = builder_.CreateAnd(builder_.CreateAnd(equalTo(first), mask), left);
             return std::pair(group, group);
           }));
    return;
  }
  // match_all: the mask if all have the same value, else 0; and whether, through a pointer.
  Value *outcome = forEachGroup(builder_.getInt32Ty(), [&](Value *first, Value *) {
    Value *group = builder_.CreateAnd(builder_.CreateExtractElement(masks, first), bits(mask_));
    Value *same = builder_.CreateICmpEQ(builder_.CreateAnd(equalTo(first), group), group);
    return std::pair(group, builder_.CreateSelect(same, group, builder_.getInt32(0)));
  });
  Value *nobody = Constant::getNullValue(outcome->getType());
  Value *agrees = builder_.CreateZExt(builder_.CreateICmpNE(outcome, nobody), outcome->getType());
  builder_.CreateMaskedScatter(agrees, vector(call.getArgOperand(3)), Align(4), mask_);
  if (shapes_.of(&call).isVarying())
    define(call, outcome);
  else
    define(call, builder_.CreateExtractElement(outcome, firstLane(mask_)));
}

} // namespace raddle::vectorize
