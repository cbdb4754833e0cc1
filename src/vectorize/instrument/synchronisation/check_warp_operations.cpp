// RADDLE_CHECK=sync: what has to be known of warp operations before they can be judged.
//
//   unsigned mask = __activemask();                       whoever happens to be there
//   value += __shfl_down_sync(mask, value, 8);            takes a certain lane to be among them
//   if (lane == __ffs(mask) - 1) atomicAdd(p, n);         adapts to whoever it is: opportunistic, and right
//
// A mask comes from __activemask() if it is computed from it, also by a match or a vote among those lanes. A shuffle is right if
// the lane that it reads from is computed from the mask too. Other operations are taken to be right if the code looks at the
// mask elsewhere: how many lanes it has, which is the first. __syncwarp() waits for nobody then, so that it is wrong, unless so.
// What coalesced_threads() makes a group of is right in any case.
//
// A shuffle may read from a lane that does not take part, if its value is only used under a condition that leaves it out.
//
// The warp engine finds these facts at the calls (warp_checks.h), the thread engine is told by calls in front of them.

#include "nvvm/markers.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/instrument/synchronisation/warp_checks.h"
#include "vectorize/passes.h"

#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Dominators.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

using nvvm::Runtime;
using nvvm::RuntimeFunction;
using Form = RuntimeFunction::Form;

constexpr unsigned kMask = 1, kSource = 3, kClamp = 4; // operands

const RuntimeFunction *warpOperationOf(const Instruction &instruction) {
  const RuntimeFunction *function = nvvm::calledRuntimeFunction(instruction);
  return function && function->isWarpOperation() ? function : nullptr;
}

bool isMatchAny(const RuntimeFunction &function) {
  return function.id == Runtime::raddle_match_any_32 || function.id == Runtime::raddle_match_any_64;
}

// All that is computed from masks of __activemask() in a function.
class ActiveLanes {
public:
  explicit ActiveLanes(Function &function) {
    for (Instruction &instruction : instructions(function))
      if (nvvm::isCallOf(instruction, Runtime::raddle_activemask) &&
          !cast<CallInst>(instruction).hasFnAttr(marker::kMakesGroup))
        add(&instruction);
    while (!work_.empty())
      follow(*work_.pop_back_val());
  }

  bool contain(const Value *value) const { return known_.contains(value); }
  /// Whether the code looks at the mask, and not only hands it on.
  bool areLookedAt() const { return looked_at_; }

private:
  void add(Instruction *instruction) {
    if (known_.insert(instruction).second)
      work_.push_back(instruction);
  }

  void follow(Instruction &value) {
    for (User *user : value.users()) {
      auto *next = dyn_cast<Instruction>(user);
      if (!next)
        continue;
      if (const RuntimeFunction *operation = warpOperationOf(*next)) {
        // The lanes that match, or have voted for something, are some of these lanes.
        if (cast<CallBase>(next)->getArgOperand(kMask) == &value &&
            (isMatchAny(*operation) || operation->id == Runtime::raddle_vote_ballot))
          add(next);
        continue;
      }
      if (auto *intrinsic = dyn_cast<IntrinsicInst>(next))
        looked_at_ |= intrinsic->getIntrinsicID() == Intrinsic::ctpop ||
                      intrinsic->getIntrinsicID() == Intrinsic::cttz ||
                      intrinsic->getIntrinsicID() == Intrinsic::ctlz;
      looked_at_ |= isa<ICmpInst>(next) || next->isShift();
      if (isa<BinaryOperator, CastInst, SelectInst, PHINode, FreezeInst, IntrinsicInst, ICmpInst>(next))
        add(next);
    }
  }

  DenseSet<const Value *> known_;
  SmallVector<Instruction *, 16> work_;
  bool looked_at_ = false;
};

// How wrong an operation with such a mask is: none, where it is right.
ActiveMaskUse useOfActiveMask(const CallBase &call, const RuntimeFunction &operation,
                              const ActiveLanes &lanes) {
  if (!lanes.contain(call.getArgOperand(kMask)) || isMatchAny(operation))
    return ActiveMaskUse::kRight;
  if (operation.form == Form::Shuffle)
    return lanes.contain(call.getArgOperand(kSource)) ? ActiveMaskUse::kRight : ActiveMaskUse::kWrong;
  if (lanes.areLookedAt())
    return ActiveMaskUse::kRight;
  return operation.form == Form::Sync || operation.form == Form::Reduce ? ActiveMaskUse::kWrong
                                                                        : ActiveMaskUse::kDoubtful;
}

