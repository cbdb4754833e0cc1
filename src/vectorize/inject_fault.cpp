#include "vectorize/inject_fault.h"

#include "vectorize/block/code_parts.h"

using namespace llvm;

namespace raddle::vectorize {

// The operand that is stored, where a store or a masked one writes integers of 32 bits; else null.
static Use *storedIntegers(Instruction &instruction) {
  Use *value = nullptr;
  const Value *address = nullptr;
  if (auto *store = dyn_cast<StoreInst>(&instruction)) {
    value = &store->getOperandUse(0);
    address = store->getPointerOperand();
  } else if (auto *masked = dyn_cast<IntrinsicInst>(&instruction);
             masked && masked->getIntrinsicID() == Intrinsic::masked_store) {
    value = &masked->getOperandUse(0);
    address = masked->getOperand(1);
  }
  if (!value)
    return nullptr;
  // Not what the code notes about its threads.
  const Value *object = getUnderlyingObject(address);
  const auto *argument = dyn_cast<Argument>(object);
  const bool is_of_program = !isa<AllocaInst>(object) && !(argument && argument->getArgNo() == 0);
  return is_of_program && value->get()->getType()->getScalarType()->isIntegerTy(32) ? value : nullptr;
}

void injectFault(CompileJob &job) {
  for (Module *module : modulesOf(job))
    for (Function &function : *module)
      for (Instruction &instruction : instructions(function))
        if (Use *value = storedIntegers(instruction)) {
          IRBuilder<> builder(&instruction);
          value->set(builder.CreateAdd(value->get(), ConstantInt::get(value->get()->getType(), 1)));
        }
}

} // namespace raddle::vectorize
