// Host memory has one address space; the GPU's global, shared, constant and local ones are folded into it.
//
// Pointers are opaque, so an address space lives only in the types of globals and instructions. Globals are
// made anew in address space 0; then every instruction's type is corrected in place and casts vanish.

#include "vectorize/lower/global_uses.h"
#include "vectorize/passes.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

bool isForeignPointer(Type *type) { return type->isPointerTy() && type->getPointerAddressSpace() != 0; }

// What is left here are constants that this object keeps to itself.
void moveToHostMemory(GlobalVariable *old) {
  auto *fresh = new GlobalVariable(*old->getParent(), old->getValueType(), old->isConstant(),
                                   old->getLinkage(), old->hasInitializer() ? old->getInitializer() : nullptr,
                                   "", old, GlobalValue::NotThreadLocal, 0);
  fresh->takeName(old);
  fresh->setAlignment(old->getAlign());
  fresh->setUnnamedAddr(old->getUnnamedAddr());
  replaceInFunctions(old, [&](IRBuilder<> &builder, Function &) -> Value * {
    // Not a folded constant: the cast must be an instruction that the next step removes.
    return builder.Insert(new AddrSpaceCastInst(fresh, old->getType()));
  });
}

void retype(Instruction &instruction) {
  if (isForeignPointer(instruction.getType()))
    instruction.mutateType(PointerType::get(instruction.getContext(), 0));
  for (Use &operand : instruction.operands())
    if (auto *constant = dyn_cast<Constant>(operand.get());
        constant && isForeignPointer(constant->getType())) {
      auto *pointer = PointerType::get(instruction.getContext(), 0);
      if (isa<ConstantPointerNull>(constant))
        operand.set(ConstantPointerNull::get(pointer));
      else if (isa<PoisonValue>(constant))
        operand.set(PoisonValue::get(pointer));
      else if (isa<UndefValue>(constant))
        operand.set(UndefValue::get(pointer));
      else
        operand.set(ConstantExpr::getAddrSpaceCast(constant, pointer));
    }
}

// llvm.memcpy.p0.p3.i64 carries the address spaces in its name.
void rename(CallInst &call) {
  Function *callee = call.getCalledFunction();
  if (!callee || !callee->isIntrinsic())
    return;
  SmallVector<Type *, 6> types;
  for (Value *argument : call.args())
    types.push_back(argument->getType());
  auto *type = FunctionType::get(call.getType(), types, callee->isVarArg());
  if (type == callee->getFunctionType())
    return;
  SmallVector<Type *, 4> overloads;
  if (Intrinsic::getIntrinsicSignature(callee->getIntrinsicID(), type, overloads))
    call.setCalledFunction(Intrinsic::getDeclaration(call.getModule(), callee->getIntrinsicID(), overloads));
}

} // namespace

void flattenAddressSpaces(Module &module) {
  SmallVector<GlobalVariable *, 8> foreign;
  for (GlobalVariable &variable : module.globals())
    if (variable.getAddressSpace() != 0)
      foreign.push_back(&variable);
  // A variable without a use in code belongs to the module object; this object does not hold it.
  for (GlobalVariable *variable : foreign)
    if (any_of(variable->users(),
               [](User *user) { return isa<Instruction>(user) || isa<ConstantExpr>(user); }))
      moveToHostMemory(variable);

  for (Function &function : module) {
    SmallVector<Instruction *, 16> casts;
    for (Instruction &instruction : instructions(function)) {
      retype(instruction);
      if (isa<AddrSpaceCastInst>(instruction))
        casts.push_back(&instruction);
    }
    for (Instruction *cast : casts) {
      cast->replaceAllUsesWith(cast->getOperand(0));
      cast->eraseFromParent();
    }
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallInst>(&instruction))
        rename(*call);
  }
}

} // namespace raddle::vectorize
