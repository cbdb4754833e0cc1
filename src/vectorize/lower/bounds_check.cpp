#include "vectorize/lower/bounds_check.h"

#include "nvvm/runtime_functions.h"

using namespace llvm;

namespace raddle::vectorize {

using nvvm::Runtime;

BoundsCheck::BoundsCheck(const CallInst &call)
    : address(call.getArgOperand(1)), bytes(call.getArgOperand(2)),
      warp(call.getArgOperand(call.arg_size() - 2)),
      flags(cast<ConstantInt>(call.getArgOperand(call.arg_size() - 1))->getZExtValue()) {
  if (nvvm::isCallOf(call, Runtime::raddle_check_pointer)) {
    root = call.getArgOperand(3);
    begin = call.getArgOperand(4);
    size = call.getArgOperand(5);
  } else {
    size = call.getArgOperand(3);
    name = call.getArgOperand(4);
  }
}

bool isBoundsCheck(const Instruction &instruction) {
  return nvvm::isCallOf(instruction, Runtime::raddle_check_pointer) ||
         nvvm::isCallOf(instruction, Runtime::raddle_check_variable);
}

Value *offsetsWithin(IRBuilderBase &builder, Value *size, Value *bytes) {
  Value *one = ConstantInt::get(size->getType(), 1);
  return builder.CreateBinaryIntrinsic(Intrinsic::usub_sat, builder.CreateAdd(size, one), bytes);
}

} // namespace raddle::vectorize
