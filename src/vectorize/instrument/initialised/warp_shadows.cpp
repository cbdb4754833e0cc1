#include "vectorize/instrument/initialised/warp_shadows.h"

#include "vectorize/instrument/initialised/tracked_values.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

using nvvm::Runtime;
using Form = nvvm::RuntimeFunction::Form;

constexpr unsigned kMask = 1, kValue = 2, kSource = 3; // operands

} // namespace

bool hasWarpRule(const CallInst &call) {
  const nvvm::RuntimeFunction *function = nvvm::calledRuntimeFunction(call);
  return function && function->isWarpOperation() && function->form != Form::Sync &&
         call.getType()->isIntegerTy();
}

Value *shadowOfWarpOperation(IRBuilderBase &builder, CallInst &call, const nvvm::RuntimeFunction &function,
                             const TrackedValues &values) {
  Value *thread = call.getArgOperand(0), *mask = call.getArgOperand(kMask);
  Value *value = call.getArgOperand(kValue);
  Value *shadow = values.shadowOf(value);
  auto ask = [&](Runtime question, Value *operand) {
    CallInst *answer = builder.CreateCall(nvvm::declare(*call.getModule(), question),
                                          {thread, mask, builder.CreateZExt(operand, builder.getInt32Ty())});
    answer->setTailCallKind(CallInst::TCK_NoTail);
    answer->addFnAttr(Attribute::NoMerge);
    return answer;
  };
  if (function.form == Form::Shuffle) {
    auto *shuffled = cast<CallInst>(call.clone());
    shuffled->setArgOperand(kValue, builder.CreateZExtOrTrunc(shadow, value->getType()));
    builder.Insert(shuffled);
    Value *source = values.shadowOf(call.getArgOperand(kSource));
    return values.contains(call.getArgOperand(kSource))
               ? builder.CreateOr(shuffled,
                                  builder.CreateSExt(builder.CreateIsNotNull(source), call.getType()))
               : static_cast<Value *>(shuffled);
  }
  Value *is_poisoned = builder.CreateIsNotNull(shadow);
  auto where = [&](Value *condition) { return builder.CreateZExt(condition, call.getType()); };
  switch (function.id) {
  case Runtime::raddle_vote_ballot:
    return ask(Runtime::raddle_vote_ballot, is_poisoned);
  case Runtime::raddle_vote_any:
  case Runtime::raddle_vote_all: {
    // One lane that is known decides.
    Value *is_true = builder.CreateIsNotNull(value);
    const bool is_any = function.id == Runtime::raddle_vote_any;
    Value *decides =
        builder.CreateAnd(is_any ? is_true : builder.CreateNot(is_true), builder.CreateNot(is_poisoned));
    Value *some = builder.CreateIsNotNull(ask(Runtime::raddle_vote_any, is_poisoned));
    Value *decided = builder.CreateIsNotNull(ask(Runtime::raddle_vote_any, decides));
    return where(builder.CreateAnd(some, builder.CreateNot(decided)));
  }
  default: {
    Value *some = builder.CreateIsNotNull(ask(Runtime::raddle_vote_any, is_poisoned));
    return builder.CreateSExt(some, call.getType());
  }
  }
}

} // namespace raddle::vectorize
