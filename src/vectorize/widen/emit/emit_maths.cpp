// Calls of mathematical functions that have vector versions: SLEEF's, and estimates.

#include "nvvm/sleef.h"
#include "vectorize/normalise/root_estimate.h"
#include "vectorize/passes.h"
#include "vectorize/widen/emit/warp_emitter.h"

#include <llvm/ADT/Sequence.h>
#include <llvm/Analysis/VectorUtils.h>

using namespace llvm;

namespace raddle::vectorize {

bool WarpEmitter::emitMaths(CallInst &call) {
  if (isRootEstimate(*call.getCalledFunction())) {
    define(call, emitRootEstimate(builder_, vector(call.getArgOperand(0))));
    return true;
  }
  StringRef name = call.getCalledFunction()->getName();
  if (!nvvm::isSleefFunction(name))
    return false;
  auto version = nvvm::vectorVersion(name, [&](StringRef feature) { return hasFeature(job_, feature); });
  if (!version)
    return false;

  // Whatever lanes that do not take part hold, it shall not send the function into its slow paths: 1 does
  // not.
  Type *element = call.getType();
  Value *harmless = ConstantFP::get(widened(element), 1);
  SmallVector<Value *, 2> arguments;
  for (Use &argument : call.args()) {
    Value *lanes = vector(argument);
    arguments.push_back(isFull(mask_) || isUniform(argument) ? lanes
                                                             : builder_.CreateSelect(mask_, lanes, harmless));
  }

  auto *part = FixedVectorType::get(element, version->lanes);
  auto *type = FunctionType::get(part, SmallVector<Type *, 2>(call.arg_size(), part), false);
  FunctionCallee callee = target_.getParent()->getOrInsertFunction(version->name, type);
  auto *function = cast<Function>(callee.getCallee());
  function->setDoesNotThrow();
  function->setDoesNotAccessMemory();
  function->setWillReturn();
  SmallVector<Value *, 8> parts;
  for (unsigned first = 0; first < kLanes; first += version->lanes) {
    SmallVector<Value *, 2> of_part;
    for (Value *lanes : arguments) {
      auto numbers = to_vector(seq<int>(static_cast<int>(first), static_cast<int>(first + version->lanes)));
      of_part.push_back(builder_.CreateShuffleVector(lanes, numbers));
    }
    parts.push_back(builder_.CreateCall(callee, of_part, call.getName()));
  }
  define(call, concatenateVectors(builder_, parts));
  return true;
}

} // namespace raddle::vectorize
