#include "vectorize/reshape/lanes/call_effects.h"

#include "nvvm/markers.h"
#include "vectorize/passes.h"
#include "vectorize/reshape/reachable_functions.h"

#include "analysis/address_taken.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/lower/poll_marks.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

bool isNoted(const Instruction &instruction, StringRef effect) {
  auto *call = dyn_cast<CallInst>(&instruction);
  return call && call->hasFnAttr(effect);
}

// Until nothing changes, so that cycles of functions count as what they hold.
void note(ArrayRef<CallInst *> calls, StringRef effect, function_ref<bool(const Instruction &)> has) {
  for (bool changed = true; changed;) {
    changed = false;
    for (CallInst *call : calls) {
      if (call->isIndirectCall() && !call->hasFnAttr(effect) &&
          any_of(analysis::indirectTargetsOf(*call),
                 [&](const Function *target) { return target->hasFnAttribute(effect); })) {
        call->addFnAttr(Attribute::get(call->getContext(), effect));
        changed = true;
      }
      if (!call->getFunction()->hasFnAttribute(effect) && has(*call)) {
        call->getFunction()->addFnAttr(effect);
        changed = true;
      }
    }
  }
}

SmallVector<CallInst *, 32> callsIn(ArrayRef<Function *> functions) {
  SmallVector<CallInst *, 32> calls;
  for (Function *function : functions)
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallInst>(&instruction))
        calls.push_back(call);
  return calls;
}

SmallVector<const Function *, 4> targetsOf(const CallInst &call) {
  SmallVector<const Function *, 4> targets;
  if (call.isIndirectCall())
    append_range(targets, analysis::indirectTargetsOf(call));
  else if (const Function *callee = call.getCalledFunction())
    targets.push_back(callee);
  return targets;
}

bool isMask(const Argument &parameter) {
  return parameter.getParent()->getAttributes().hasParamAttr(parameter.getArgNo(), marker::kIsMask);
}

// Parameters that name the lanes of warp operations, of functions and where these are called.
void noteMasks(ArrayRef<CallInst *> calls) {
  for (bool changed = true; changed;) {
    changed = false;
    auto noteIfParameter = [&](Value *mask) {
      auto *parameter = dyn_cast<Argument>(mask);
      if (!parameter || isMask(*parameter))
        return;
      parameter->addAttr(Attribute::get(parameter->getContext(), marker::kIsMask));
      changed = true;
    };
    for (CallInst *call : calls) {
      if (maskOfOperation(*call))
        noteIfParameter(call->getArgOperand(1));
      for (const Function *target : targetsOf(*call))
        for (const Argument &parameter : target->args()) {
          const unsigned number = parameter.getArgNo();
          if (number >= call->arg_size() || !isMask(parameter))
            continue;
          call->addParamAttr(number, Attribute::get(call->getContext(), marker::kIsMask));
          noteIfParameter(call->getArgOperand(number));
        }
    }
  }
}

} // namespace

bool mayWait(const Instruction &instruction) {
  const nvvm::RuntimeFunction *function = nvvm::calledRuntimeFunction(instruction);
  return (function && function->waits()) || isNoted(instruction, marker::kWaits);
}

bool mayWaitForOtherWarps(const Instruction &instruction) {
  return isBarrier(instruction) || isNoted(instruction, marker::kWaitsForOtherWarps);
}

bool mayPoll(const Instruction &instruction) {
  return notedAwaitedWrites(instruction) || isNoted(instruction, marker::kPolls);
}

bool mayPrint(const Instruction &instruction) {
  return nvvm::isCallOf(instruction, nvvm::Runtime::raddle_vprintf) || isNoted(instruction, marker::kPrints);
}

bool mayPrint(const Function &function) { return function.hasFnAttribute(marker::kPrints); }

bool mayNameAllLanes(const Instruction &instruction) {
  if (isNoted(instruction, marker::kNamesAllLanes))
    return true;
  auto *mask = dyn_cast_or_null<ConstantInt>(maskOfOperation(instruction));
  return mask && mask->isMinusOne();
}

bool meetsAllLanes(const Instruction &instruction) {
  auto *mask = dyn_cast_or_null<ConstantInt>(maskOfOperation(instruction));
  return (mask && mask->isMinusOne()) || isBarrier(instruction);
}

bool isBarrier(const Instruction &instruction) {
  const nvvm::RuntimeFunction *function = nvvm::calledRuntimeFunction(instruction);
  return function && function->isBarrier();
}

bool mayWaitForAllLanes(const Instruction &instruction) {
  return mayNameAllLanes(instruction) || mayWaitForOtherWarps(instruction);
}

const Value *maskOfOperation(const Instruction &instruction) {
  const nvvm::RuntimeFunction *function = nvvm::calledRuntimeFunction(instruction);
  return function && function->isWarpOperation() ? cast<CallInst>(instruction).getArgOperand(1) : nullptr;
}

static void noteCallEffectsOf(ArrayRef<Function *> functions) {
  const SmallVector<CallInst *, 32> calls = callsIn(functions);
  note(calls, marker::kWaits, mayWait);
  note(calls, marker::kWaitsForOtherWarps, mayWaitForOtherWarps);
  note(calls, marker::kPolls, mayPoll);
  note(calls, marker::kPrints, [](const Instruction &call) { return mayPrint(call); });
  note(calls, marker::kNamesAllLanes, mayNameAllLanes);
  noteMasks(calls);
}

void noteCallEffects(Function &kernel) { noteCallEffectsOf(reachableFunctions(kernel)); }

void notePrinting(ArrayRef<Function *> functions, bool indirect_calls_may_print) {
  const SmallVector<CallInst *, 32> calls = callsIn(functions);
  if (indirect_calls_may_print)
    for (CallInst *call : calls)
      if (call->isIndirectCall())
        call->addFnAttr(Attribute::get(call->getContext(), marker::kPrints));
  note(calls, marker::kPrints, [](const Instruction &call) { return mayPrint(call); });
}

SmallVector<const Value *, 2> masksPassedOn(const CallBase &call) {
  SmallVector<const Value *, 2> masks;
  for (const Use &argument : call.args())
    if (call.getAttributes().hasParamAttr(call.getArgOperandNo(&argument), marker::kIsMask))
      masks.push_back(argument);
  return masks;
}

} // namespace raddle::vectorize
