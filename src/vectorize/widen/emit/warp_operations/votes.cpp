// Votes.

#include "vectorize/widen/emit/vectors.h"
#include "vectorize/widen/emit/warp_operations/warp_operations.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Whether any of the lanes is set. AVX-512's masks have 16 lanes, and take longer to become one of 32.
Value *anyOf(WarpBuilder &warp, Value *lanes) {
  if (!warp.has_wide_permutes)
    return warp.CreateIsNotNull(warp.bits(lanes));
  const unsigned half = kLanes / 2;
  Value *either = warp.CreateOr(partOf(warp, lanes, 0, half), partOf(warp, lanes, half, half));
  return warp.CreateIsNotNull(warp.CreateBitCast(either, warp.getIntNTy(half)));
}

} // namespace

void emitVote(WarpBuilder &warp, CallInst &call, const OperationDecision &operation) {
  using enum nvvm::Runtime;
  const nvvm::Runtime vote = operation.function->id;
  Value *predicate = call.getArgOperand(2);
  Value *says_yes =
      warp.CreateICmpNE(warp.vector(predicate), Constant::getNullValue(widened(predicate->getType())));
  Value *holds = warp.CreateAnd(warp.mask, says_yes);
  const bool is_answer = is_contained({raddle_vote_all, raddle_vote_any, raddle_vote_uni}, vote);
  if (is_answer && warp.isUniform(maskOperand(call))) {
    Value *none = vote == raddle_vote_all ? nullptr : warp.CreateNot(anyOf(warp, holds));
    Value *all = vote == raddle_vote_any
                     ? nullptr
                     : warp.CreateNot(anyOf(warp, warp.CreateAnd(warp.mask, warp.CreateNot(says_yes))));
    Value *outcome = !none ? all : !all ? warp.CreateNot(none) : warp.CreateOr(all, none);
    return warp.define(call, warp.CreateZExt(outcome, warp.getInt32Ty()));
  }
  Value *votes = warp.bits(holds), *voters = warp.bits(warp.mask);
  Type *type = warp.getInt32Ty();
  // With a mask for each lane, each counts the votes of its own group.
  if (!warp.isUniform(maskOperand(call))) {
    Value *group = warp.vector(maskOperand(call));
    votes = warp.CreateAnd(warp.splat(votes), group);
    voters = warp.CreateAnd(warp.splat(voters), group);
    type = votes->getType();
  }
  if (vote == raddle_vote_ballot)
    return warp.define(call, votes);
  if (!is_answer)
    nvvm::refuseToWrite(vote);
  Value *none = warp.CreateICmpEQ(votes, Constant::getNullValue(type));
  Value *all = warp.CreateICmpEQ(votes, voters);
  Value *outcome = vote == raddle_vote_all   ? all
                   : vote == raddle_vote_any ? warp.CreateNot(none)
                                             : warp.CreateOr(all, none);
  warp.define(call, warp.CreateZExt(outcome, type));
}

} // namespace raddle::vectorize
