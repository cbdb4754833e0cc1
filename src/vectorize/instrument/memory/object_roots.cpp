#include "vectorize/instrument/memory/object_roots.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/Utils/Local.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace raddle::vectorize {

namespace {

constexpr unsigned kDeepest = 8; // sums within sums

// The pointer whose number the sum contains; null where that is none or more than one.
Value *pointerIn(Value *number, unsigned depth) {
  Value *a = nullptr, *b = nullptr;
  if (match(number, m_PtrToInt(m_Value(a))))
    return a;
  if (depth == 0)
    return nullptr;
  if (match(number, m_Add(m_Value(a), m_Value(b))) || match(number, m_Or(m_Value(a), m_Value(b)))) {
    Value *first = pointerIn(a, depth - 1), *second = pointerIn(b, depth - 1);
    return first && second ? nullptr : first ? first : second;
  }
  // Aligned downwards, or from the end.
  if (match(number, m_And(m_Value(a), m_Value(b))) || match(number, m_Sub(m_Value(a), m_Value(b))))
    return pointerIn(a, depth - 1);
  return nullptr;
}

} // namespace

Value *pointerBefore(Value *pointer) {
  if (auto *address = dyn_cast<GEPOperator>(pointer))
    return address->getPointerOperand();
  if (isa<AddrSpaceCastOperator, BitCastOperator, FreezeInst>(pointer))
    return cast<User>(pointer)->getOperand(0);
  if (auto *call = dyn_cast<CallBase>(pointer))
    if (Value *argument =
            const_cast<Value *>(getArgumentAliasingToReturnedPointer(call, /*MustPreserveNullness=*/false)))
      return argument;
  Value *number = nullptr;
  if (match(pointer, m_IntToPtr(m_Value(number))))
    return pointerIn(number, kDeepest);
  return nullptr;
}

Value *rootOf(Value *address) {
  while (Value *before = pointerBefore(address))
    address = before;
  if (!isa<PHINode, SelectInst>(address))
    return address;
  // Several ways may lead from one and the same root.
  SmallPtrSet<Value *, 8> seen;
  SmallVector<Value *, 8> open{address};
  Value *only = nullptr;
  while (!open.empty()) {
    Value *value = open.pop_back_val();
    while (Value *before = pointerBefore(value))
      value = before;
    if (auto *phi = dyn_cast<PHINode>(value)) {
      if (seen.insert(phi).second)
        append_range(open, phi->incoming_values());
    } else if (auto *select = dyn_cast<SelectInst>(value)) {
      if (seen.insert(select).second)
        open.append({select->getTrueValue(), select->getFalseValue()});
    } else if (only && only != value) {
      return address;
    } else {
      only = value;
    }
  }
  return only ? only : address;
}

Value *Offsets::of(Value *address, const Value *root) {
  if (address == root)
    return ConstantInt::get(Type::getInt64Ty(address->getContext()), 0);
  if (auto found = known_.find(address); found != known_.end())
    return found->second;
  Value *offset = write(address, root);
  return known_[address] = offset;
}

Value *Offsets::write(Value *address, const Value *root) {
  LLVMContext &context = address->getContext();
  if (auto *step = dyn_cast<GEPOperator>(address)) {
    Value *before = of(step->getPointerOperand(), root);
    if (!before)
      return nullptr;
    auto *instruction = dyn_cast<Instruction>(address);
    if (!instruction) { // of a constant expression
      APInt constant(64, 0);
      const DataLayout *layout = nullptr;
      if (auto *global = dyn_cast<GlobalVariable>(root))
        layout = &global->getParent()->getDataLayout();
      if (!layout || !step->accumulateConstantOffset(*layout, constant))
        return nullptr;
      return ConstantExpr::getAdd(cast<Constant>(before), ConstantInt::get(context, constant));
    }
    IRBuilder<> builder(instruction);
    builder.SetCurrentDebugLocation(instruction->getDebugLoc());
    Value *more = builder.CreateSExtOrTrunc(emitGEPOffset(&builder, instruction->getDataLayout(), step),
                                            builder.getInt64Ty());
    return builder.CreateAdd(before, more);
  }
  if (isa<AddrSpaceCastOperator, BitCastOperator, FreezeInst>(address))
    return of(cast<User>(address)->getOperand(0), root);
  if (auto *phi = dyn_cast<PHINode>(address)) {
    IRBuilder<> builder(phi);
    PHINode *offset = builder.CreatePHI(builder.getInt64Ty(), phi->getNumIncomingValues(), "offset");
    known_[phi] = offset;
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
      Value *incoming = of(phi->getIncomingValue(i), root);
      if (!incoming) {
        for (unsigned j = i; j < phi->getNumIncomingValues(); ++j)
          offset->addIncoming(PoisonValue::get(builder.getInt64Ty()), phi->getIncomingBlock(j));
        return nullptr; // it stays, and is not used
      }
      offset->addIncoming(incoming, phi->getIncomingBlock(i));
    }
    return offset;
  }
  if (auto *select = dyn_cast<SelectInst>(address)) {
    Value *one = of(select->getTrueValue(), root), *other = one ? of(select->getFalseValue(), root) : nullptr;
    return other ? IRBuilder<>(select).CreateSelect(select->getCondition(), one, other) : nullptr;
  }
  if (auto *call = dyn_cast<CallBase>(address))
    if (Value *argument =
            const_cast<Value *>(getArgumentAliasingToReturnedPointer(call, /*MustPreserveNullness=*/false)))
      return of(argument, root);
  return nullptr;
}

} // namespace raddle::vectorize
