#include "vectorize/widen/shared_address.h"

#include "abi/kernel_abi.h"
#include "analysis/lane_shapes.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Operator.h>

#include <cstddef>

using namespace llvm;

namespace raddle::vectorize {

bool isSharedAddress(const Value &address) {
  auto *base = dyn_cast<LoadInst>(getUnderlyingObject(&address, /*MaxLookup=*/0));
  auto *field = base ? dyn_cast<GEPOperator>(base->getPointerOperand()) : nullptr;
  auto *block = field ? dyn_cast<CallInst>(field->getPointerOperand()) : nullptr;
  APInt offset(64, 0);
  return block && analysis::threadFieldOffset(*block) == offsetof(RaddleThread, block) &&
         field->accumulateConstantOffset(base->getDataLayout(), offset) &&
         offset == offsetof(RaddleBlock, shared);
}

} // namespace raddle::vectorize
