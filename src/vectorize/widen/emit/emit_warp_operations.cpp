// Warp operations, votes and barriers. Within a warp they need no runtime: all lanes are here.
//
// All but the block barriers have the runtime's parameters (thread, mask, operands...). The lanes that a mask
// names must be the active ones, exited lanes aside; otherwise lanes would have to wait for each other, which
// only the thread engine can do, and the launch stops with a report that says so. A shuffle goes on without those
// that are missing, as on a GPU, and with a warning, where no lane reads from one of them:
//
//   for (int i = lane % 8; i < length_of_my_row; i += 8)       groups of 8 lanes leave one after the other
//     sum += __shfl_xor_sync(0xffffffff, value[i], 4, 8);     but each lane's partner is there

#include "nvvm/markers.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/fields.h"
#include "vectorize/reshape/lanes/call_effects.h"
#include "vectorize/widen/emit/warp_emitter.h"

#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>

#include <utility>

using namespace llvm;

namespace raddle::vectorize {

namespace {

using nvvm::Runtime;
using nvvm::RuntimeFunction;

bool isShuffle(const CallInst &call) {
  const RuntimeFunction *function = nvvm::calledRuntimeFunction(call);
  return function && function->form == RuntimeFunction::Form::Shuffle;
}

// So many groups of lanes are noted where a launch may end.
constexpr unsigned kMostNoted = 6;

// What all lanes that come to `block` wait at next, or null.
const Instruction *nextThatWaits(const BasicBlock *block) {
  SmallPtrSet<const BasicBlock *, 8> seen;
  for (; block && seen.insert(block).second; block = block->getSingleSuccessor())
    for (const Instruction &instruction : *block)
      if (mayWait(instruction))
        return &instruction;
  return nullptr;
}

// Shuffles of one kind in one line follow each other, as those of an unrolled loop do.
SmallVector<ArrayRef<CallInst *>, 4> byLine(ArrayRef<CallInst *> shuffles) {
  auto lineOf = [](const CallInst *shuffle) {
    const DebugLoc &place = shuffle->getDebugLoc();
    return std::pair(shuffle->getCalledFunction(), place ? place.getLine() : 0);
  };
  SmallVector<ArrayRef<CallInst *>, 4> lines;
  while (!shuffles.empty()) {
    lines.push_back(shuffles.take_while(
        [&, line = lineOf(shuffles[0])](const CallInst *shuffle) { return lineOf(shuffle) == line; }));
    shuffles = shuffles.drop_front(lines.back().size());
  }
  return lines;
}

DebugLoc firstLocationIn(const BasicBlock &block) {
  for (const Instruction &instruction : block)
    if (const DebugLoc &location = instruction.getDebugLoc(); location && location.getLine())
      return location;
  return {};
}

} // namespace

Value *WarpEmitter::maskOperand(CallInst &call) { return call.getArgOperand(1); }

void WarpEmitter::emitWarpOperation(CallInst &call, const RuntimeFunction &function) {
  using enum RuntimeFunction::Form;
  if (auto found = served_.find(&call); found != served_.end())
    return define(call, found->second);
  requireLanes(call, function);
  switch (function.form) {
  case Vote:
    return emitVote(call, function.id);
  case Shuffle:
    return emitShuffle(call, function.id);
  case Reduce:
    return emitReduction(call, function.id);
  case Match:
    return emitMatch(call, function.id);
  default:
    return compilerBarrier();
  }
}

// ---- who takes part

// The launch ends where the condition does not hold.
void WarpEmitter::stopUnless(Value *condition, const RuntimeFunction &operation,
                             const LanesAtOperation &lanes) {
  if (auto *constant = dyn_cast<ConstantInt>(condition); constant && constant->isOne())
    return;
  BasicBlock *stop = newBlock("lanes.part"), *go_on = newBlock("lanes.meet");
  builder_.CreateCondBr(condition, go_on, stop, MDBuilder(builder_.getContext()).createLikelyBranchWeights());
  builder_.SetInsertPoint(stop);
  noteOtherLanes();
  callRuntime(Runtime::raddle_lanes_part,
              {thread_, builder_.CreateGlobalString(operation.name, "operation"),
               lanes.lane ? lanes.lane : builder_.getInt32(kLanes), lanes.wanted, lanes.active,
               bits(liveMask())},
              true);
  builder_.CreateUnreachable();
  builder_.SetInsertPoint(go_on);
}

// A shuffle, and those behind it in its block that have the same mask, as far as it is known here who reads from whom.
SmallVector<CallInst *, 8> WarpEmitter::shufflesFrom(CallInst &first) {
  auto isKnown = [&](const Value *operand) {
    auto *computed = dyn_cast<Instruction>(operand);
    return !computed || computed->getParent() != first.getParent() || computed->comesBefore(&first);
  };
  SmallVector<CallInst *, 8> shuffles;
  for (Instruction &instruction : make_range(first.getIterator(), first.getParent()->end())) {
    auto *call = dyn_cast<CallInst>(&instruction);
    if (!call || isa<IntrinsicInst>(call))
      continue;
    if (!isShuffle(*call) || maskOperand(*call) != maskOperand(first) || !isKnown(call->getArgOperand(3)) ||
        !isKnown(call->getArgOperand(4)))
      break;
    shuffles.push_back(call);
  }
  return shuffles;
}

// Where the condition does not hold, lanes are missing. The shuffles go on without them, with a warning, if `agree`
// holds and nobody reads from `missing()`; else the launch ends.
void WarpEmitter::warnUnless(Value *condition, ArrayRef<CallInst *> shuffles, const LanesAtOperation &lanes,
                             Value *agree, function_ref<Value *()> missing) {
  if (auto *constant = dyn_cast<ConstantInt>(condition); constant && constant->isOne())
    return;
  const DebugLoc here = builder_.getCurrentDebugLocation();
  BasicBlock *differ = newBlock("lanes.missing"), *go_on = newBlock("lanes.meet");
  builder_.CreateCondBr(condition, go_on, differ,
                        MDBuilder(builder_.getContext()).createLikelyBranchWeights());
  builder_.SetInsertPoint(differ);
  keepingValues([&] {
    Value *lanes_missing = missing();
    const auto lines = byLine(shuffles);
    for (ArrayRef<CallInst *> line : lines) {
      builder_.SetCurrentDebugLocation(line[0]->getDebugLoc());
      Value *reads = builder_.getFalse();
      for (CallInst *shuffle : line)
        reads = builder_.CreateOr(reads, someReadFrom(lanes_missing, *shuffle));
      stopUnless(builder_.CreateAnd(agree, builder_.CreateNot(reads)), *nvvm::calledRuntimeFunction(*line[0]),
                 lanes);
    }
    for (ArrayRef<CallInst *> line : lines) {
      builder_.SetCurrentDebugLocation(line[0]->getDebugLoc());
      warnOnce(*nvvm::calledRuntimeFunction(*line[0]), lanes.wanted);
    }
  });
  builder_.CreateBr(go_on);
  builder_.SetInsertPoint(go_on);
  builder_.SetCurrentDebugLocation(here);
}

// Each place keeps in mind whether it has warned. Registers and memory are as they were, so that the code around is
// the same as without it.
void WarpEmitter::warnOnce(const RuntimeFunction &operation, Value *wanted) {
  LLVMContext &context = builder_.getContext();
  auto *type = StructType::get(context, {builder_.getPtrTy(), builder_.getInt8Ty()});
  Constant *name = builder_.CreateGlobalString(operation.name, "operation");
  auto *place =
      new GlobalVariable(*target_.getParent(), type, false, GlobalValue::InternalLinkage,
                         ConstantStruct::get(type, {name, builder_.getInt8(0)}), marker::kShufflePlace);
  LoadInst *has_warned =
      builder_.CreateLoad(builder_.getInt8Ty(), builder_.CreateStructGEP(type, place, 1), "has.warned");
  has_warned->setAtomic(AtomicOrdering::Monotonic);
  BasicBlock *warn = newBlock("lanes.warn"), *go_on = newBlock("lanes.warned");
  builder_.CreateCondBr(builder_.CreateIsNull(has_warned), warn, go_on,
                        MDBuilder(context).createUnlikelyBranchWeights());
  builder_.SetInsertPoint(warn);
  CallInst *call = callRuntime(Runtime::raddle_lanes_are_missing,
                               {thread_, place, wanted, bits(mask_), bits(liveMask())}, true);
  call->addFnAttr(Attribute::get(context, marker::kKeepsRegisters));
  call->setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
  builder_.CreateBr(go_on);
  builder_.SetInsertPoint(go_on);
}

// For reports, where the launch ends: which lanes wait in front of which operations.
void WarpEmitter::noteOtherLanes() {
  SmallVector<BasicBlock *, 4> joins; // where lanes come that pass others by: nobody keeps their mask
  unsigned noted = 0;
  for (unsigned i : deferred_[block_].set_bits()) {
    BasicBlock *block = order_.blocks()[i];
    if (block == block_ || (is_kernel_ && order_.isOnlyLeaving(block)))
      continue;
    AllocaInst *waiting = waiting_.lookup(block);
    if (!waiting)
      joins.push_back(block);
    else if (noted++ < kMostNoted)
      noteLanesAt(block, bits(builder_.CreateLoad(waiting->getAllocatedType(), waiting)));
  }
  if (is_kernel_ && joins.size() == 1 && noted <= kMostNoted)
    noteLanesAt(joins[0], nullptr);
}

// Without `lanes`, those of which nothing else is said.
void WarpEmitter::noteLanesAt(BasicBlock *block, Value *lanes) {
  const DebugLoc here = builder_.getCurrentDebugLocation();
  const Instruction *next = nextThatWaits(block);
  Value *operation = ConstantPointerNull::get(builder_.getPtrTy()), *wanted = builder_.getInt32(0);
  const Value *mask = next ? maskOfOperation(*next) : nullptr;
  if (mask || (next && mayWaitForOtherWarps(*next)))
    if (const RuntimeFunction *function = nvvm::calledRuntimeFunction(*next))
      operation = builder_.CreateGlobalString(function->name, "operation");
  if (mask && isUniform(mask)) {
    auto *computed = dyn_cast<Instruction>(mask);
    AllocaInst *memory = value_slots_.lookup(mask);
    if (!computed)
      wanted = scalar(const_cast<Value *>(mask));
    else if (memory && is_contained(order_.dominatorsOf(block_), computed->getParent()))
      wanted = builder_.CreateLoad(memory->getAllocatedType(), memory);
  }
  builder_.SetCurrentDebugLocation(next ? next->getDebugLoc() : firstLocationIn(*block));
  callRuntime(Runtime::raddle_lanes_wait,
              {thread_, operation, lanes ? lanes : builder_.getInt32(~0u), wanted}, true);
  builder_.SetCurrentDebugLocation(here);
}

void WarpEmitter::requireLanes(CallInst &call, const RuntimeFunction &operation) {
  if (checked_.contains(&call))
    return;
  SmallVector<CallInst *, 8> shuffles;
  if (isShuffle(call))
    shuffles = shufflesFrom(call);
  checked_.insert(shuffles.begin(), shuffles.end());
  Value *mask_operand = maskOperand(call), *live = liveMask();
  auto require = [&](Value *condition, const LanesAtOperation &lanes, Value *agree,
                     function_ref<Value *()> missing) {
    if (shuffles.empty())
      stopUnless(condition, operation, lanes);
    else
      warnUnless(condition, shuffles, lanes, agree, missing);
  };
  if (isUniform(mask_operand)) {
    Value *wanted = scalar(mask_operand);
    // The usual case: the full mask where nobody is missing.
    auto *constant = dyn_cast<ConstantInt>(wanted);
    if (constant && constant->isMinusOne() && live == mask_)
      return;
    Value *expected = builder_.CreateAnd(wanted, bits(live));
    Value *are_named = builder_.CreateICmpEQ(builder_.CreateAnd(bits(mask_), wanted), bits(mask_));
    return require(builder_.CreateICmpEQ(expected, bits(mask_)), {wanted, bits(mask_)}, are_named,
                   [&] { return splat(builder_.CreateAnd(expected, builder_.CreateNot(bits(mask_)))); });
  }
  Value *wanted = vector(mask_operand);
  Value *missing =
      builder_.CreateAnd(wanted, splat(builder_.CreateAnd(bits(live), builder_.CreateNot(bits(mask_)))));
  SmallVector<Constant *, kLanes> own;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    own.push_back(builder_.getInt32(1u << lane));
  Value *agree = builder_.CreateICmpNE(builder_.CreateAnd(wanted, ConstantVector::get(own)),
                                       Constant::getNullValue(wanted->getType()));
  Value *complete = builder_.CreateICmpEQ(missing, Constant::getNullValue(missing->getType()));
  // Lanes with other masks meet elsewhere, or later.
  Value *alike = nullptr;
  if (!formsGroups(mask_operand)) {
    Value *named = builder_.CreateAnd(wanted, splat(bits(mask_)));
    alike = matchAny(named, Constant::getAllOnesValue(named->getType()));
    alike = builder_.CreateAnd(alike, named);
    agree = builder_.CreateAnd(agree, builder_.CreateICmpEQ(alike, named));
  }
  Value *wrong = builder_.CreateAnd(mask_, builder_.CreateNot(builder_.CreateAnd(agree, complete)));
  Value *first_wrong = builder_.CreateAnd(firstLane(wrong), builder_.getInt32(kLanes - 1));
  Value *all_agree = builder_.CreateIsNull(bits(builder_.CreateAnd(mask_, builder_.CreateNot(agree))));
  require(builder_.CreateIsNull(bits(wrong)),
          {builder_.CreateExtractElement(wanted, first_wrong),
           alike ? builder_.CreateExtractElement(alike, first_wrong) : bits(mask_), first_wrong},
          all_agree, [&] { return missing; });
}

// Whether lanes of which one names the other have the same mask whenever they have it at the same time: by
// construction, as what leaves a loop is a phi.
bool WarpEmitter::formsGroups(const Value *mask) const {
  const analysis::LaneShape &shape = shapes_.of(mask);
  if (shape.isUniform())
    return true;
  if (shape.isConstant()) {
    for (unsigned lane = 0; lane < kLanes; ++lane)
      for (unsigned other = 0; other < kLanes; ++other)
        if ((shape.valueOf(lane, kLanes) >> other & 1) &&
            shape.valueOf(lane, kLanes) != shape.valueOf(other, kLanes))
          return false;
    return true;
  }
  if (auto *operation = dyn_cast<BinaryOperator>(mask);
      operation && operation->getOpcode() == Instruction::And)
    return all_of(operation->operands(), [&](const Value *operand) { return formsGroups(operand); });
  return isCallOf(*mask, Runtime::raddle_match_any_32) || isCallOf(*mask, Runtime::raddle_match_any_64);
}

void WarpEmitter::requireAllLive(const RuntimeFunction &barrier) {
  if (Value *live = liveMask(); live != mask_)
    stopUnless(builder_.CreateICmpEQ(bits(live), bits(mask_)), barrier, {bits(live), bits(mask_)});
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
    stopUnless(builder_.CreateICmpEQ(agree, bits(mask_)), nvvm::rowOf(Runtime::raddle_barrier_sync),
               {bits(mask_), agree});
  }
}

