#include "vectorize/normalise/inline_only_call.h"

#include <llvm/IR/DebugInfo.h>
#include <llvm/Support/ErrorHandling.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// A parameter that is a copy, or that says what its memory is, has to be translated, and so has a result.
bool canMove(const Function &function) {
  return function.getReturnType()->isVoidTy() && none_of(function.args(), [](const Argument &argument) {
           return argument.hasPassPointeeByValueCopyAttr() || argument.hasNoAliasAttr();
         });
}

// Each place becomes one that is inlined at the call.
void locate(Function &function, const CallBase &call) {
  DILocation *site = call.getDebugLoc();
  LLVMContext &context = function.getContext();
  DenseMap<const MDNode *, MDNode *> known;
  auto inlined = [&](const DebugLoc &location) {
    return location && site ? DebugLoc(DebugLoc::appendInlinedAt(location, site, context, known))
                            : call.getDebugLoc();
  };
  for (Instruction &instruction : instructions(function)) {
    instruction.setDebugLoc(inlined(instruction.getDebugLoc()));
    for (DbgRecord &record : instruction.getDbgRecordRange())
      record.setDebugLoc(inlined(record.getDebugLoc()));
    updateLoopMetadataDebugLocations(instruction, [&](Metadata *part) -> Metadata * {
      auto *location = dyn_cast_or_null<DILocation>(part);
      return location ? inlined(location).get() : part;
    });
  }
}

} // namespace

void inlineOnlyCall(CallBase &call) {
  Function &callee = *call.getCalledFunction(), &caller = *call.getFunction();
  AttributeFuncs::mergeAttributesForInlining(caller, callee);
  if (!canMove(callee)) {
    InlineFunctionInfo info;
    if (!InlineFunction(call, info).isSuccess())
      report_fatal_error("raddle: internal error: a function cannot be inlined into its caller");
    callee.eraseFromParent();
    return;
  }
  locate(callee, call);
  for (Argument &argument : callee.args())
    argument.replaceAllUsesWith(call.getArgOperand(argument.getArgNo()));
  BasicBlock *before = call.getParent(), *after = before->splitBasicBlock(&call),
             *start = &callee.getEntryBlock();
  for (BasicBlock &block : callee)
    if (isa<ReturnInst>(block.getTerminator())) {
      block.getTerminator()->eraseFromParent();
      BranchInst::Create(after, &block);
    }
  BasicBlock &entry = caller.getEntryBlock();
  for (Instruction &instruction : make_early_inc_range(*start))
    if (auto *variable = dyn_cast<AllocaInst>(&instruction); variable && variable->isStaticAlloca())
      variable->moveBefore(entry, entry.begin());
  caller.splice(after->getIterator(), &callee);
  before->getTerminator()->setSuccessor(0, start);
  MergeBlockIntoPredecessor(start);
  call.eraseFromParent();
  callee.eraseFromParent();
}

} // namespace raddle::vectorize
