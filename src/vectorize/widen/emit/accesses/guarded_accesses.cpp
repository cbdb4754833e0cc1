#include "vectorize/widen/emit/accesses/guarded_accesses.h"

#include "vectorize/widen/emit/versions.h"

using namespace llvm;

namespace raddle::vectorize {

void emitGuarded(WarpBuilder &warp, const Instruction &access, function_ref<void()> for_all,
                 function_ref<void()> for_some) {
  CallInst *check = warp.plan.guardOf(access);
  if (!check)
    return for_all();
  Value *refused = warp.scalar(check);
  emitVersions(
      warp, warp.CreateIsNull(refused),
      [&] {
        for_all();
        return ValueList();
      },
      [&] {
        warp.forLanes(warp.CreateNot(warp.maskFromBits(refused)), for_some);
        return ValueList();
      });
}

} // namespace raddle::vectorize