void WarpEmitter::emitBlockBarrier(CallInst &call, const RuntimeFunction &barrier) {
  requireAllLive(barrier);
  // A block's only warp waits for nobody, and its accesses happen in the order in which they are written.
  const bool waits = !shapes_.block().one_warp;
  if (barrier.id == Runtime::raddle_syncthreads && !waits)
    return;
  noteLanes();
  if (barrier.form == RuntimeFunction::Form::NamedBarrier)
    requireOneBarrier(call);
  if (call.getType()->isVoidTy())
    return emitOnce(call);
  const bool named_count = barrier.id == Runtime::raddle_barrier_count;
  Value *predicate = call.getArgOperand(named_count ? 3 : 1);
  Value *holds = builder_.CreateAnd(
      mask_, builder_.CreateICmpNE(vector(predicate), Constant::getNullValue(widened(predicate->getType()))));
  Value *own = nullptr;
  if (barrier.id == Runtime::raddle_syncthreads_count || named_count)
    own = builder_.CreateUnaryIntrinsic(Intrinsic::ctpop, bits(holds));
  else if (barrier.id == Runtime::raddle_syncthreads_and)
    own = builder_.CreateZExt(builder_.CreateICmpEQ(bits(holds), bits(mask_)), builder_.getInt32Ty());
  else
    own =
        builder_.CreateZExt(builder_.CreateICmpNE(bits(holds), builder_.getInt32(0)), builder_.getInt32Ty());
  if (named_count) {
    // A warp waits at one barrier: id and number of threads are those of its first lane.
    CallInst *sum = callRuntime(
        barrier.id, {thread_, ofFirstLane(call.getArgOperand(1)), ofFirstLane(call.getArgOperand(2)), own},
        true);
    sum->setDebugLoc(call.getDebugLoc());
    return define(call, sum);
  }
  if (!waits)
    return define(call, own);
  const bool counts = barrier.id == Runtime::raddle_syncthreads_count;
  CallInst *result =
      callRuntime(counts ? Runtime::raddle_warp_syncthreads_count : barrier.id, {thread_, own}, true);
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

void WarpEmitter::emitVote(CallInst &call, Runtime vote) {
  using enum Runtime;
  Value *predicate = call.getArgOperand(2);
  Value *says_yes =
      builder_.CreateICmpNE(vector(predicate), Constant::getNullValue(widened(predicate->getType())));
  Value *holds = builder_.CreateAnd(mask_, says_yes);
  const bool is_answer = is_contained({raddle_vote_all, raddle_vote_any, raddle_vote_uni}, vote);
  if (is_answer && isUniform(maskOperand(call))) {
    Value *none = vote == raddle_vote_all ? nullptr : builder_.CreateNot(anyOf(holds));
    Value *all = vote == raddle_vote_any
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
  if (vote == raddle_vote_ballot)
    return define(call, votes);
  if (!is_answer)
    nvvm::refuseToWrite(vote);
  Value *none = builder_.CreateICmpEQ(votes, Constant::getNullValue(type));
  Value *all = builder_.CreateICmpEQ(votes, voters);
  Value *outcome = vote == raddle_vote_all   ? all
                   : vote == raddle_vote_any ? builder_.CreateNot(none)
                                             : builder_.CreateOr(all, none);
  define(call, builder_.CreateZExt(outcome, type));
}

} // namespace raddle::vectorize
