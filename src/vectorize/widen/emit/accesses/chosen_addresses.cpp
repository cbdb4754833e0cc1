// Addresses of which each lane chooses one.
//
//   x = i < n ? a[i] : b[i - n]
//
// Two arrays are read one after the other. Both sides of the choice lie side by side, and all lanes choose alike but in the warp
// in which one array ends and the other begins. So there are two versions,
//
//   if (all active lanes choose alike)  one access at the address that the first lane would have there
//   else                                a gather or scatter

#include "vectorize/widen/emit/accesses/addresses.h"

using namespace llvm;

namespace raddle::vectorize {

std::pair<Value *, Value *> chosenAddress(WarpBuilder &warp, Value *pointer) {
  auto *choice = dyn_cast<SelectInst>(pointer);
  if (!choice || !warp.shapes.of(pointer).isVarying())
    return assumeAddress(warp, pointer, 0, kLanes);
  auto [one, one_holds] = chosenAddress(warp, choice->getTrueValue());
  auto [other, other_holds] = chosenAddress(warp, choice->getFalseValue());
  // What lanes choose that do not take part may be poison.
  Value *condition = warp.CreateFreeze(warp.vector(choice->getCondition()));
  Value *choosers = warp.bits(warp.CreateAnd(warp.mask, condition));
  Value *any = warp.CreateIsNotNull(choosers), *all = warp.CreateICmpEQ(choosers, warp.bits(warp.mask));
  Value *agree = warp.CreateOr(warp.CreateNot(any), all);
  return {warp.CreateSelect(any, one, other),
          warp.CreateAnd(agree, warp.CreateSelect(any, one_holds, other_holds))};
}

} // namespace raddle::vectorize
