#include "vectorize/normalise/matrix_operations.h"

#include "nvvm/markers.h"

#include <algorithm>

using namespace llvm;

namespace raddle::vectorize {

bool hasMatrixOperations(const Input &input) {
  const bool is_instrumented =
      input.profile || input.trace || input.checks() || input.check_sync || input.check_races;
  return input.lanes == kRaddleWarpSize && input.optimize && !is_instrumented;
}

CallInst *callMatrixOperation(IRBuilderBase &builder, CallInst &call) {
  std::string operation =
      call.getCalledFunction()->getName().drop_front(StringRef("__raddle_matrix_").size()).str();
  std::ranges::replace(operation, '_', '.');
  FunctionCallee callee = builder.GetInsertBlock()->getModule()->getOrInsertFunction(
      (marker::kMatrixOperation + Twine(operation)).str(), call.getFunctionType());
  auto *function = cast<Function>(callee.getCallee());
  function->setDoesNotAccessMemory();
  function->setDoesNotThrow();
  function->setWillReturn();
  function->setConvergent();
  return builder.CreateCall(callee, SmallVector<Value *, 16>(call.args()));
}

bool isMatrixOperation(const Function &callee) {
  return callee.getName().starts_with(marker::kMatrixOperation);
}

bool isMatrixStep(const Function &callee) { return callee.getName().starts_with(marker::kMatrixStep); }

MatrixFormat matrixFormatOf(const Function &callee) {
  auto [operation, words] = callee.getName().rsplit('.');
  const StringRef element = operation.rsplit('.').second;
  MatrixFormat format = {callee.getName().take_back(element.size() + 1 + words.size()),
                         MatrixFormat::Element::kF32, 1};
  if (element == "f16")
    format.element = MatrixFormat::Element::kF16;
  else if (element == "bf16")
    format.element = MatrixFormat::Element::kBF16;
  words.getAsInteger(10, format.words);
  return format;
}

} // namespace raddle::vectorize
