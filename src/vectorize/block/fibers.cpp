#include "vectorize/block/fibers.h"

#include "analysis/address_taken.h"
#include "analysis/recursion.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/block/prepare_kernel.h"
#include "vectorize/lower/poll_marks.h"
#include "vectorize/reshape/lanes/call_effects.h"

using namespace llvm;

namespace raddle::vectorize {

static bool mayWait(const Module &module, const Facts &facts) {
  // The block may wait, but only as a whole.
  if (facts.loops_over_warps)
    return false;
  for (const Function &function : module) {
    const nvvm::RuntimeFunction *called = nvvm::findRuntimeFunction(function.getName());
    if (called && called->waits() && any_of(function.users(), [&](const User *user) {
          return !(facts.polls_for_blocks && isa<Instruction>(user) &&
                   notedAwaitedWrites(*cast<Instruction>(user)));
        }))
      return true;
    if (facts.indirect_calls_may_wait && analysis::callsIndirectly(function))
      return true;
  }
  return false;
}

bool needsFibers(Module &module, const Facts &facts) {
  // The loop over the threads of a block has no stack limit to check recursion against.
  return analysis::hasUnboundedStack(module) || mayWait(module, facts);
}

static ReasonForFibers becauseOfIndirectCalls(const Function &function) {
  ReasonForFibers reason{
      {}, "a function that is called through a pointer may wait, so that each warp needs a fiber"};
  for (const Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<CallBase>(&instruction); call && call->isIndirectCall())
      reason.places.push_back(call);
  return reason;
}

std::optional<ReasonForFibers> reasonForFibers(Function &kernel, const Facts &facts) {
  for (const Function &function : *kernel.getParent()) {
    if (facts.indirect_calls_may_wait && analysis::callsIndirectly(function))
      return becauseOfIndirectCalls(function);
    const nvvm::RuntimeFunction *called = nvvm::findRuntimeFunction(function.getName());
    if (!called || !called->waits())
      continue;
    for (const User *user : function.users()) {
      auto *call = dyn_cast<CallInst>(user);
      if (call && call->getFunction() == &kernel &&
          (asBarrier(*call) || (facts.polls_for_blocks && mayPoll(*call))))
        continue;
      ReasonForFibers reason{{}, "warps wait here for more than barriers, so that each needs a fiber"};
      if (call)
        reason.places.push_back(call);
      return reason;
    }
  }
  if (analysis::hasUnboundedStack(*kernel.getParent()))
    return ReasonForFibers{{}, "only the run knows how much stack a warp needs, so that each needs a fiber"};
  return std::nullopt;
}

} // namespace raddle::vectorize
