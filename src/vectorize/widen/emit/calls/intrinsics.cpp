// LLVM's intrinsics: the same ones of vectors.

#include "vectorize/normalise/minima.h"
#include "vectorize/widen/emit/calls/calls.h"

using namespace llvm;

namespace raddle::vectorize {

void emitVectorIntrinsic(WarpBuilder &warp, CallInst &call) {
  const Intrinsic::ID id = plainMinimum(call.getIntrinsicID());
  const bool overflows = isa<WithOverflowInst>(call);
  SmallVector<Value *, 4> arguments;
  SmallVector<Type *, 3> overloads;
  if (!overflows && isVectorIntrinsicWithOverloadTypeAtArg(id, -1))
    overloads.push_back(widened(call.getType()));
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    Value *argument = call.getArgOperand(i);
    const bool stays = isVectorIntrinsicWithScalarOpAtArg(id, i);
    arguments.push_back(stays ? warp.scalar(argument) : warp.vector(argument));
    if (overflows ? i == 0 : isVectorIntrinsicWithOverloadTypeAtArg(id, static_cast<int>(i)))
      overloads.push_back(arguments.back()->getType());
  }
  Function *wide = Intrinsic::getDeclaration(warp.target.getParent(), id, overloads);
  CallInst *result = warp.CreateCall(wide, arguments, call.getName());
  if (isa<FPMathOperator>(result))
    result->copyFastMathFlags(&call);
  warp.define(call, result);
}

} // namespace raddle::vectorize