// Whether what the shuffle reads is used under a condition only: in a selection, or in code that not all paths lead to.
bool isUsedUnderCondition(const CallBase &shuffle, const DominatorTree &before,
                          const PostDominatorTree &after) {
  SmallPtrSet<const Value *, 16> seen;
  SmallVector<const Instruction *, 16> work{&shuffle};
  bool is_selected = false;
  while (!work.empty()) {
    const Instruction *value = work.pop_back_val();
    for (const User *user : value->users()) {
      auto *use = cast<Instruction>(user);
      // It comes from one of several sides; at the head of a loop all iterations but the first have it.
      if (isa<PHINode>(use) && !before.dominates(use->getParent(), shuffle.getParent())) {
        is_selected = true;
        continue;
      }
      if (!after.dominates(use->getParent(), shuffle.getParent())) {
        is_selected = true;
        continue;
      }
      if (auto *select = dyn_cast<SelectInst>(use)) {
        if (select->getCondition() == value)
          return false;
        is_selected = true;
        continue;
      }
      // Comparisons and sums of it are still nothing that matters.
      if (!isa<BinaryOperator, UnaryOperator, CastInst, CmpInst, FreezeInst, IntrinsicInst, InsertElementInst,
               ExtractElementInst, PHINode>(use) ||
          seen.size() > 64)
        return false;
      if (seen.insert(use).second)
        work.push_back(use);
    }
  }
  return is_selected;
}

// The segment mask is 32 less the width: that of a power of two has no hole.
bool isOfPowerOfTwo(std::uint64_t clamp) {
  const std::uint64_t width = 32 - (clamp >> 8 & 0xffffff);
  return width - 1 < 32 && isPowerOf2_64(width);
}

class OperationChecker {
public:
  OperationChecker(Function &function, const Input &input)
      : function_(function), input_(input), lanes_(function), before_(function), after_(function) {}

  void check(CallInst &call, const RuntimeFunction &operation) {
    WarpChecks checks;
    checks.active_mask = useOfActiveMask(call, operation, lanes_);
    if (operation.form == Form::Shuffle) {
      checks.discards = isUsedUnderCondition(call, before_, after_);
      checkWidth(call, operation);
    }
    checks.noteAt(call);
    if (input_.lanes == 1)
      tellThreadEngine(call, operation, checks);
  }

private:
  CallInst *insert(CallInst &before, Runtime function, ArrayRef<Value *> arguments) {
    CallInst *call = CallInst::Create(nvvm::declare(*function_.getParent(), function), arguments, "",
                                      before.getIterator());
    call->setDebugLoc(before.getDebugLoc());
    return call;
  }

  void checkWidth(CallInst &call, const RuntimeFunction &operation) {
    if (call.hasFnAttr(marker::kHasAnySegments))
      return;
    Value *clamp = call.getArgOperand(kClamp);
    if (auto *known = dyn_cast<ConstantInt>(clamp); known && isOfPowerOfTwo(known->getZExtValue()))
      return;
    insert(call, Runtime::raddle_check_width, {threadOf(function_), nameOf(call, operation), clamp});
  }

  void tellThreadEngine(CallInst &call, const RuntimeFunction &operation, const WarpChecks &checks) {
    if (checks.discards)
      insert(call, Runtime::raddle_discard_next_read, {threadOf(function_)});
    if (checks.active_mask != ActiveMaskUse::kRight)
      insert(call, Runtime::raddle_check_active_mask,
             {threadOf(function_), nameOf(call, operation), call.getArgOperand(kMask),
              ConstantInt::get(call.getArgOperand(kMask)->getType(),
                               checks.active_mask == ActiveMaskUse::kDoubtful)});
  }

  static Value *nameOf(CallInst &call, const RuntimeFunction &operation) {
    return IRBuilder<>(&call).CreateGlobalString(operation.name, "operation");
  }

  Function &function_;
  const Input &input_;
  const ActiveLanes lanes_;
  const DominatorTree before_;
  const PostDominatorTree after_;
};

} // namespace

void checkWarpOperations(Module &module, const Input &input) {
  for (Function &function : module) {
    SmallVector<std::pair<CallInst *, const RuntimeFunction *>, 8> operations;
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallInst>(&instruction))
        if (const RuntimeFunction *operation = warpOperationOf(*call))
          operations.emplace_back(call, operation);
    if (operations.empty())
      continue;
    OperationChecker checker(function, input);
    for (auto [call, operation] : operations)
      checker.check(*call, *operation);
  }
}

} // namespace raddle::vectorize
