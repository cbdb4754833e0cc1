#include "vectorize/tune/shuffles/part_of_element.h"

using namespace llvm;

namespace raddle::vectorize {

PartOfElement partOfElement(const Value *address, const DataLayout &layout) {
  APInt offset(64, 0);
  auto *element = dyn_cast<GEPOperator>(
      address->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true));
  if (!element || element->getPointerOperandType() != element->getType() ||
      !all_of(drop_begin(element->indices()), [](const Use &index) { return isa<ConstantInt>(index); }))
    return {};
  SmallVector<Value *, 4> within(element->indices());
  within.front() = Constant::getNullValue(within.front()->getType());
  return {element->getPointerOperand(), element->getSourceElementType(),
          offset.getSExtValue() + layout.getIndexedOffsetInType(element->getSourceElementType(), within),
          element};
}

bool hasOnlyParts(const AllocaInst &array) {
  const DataLayout &layout = array.getDataLayout();
  SmallVector<const Value *, 16> work{&array};
  while (!work.empty())
    for (const Value *address = work.pop_back_val(); const User *user : address->users()) {
      if (isa<GetElementPtrInst>(user) && user->getType()->isPointerTy())
        work.push_back(user);
      else if (const auto *access = cast<Instruction>(user);
               !access->isLifetimeStartOrEnd() && (getLoadStorePointerOperand(access) != address ||
                                                   partOfElement(address, layout).array != &array))
        return false;
    }
  return true;
}

} // namespace raddle::vectorize
