// Calls of mathematical functions that have vector versions: SLEEF's, and estimates.

#include "nvvm/sleef.h"
#include "vectorize/normalise/root_estimate.h"
#include "vectorize/widen/emit/calls/calls.h"

using namespace llvm;

namespace raddle::vectorize {

void emitReciprocalRoot(WarpBuilder &warp, CallInst &call) {
  warp.define(call, emitRootEstimate(warp, warp.vector(call.getArgOperand(0))));
}

void emitVectorMaths(WarpBuilder &warp, CallInst &call) {
  const auto version = nvvm::vectorVersion(call.getCalledFunction()->getName(), [&](StringRef feature) {
    return hasFeature(warp.machine, feature);
  });
  // Whatever lanes that do not take part hold, it shall not send the function into its slow paths: 1 does
  // not.
  Type *element = call.getType();
  Value *harmless = ConstantFP::get(widened(element), 1);
  SmallVector<Value *, 2> arguments;
  for (Use &argument : call.args()) {
    Value *lanes = warp.vector(argument);
    arguments.push_back(warp.isFull(warp.mask) || warp.isUniform(argument)
                            ? lanes
                            : warp.CreateSelect(warp.mask, lanes, harmless));
  }

  auto *part = FixedVectorType::get(element, version->lanes);
  auto *type = FunctionType::get(part, SmallVector<Type *, 2>(call.arg_size(), part), false);
  FunctionCallee callee = warp.target.getParent()->getOrInsertFunction(version->name, type);
  auto *function = cast<Function>(callee.getCallee());
  function->setDoesNotThrow();
  function->setDoesNotAccessMemory();
  function->setWillReturn();
  SmallVector<Value *, 8> parts;
  for (unsigned first = 0; first < kLanes; first += version->lanes) {
    SmallVector<Value *, 2> of_part;
    for (Value *lanes : arguments) {
      auto numbers = to_vector(seq<int>(static_cast<int>(first), static_cast<int>(first + version->lanes)));
      of_part.push_back(warp.CreateShuffleVector(lanes, numbers));
    }
    parts.push_back(warp.CreateCall(callee, of_part, call.getName()));
  }
  warp.define(call, concatenateVectors(warp, parts));
}

} // namespace raddle::vectorize
