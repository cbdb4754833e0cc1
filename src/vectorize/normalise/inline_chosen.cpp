// Does what choose_inlining has decided, callers first.
//
//   kernel -> stages<0> -> stages<1> -> ... -> stages<17>     each called once
//
// LLVM's own pass goes through the functions in the module's order and keeps those that it has inlined until
// the end: here that makes stages<0> with all the others in it, stages<1> with all but one, and so on, and
// then optimises each of them. Callers first, every function is copied as it is written, and vanishes when
// its last call has: the work grows with what is left in the end.

#include "vectorize/passes.h"

#include <llvm/ADT/SCCIterator.h>
#include <llvm/Analysis/CallGraph.h>
#include <llvm/Analysis/InlineCost.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Callees first. Recursive functions are left to LLVM.
SmallVector<Function *, 32> functionsInPostOrder(Module &module) {
  SmallVector<Function *, 32> functions;
  CallGraph graph(module);
  for (auto component = scc_begin(&graph); !component.isAtEnd(); ++component) {
    Function *function = component->front()->getFunction();
    if (function && !function->isDeclaration() && !component.hasCycle())
      functions.push_back(function);
  }
  return functions;
}

bool isMarked(const CallBase &call) {
  return call.hasFnAttr(Attribute::AlwaysInline) && !call.getAttributes().hasFnAttr(Attribute::NoInline);
}

void inlineMarkedCallsOf(Function &callee) {
  if (!isInlineViable(callee).isSuccess())
    return;
  SmallVector<CallBase *, 8> calls;
  for (User *user : callee.users())
    if (auto *call = dyn_cast<CallBase>(user);
        call && call->getCalledFunction() == &callee && isMarked(*call))
      calls.push_back(call);
  for (CallBase *call : calls) {
    InlineFunctionInfo information;
    InlineFunction(*call, information, /*MergeAttributes=*/true);
  }
  callee.removeDeadConstantUsers();
  if (callee.hasLocalLinkage() && callee.use_empty())
    callee.eraseFromParent();
}

} // namespace

void inlineChosen(Module &module, const Function *kernel) {
  const SmallVector<Function *, 32> functions = functionsInPostOrder(module);
  for (Function *function : reverse(functions))
    if (function != kernel)
      inlineMarkedCallsOf(*function);
}

} // namespace raddle::vectorize
