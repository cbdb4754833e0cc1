// Shifts by more than a number has bits, as a GPU does them.
//
//   1 << n      // n == 33: to LLVM undefined, on x86 2, on a GPU 0
//
// A GPU clamps the distance: what is shifted out is gone, and a negative number shifted right leaves -1.

#include "vectorize/passes.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

void define(BinaryOperator *shift) {
  IRBuilder<> builder(shift);
  Value *number = shift->getOperand(0), *distance = shift->getOperand(1);
  Type *type = shift->getType();
  Constant *last = ConstantInt::get(type, type->getScalarSizeInBits() - 1);
  Value *result = nullptr;
  if (shift->getOpcode() == Instruction::AShr) {
    Value *clamped = builder.CreateBinaryIntrinsic(Intrinsic::umin, distance, last);
    result = builder.CreateAShr(number, clamped);
  } else {
    // The distance of the shift that is not taken must be a legal one, too.
    Value *fits = builder.CreateICmpULE(distance, last);
    Value *legal = builder.CreateSelect(fits, distance, Constant::getNullValue(type));
    Value *shifted = builder.CreateBinOp(shift->getOpcode(), number, legal);
    result = builder.CreateSelect(fits, shifted, Constant::getNullValue(type));
  }
  result->takeName(shift);
  shift->replaceAllUsesWith(result);
  shift->eraseFromParent();
}

} // namespace

void defineShifts(Module &module) {
  SmallVector<BinaryOperator *, 16> shifts;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (auto *operation = dyn_cast<BinaryOperator>(&instruction);
          operation && operation->isShift() && !isa<Constant>(operation->getOperand(1)))
        shifts.push_back(operation);
  for (BinaryOperator *shift : shifts)
    define(shift);
}

} // namespace raddle::vectorize
