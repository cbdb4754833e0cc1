#include "vectorize/reshape/matrix_calls.h"

#include "nvvm/markers.h"

using namespace llvm;

namespace raddle::vectorize {

CallInst *addMatrixOperation(IRBuilderBase &builder, const Twine &name, Type *result,
                             ArrayRef<Value *> arguments) {
  SmallVector<Type *, 16> types;
  for (const Value *argument : arguments)
    types.push_back(argument->getType());
  FunctionCallee callee = builder.GetInsertBlock()->getModule()->getOrInsertFunction(
      name.str(), FunctionType::get(result, types, false));
  auto *function = cast<Function>(callee.getCallee());
  function->setDoesNotThrow();
  function->setWillReturn();
  function->setConvergent();
  if (result->isVoidTy())
    function->setOnlyAccessesInaccessibleMemory();
  else
    function->setDoesNotAccessMemory();
  return builder.CreateCall(callee, arguments);
}

Type *typeOfSums(IRBuilderBase &builder) {
  return StructType::get(builder.getContext(),
                         SmallVector<Type *, kSumsOfStep>(kSumsOfStep, builder.getFloatTy()));
}

Sums partsOfSums(IRBuilderBase &builder, CallInst *sums) {
  Sums parts;
  for (unsigned i = 0; i < kSumsOfStep; ++i)
    parts[i] = builder.CreateExtractValue(sums, i);
  return parts;
}
Sums convertSums(IRBuilderBase &builder, StringRef marker, const Sums &sums) {
  return partsOfSums(builder, addMatrixOperation(builder, marker, typeOfSums(builder), sums));
}

bool isCallOf(const Value *value, StringRef marker) {
  auto *call = dyn_cast<CallInst>(value);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->getName() == marker;
}

CallInst *callOfParts(const Sums &sums) {
  CallInst *call = nullptr;
  for (auto [i, sum] : enumerate(sums)) {
    auto *part = dyn_cast<ExtractValueInst>(sum);
    if (!part || part->getIndices() != ArrayRef<unsigned>(static_cast<unsigned>(i)) ||
        !isa<CallInst>(part->getAggregateOperand()) || (call && call != part->getAggregateOperand()))
      return nullptr;
    call = cast<CallInst>(part->getAggregateOperand());
  }
  return call;
}
CallInst *fragmentOf(const Sums &sums) {
  CallInst *call = callOfParts(sums);
  return call && isCallOf(call, marker::kMatrixFragment) ? call : nullptr;
}

} // namespace raddle::vectorize
