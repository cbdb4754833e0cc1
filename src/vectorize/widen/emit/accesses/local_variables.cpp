// Local variables: one copy for each lane.

#include "vectorize/widen/emit/accesses/accesses.h"

using namespace llvm;

namespace raddle::vectorize {

void emitLocalVariable(WarpBuilder &warp, AllocaInst &variable) {
  auto size = variable.getAllocationSize(warp.layout);
  if (!size || variable.getParent() != &warp.source.getEntryBlock())
    return warp.giveUp(variable, Obstacle::kArraySize);
  uint64_t bytes = analysis::isInterleaved(variable) ? alignTo(size->getFixedValue(), variable.getAlign())
                                                     : analysis::distanceOfLanes(variable);
  AllocaInst *copies = warp.slot(ArrayType::get(warp.getInt8Ty(), bytes * kLanes), variable.getName());
  copies->setAlignment(std::max(variable.getAlign(), Align(64)));
  warp.define(variable, copies);
}

} // namespace raddle::vectorize
