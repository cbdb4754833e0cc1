// The hidden parameter.
//
//   __device__ int next(int i) { return i + threadIdx.x; }      i32 @next(i32 %i)
//   becomes                                                     i32 @next(ptr %thread, i32 %i)
//
// Function pointers keep their meaning, because every function gets the parameter and every call through a
// pointer passes it.

#include "nvvm/host_functions.h"
#include "nvvm/intrinsics.h"
#include "vectorize/passes.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

// The attributes of a function or call with one more parameter in front. What was inferred about memory no
// longer holds: every function may now read through its thread.
AttributeList withThreadInFront(LLVMContext &context, const AttributeList &old, unsigned old_parameters) {
  AttrBuilder function_attributes(context, old.getFnAttrs());
  function_attributes.removeAttribute(Attribute::Memory);
  function_attributes.removeAttribute(Attribute::Speculatable);
  // It names parameters by their place.
  function_attributes.removeAttribute(Attribute::AllocSize);
  SmallVector<AttributeSet, 8> parameters;
  AttrBuilder thread_attributes(context);
  thread_attributes.addAttribute(Attribute::NoUndef);
  thread_attributes.addAttribute(Attribute::NonNull);
  parameters.push_back(AttributeSet::get(context, thread_attributes));
  for (unsigned i = 0; i < old_parameters; ++i)
    parameters.push_back(old.getParamAttrs(i));
  return AttributeList::get(context, AttributeSet::get(context, function_attributes), old.getRetAttrs(),
                            parameters);
}

FunctionType *withThreadInFront(FunctionType *old) {
  SmallVector<Type *, 8> parameters{PointerType::get(old->getContext(), 0)};
  parameters.append(old->param_begin(), old->param_end());
  return FunctionType::get(old->getReturnType(), parameters, old->isVarArg());
}

Function *addParameter(Function *old) {
  auto *fresh = Function::Create(withThreadInFront(old->getFunctionType()), old->getLinkage(),
                                 old->getAddressSpace(), "", old->getParent());
  fresh->takeName(old);
  fresh->setComdat(old->getComdat());
  fresh->setVisibility(old->getVisibility());
  fresh->setUnnamedAddr(old->getUnnamedAddr());
  fresh->setAttributes(withThreadInFront(old->getContext(), old->getAttributes(), old->arg_size()));
  fresh->copyMetadata(old, 0);
  old->setSubprogram(nullptr);
  fresh->splice(fresh->begin(), old);
  fresh->getArg(0)->setName("thread");
  for (unsigned i = 0; i < old->arg_size(); ++i) {
    old->getArg(i)->replaceAllUsesWith(fresh->getArg(i + 1));
    fresh->getArg(i + 1)->takeName(old->getArg(i));
  }
  old->replaceAllUsesWith(fresh);
  return fresh;
}

void passThread(CallInst *call, Argument *thread) {
  SmallVector<Value *, 8> arguments{thread};
  arguments.append(call->arg_begin(), call->arg_end());
  auto *fresh = CallInst::Create(withThreadInFront(call->getFunctionType()), call->getCalledOperand(),
                                 arguments, "", call->getIterator());
  fresh->setAttributes(withThreadInFront(call->getContext(), call->getAttributes(), call->arg_size()));
  fresh->setCallingConv(call->getCallingConv());
  fresh->copyMetadata(*call);
  fresh->takeName(call);
  call->replaceAllUsesWith(fresh);
  call->eraseFromParent();
}

} // namespace

void addThreadParameter(Module &module, Function *&kernel) {
  SmallVector<Function *, 32> old_functions;
  for (Function &function : module)
    if (!function.isDeclaration())
      old_functions.push_back(&function);

  SmallPtrSet<Function *, 32> with_thread;
  for (Function *old : old_functions) {
    Function *fresh = addParameter(old);
    if (kernel == old)
      kernel = fresh;
    with_thread.insert(fresh);
    old->eraseFromParent();
  }

  for (Function *function : with_thread) {
    SmallVector<CallInst *, 16> calls;
    for (Instruction &instruction : instructions(function)) {
      auto *call = dyn_cast<CallInst>(&instruction);
      if (!call)
        continue;
      auto *callee = dyn_cast<Function>(call->getCalledOperand()->stripPointerCasts());
      // All that is left of inline PTX are empty statements, which hold the compiler back.
      if (!call->isInlineAsm() && (!callee || with_thread.contains(callee)))
        calls.push_back(call);
    }
    for (CallInst *call : calls)
      passThread(call, function->getArg(0));
  }
}

} // namespace raddle::vectorize
