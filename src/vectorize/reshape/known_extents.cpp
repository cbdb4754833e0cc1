// blockDim in blocks of one shape, and what follows for threadIdx.

#include "vectorize/reshape/passes.h"

#include "analysis/lane_shapes.h"
#include "vectorize/reshape/reachable_functions.h"

using namespace llvm;

namespace raddle::vectorize {

static void limitIndex(CallInst &call, const RaddleDim3 &extents) {
  const auto field = analysis::threadFieldOffset(call);
  for (auto [offset, extent] : {std::pair(offsetof(RaddleThread, thread_idx.x), extents.x),
                                std::pair(offsetof(RaddleThread, thread_idx.y), extents.y),
                                std::pair(offsetof(RaddleThread, thread_idx.z), extents.z)})
    if (extent != 0 && field == static_cast<std::int64_t>(offset) && call.getType()->isIntegerTy(32))
      call.addRangeRetAttr(ConstantRange(APInt(32, 0), APInt(32, extent)));
}

static void fillIn(Function &function, const BlockClass &block) {
  const RaddleDim3 extents = block.extents();
  for (Instruction &instruction : instructions(function)) {
    if (auto *call = dyn_cast<CallInst>(&instruction))
      limitIndex(*call, extents);
    auto *load = dyn_cast<LoadInst>(&instruction);
    if (!load || !load->getType()->isIntegerTy(32))
      continue;
    const auto field = analysis::blockFieldOffset(*load);
    for (auto [offset, extent] : {std::pair(offsetof(RaddleBlock, block_dim.x), extents.x),
                                  std::pair(offsetof(RaddleBlock, block_dim.y), extents.y),
                                  std::pair(offsetof(RaddleBlock, block_dim.z), extents.z)})
      if (extent != 0 && field == static_cast<std::int64_t>(offset))
        load->replaceAllUsesWith(ConstantInt::get(load->getType(), extent));
  }
}

void specialiseExtents(Function &kernel, const Input &input) {
  for (Function *function : reachableFunctions(kernel))
    fillIn(*function, input.block);
}

} // namespace raddle::vectorize
