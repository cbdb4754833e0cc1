#include "vectorize/instrument/memory/bounds_check.h"

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

bool BoundsCheck::isOfVariable(std::uint64_t its_bytes, RaddleAddressSpace space) const {
  auto *known = dyn_cast<ConstantInt>(size);
  return name && known && known->getZExtValue() == its_bytes &&
         (flags >> kRaddleAccessSpaceShift & 0xff) == static_cast<unsigned>(space);
}

bool isBoundsCheck(const Instruction &instruction) {
  return nvvm::isCallOf(instruction, Runtime::raddle_check_pointer) ||
         nvvm::isCallOf(instruction, Runtime::raddle_check_variable);
}

CallInst *writeBoundsCheck(IRBuilderBase &builder, Runtime placeholder, ArrayRef<Value *> arguments) {
  Function *check = nvvm::declare(*builder.GetInsertBlock()->getModule(), placeholder);
  check->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  for (unsigned i = 1; i < check->arg_size(); ++i)
    if (check->getArg(i)->getType()->isPointerTy()) {
      check->addParamAttr(i, Attribute::NoCapture);
      check->addParamAttr(i, Attribute::ReadNone);
    }
  return builder.CreateCall(check, arguments);
}

Value *offsetsWithin(IRBuilderBase &builder, Value *size, Value *bytes) {
  Value *one = ConstantInt::get(size->getType(), 1);
  return builder.CreateBinaryIntrinsic(Intrinsic::usub_sat, builder.CreateAdd(size, one), bytes);
}

} // namespace raddle::vectorize
