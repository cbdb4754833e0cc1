// int *p = &a;                       in_scope = a flag of b, which begins as false
// {
//   int b;                           in_scope = true
//   if (c) p = &b;                   number = c ? b's : 0
// }                                  in_scope = false
// *p                                 is wrong if number is b's, and not in_scope
//
// Flags and numbers become values, so that LLVM finds nearly all of them to be constant.

#include "vectorize/instrument/locals/local_scopes.h"

#include "vectorize/instrument/memory/object_roots.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

Value *pointerWithoutSteps(Value *address) {
  while (Value *before = pointerBefore(address))
    address = before;
  return address;
}

} // namespace

void LocalScopes::note(AllocaInst &local) {
  SmallVector<IntrinsicInst *, 4> marks;
  for (User *user : local.users())
    if (auto *mark = dyn_cast<IntrinsicInst>(user); mark && mark->isLifetimeStartOrEnd())
      marks.push_back(mark);
  if (none_of(marks,
              [](const IntrinsicInst *mark) { return mark->getIntrinsicID() == Intrinsic::lifetime_end; }))
    return;
  BasicBlock &entry = function_.getEntryBlock();
  auto *flag = new AllocaInst(Type::getInt1Ty(function_.getContext()), local.getAddressSpace(), "in.scope",
                              entry.begin());
  numbers_[&local] = static_cast<unsigned>(flags_.size()) + 1;
  flags_[&local] = flag;
  new StoreInst(ConstantInt::getFalse(function_.getContext()), flag, std::next(flag->getIterator()));
  for (IntrinsicInst *mark : marks)
    new StoreInst(
        ConstantInt::getBool(function_.getContext(), mark->getIntrinsicID() == Intrinsic::lifetime_start),
        flag, std::next(mark->getIterator()));
}

SmallVector<AllocaInst *, 2> LocalScopes::variablesOf(Value *address) {
  SmallVector<AllocaInst *, 2> found;
  SmallPtrSet<const Value *, 8> seen;
  SmallVector<Value *, 8> open{address};
  while (!open.empty()) {
    Value *value = pointerWithoutSteps(open.pop_back_val());
    if (!seen.insert(value).second)
      continue;
    if (auto *phi = dyn_cast<PHINode>(value))
      append_range(open, phi->incoming_values());
    else if (auto *select = dyn_cast<SelectInst>(value))
      open.append({select->getTrueValue(), select->getFalseValue()});
    else if (auto *local = dyn_cast<AllocaInst>(value); local && flags_.contains(local))
      found.push_back(local);
  }
  return found;
}

Value *LocalScopes::isUsable(IRBuilder<> &builder, Value *address, AllocaInst *local) {
  Value *is_in_scope = builder.CreateLoad(builder.getInt1Ty(), flags_.lookup(local), "in.scope");
  if (rootOf(address) == local)
    return is_in_scope;
  Value *is_other = builder.CreateICmpNE(numberOf(address), builder.getInt32(numbers_.lookup(local)));
  return builder.CreateSelect(is_other, builder.getTrue(), is_in_scope);
}

// Which variable a pointer is of, 0 for others. It stands where the pointer does.
Value *LocalScopes::numberOf(Value *address) {
  address = pointerWithoutSteps(address);
  Type *type = Type::getInt32Ty(function_.getContext());
  if (auto *local = dyn_cast<AllocaInst>(address))
    return ConstantInt::get(type, numbers_.lookup(local));
  if (Value *known = numbers_of_pointers_.lookup(address))
    return known;
  if (auto *phi = dyn_cast<PHINode>(address)) {
    PHINode *number = PHINode::Create(type, phi->getNumIncomingValues(), "variable", phi->getIterator());
    numbers_of_pointers_[phi] = number;
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
      number->addIncoming(numberOf(phi->getIncomingValue(i)), phi->getIncomingBlock(i));
    return number;
  }
  if (auto *select = dyn_cast<SelectInst>(address)) {
    Value *one = numberOf(select->getTrueValue()), *other = numberOf(select->getFalseValue());
    return numbers_of_pointers_[select] =
               IRBuilder<>(select).CreateSelect(select->getCondition(), one, other, "variable");
  }
  return ConstantInt::get(type, 0);
}

SmallVector<AllocaInst *, 8> LocalScopes::flags() const {
  SmallVector<AllocaInst *, 8> flags;
  for (const auto &[local, flag] : flags_)
    flags.push_back(flag);
  return flags;
}

void LocalScopes::finish() {
  DominatorTree dominators(function_);
  PromoteMemToReg(flags(), dominators);
  flags_.clear();
}

} // namespace raddle::vectorize
