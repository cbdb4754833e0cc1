#include "vectorize/normalise/matrix_step.h"

#include "nvvm/markers.h"

using namespace llvm;

namespace raddle::vectorize {

bool hasMatrixSteps(const Input &input) {
  const bool is_instrumented =
      input.profile || input.trace || input.checks() || input.check_sync || input.check_races;
  return input.lanes == kRaddleWarpSize && input.optimize && !is_instrumented;
}

CallInst *callMatrixStep(IRBuilderBase &builder, CallInst &call) {
  FunctionCallee callee = builder.GetInsertBlock()->getModule()->getOrInsertFunction(
      (marker::kMatrixStep + Twine(elementsOfRow(call))).str(), call.getFunctionType());
  auto *function = cast<Function>(callee.getCallee());
  function->setDoesNotAccessMemory();
  function->setDoesNotThrow();
  function->setWillReturn();
  function->setConvergent();
  return builder.CreateCall(callee, SmallVector<Value *, 16>(call.args()));
}

unsigned elementsOfRow(const CallInst &step) { return (step.arg_size() - kSumsOfStep) / (kRowsOfStep + 1); }

bool isMatrixOperation(const Function &callee) {
  return callee.getName().starts_with(marker::kMatrixOperation);
}

bool isMatrixStep(const Function &callee) { return callee.getName().starts_with(marker::kMatrixStep); }

} // namespace raddle::vectorize
