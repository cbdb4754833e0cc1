#include "vectorize/reshape/loops/fused_warp_count.h"

#include "analysis/lane_shapes.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/remarks.h"

#include <fmt/format.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Vector registers that the operands and results of one instruction need beside those that live through a loop.
constexpr unsigned kRegistersInUse = 6;
// Instructions of the fused kernel, beyond which compiling it takes longer than is gained.
constexpr unsigned kMostInstructions = 2000;
// The same where stages of exchanges go without barriers: most of those are a shuffle and a minimum, or the like.
constexpr unsigned kMostInstructionsOfExchanges = 5000;
// Local arrays of all fused warps, a part of a core's second-level cache. Warps that run one by one have theirs in one place.
constexpr std::uint64_t kMostBytesOfArrays = 256 * 1024;

// Vector registers that are occupied all through a loop.
struct Pressure {
  unsigned of_each = 0; // warp
  unsigned of_all = 0;  // warps, by operands that they share

  unsigned with(unsigned warps) const { return of_each * warps + of_all + kRegistersInUse; }
};

bool holdsBarrier(const Loop &loop) {
  return any_of(loop.blocks(), [](const BasicBlock *block) { return any_of(*block, nvvm::isSyncthreads); });
}

// Counts values that are alive in the whole loop, and constants and the like that all warps compute with.
Pressure pressureIn(const Loop &loop, const WarpVariants &variants, const analysis::LaneShapes &shapes,
                    VectorRegisters registers) {
  const DataLayout &layout = loop.getHeader()->getDataLayout();
  SmallPtrSet<const Value *, 32> alive, shared;
  auto isVector = [&](const Value &value) {
    return variants.contains(&value) && shapes.of(&value).isVarying() && !value.getType()->isVoidTy();
  };
  auto add = [&](const Value &value) {
    if (isVector(value))
      alive.insert(&value);
  };
  for (const PHINode &phi : loop.getHeader()->phis())
    add(phi);
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block) {
      // The initial value of a phi is not needed once the loop has begun.
      if (isa<PHINode>(instruction) && block == loop.getHeader())
        continue;
      const bool computes = isVector(instruction) && !instruction.isShift() &&
                            (isa<BinaryOperator>(instruction) || instruction.getType()->isFloatingPointTy());
      for (const Value *operand : instruction.operands()) {
        auto *outside = dyn_cast<Instruction>(operand);
        if (outside && loop.contains(outside))
          continue;
        if (outside)
          add(*outside);
        if (computes && operand->getType() == instruction.getType() && !isVector(*operand))
          shared.insert(operand);
      }
    }
  Pressure pressure{0, static_cast<unsigned>(shared.size())};
  for (const Value *value : alive)
    pressure.of_each += registers.neededFor(value->getType(), layout);
  return pressure;
}

std::uint64_t bytesOfArrays(const Function &kernel) {
  std::uint64_t bytes = 0;
  for (const Instruction &instruction : kernel.getEntryBlock())
    if (auto *array = dyn_cast<AllocaInst>(&instruction))
      if (auto size = array->getAllocationSize(array->getDataLayout()))
        bytes += size->getFixedValue();
  return bytes;
}

} // namespace

unsigned fusedWarpCount(Function &kernel, const BlockClass &block, const WarpVariants &variants,
                        unsigned most, unsigned per_exchange, VectorRegisters registers,
                        const Report &report) {
  const bool has_exchanges = per_exchange > 1;
  const Instruction &entry = kernel.getEntryBlock().front();
  DominatorTree dominators(kernel);
  LoopInfo loops(dominators);
  // A divergent region in the middle of a loop costs more, each time, than the rest of the loop gains.
  bool has_loop_to_fuse = false;
  for (const Loop *loop : loops.getLoopsInPreorder()) {
    if (variants.isInRegion(*loop->getHeader()))
      continue;
    const auto *region = find_if(variants.regions(),
                                 [&](const DivergentRegion &each) { return loop->contains(each.entry()); });
    const bool holds_region = region != variants.regions().end();
    if (holds_region && !(has_exchanges && holdsBarrier(*loop)) &&
        none_of(loop->getSubLoops(),
                [&](const Loop *inner) { return !variants.isInRegion(*inner->getHeader()); })) {
      refuse(report, *region->entry()->getTerminator(), "warps diverge here, in a loop around it");
      return 1;
    }
    has_loop_to_fuse |= !holds_region;
  }
  const bool only_shares_barriers =
      variants.regions().empty() && any_of(instructions(kernel), nvvm::isSyncthreads);
  if (!has_loop_to_fuse && !only_shares_barriers && !has_exchanges) {
    refuse(report, entry, "the kernel has no loop that its warps go through together");
    return 1;
  }
  const analysis::LaneShapes shapes(kernel, block);
  unsigned warps = has_exchanges ? std::min(most, per_exchange) : most;
  for (const Loop *loop : loops.getLoopsInPreorder()) {
    if (variants.isInRegion(*loop->getHeader()))
      continue;
    const Pressure pressure = pressureIn(*loop, variants, shapes, registers);
    while (warps > 1 && pressure.with(warps) > registers.count)
      warps /= 2;
    if (warps == 1) {
      refuse(report, loop->getHeader()->front(),
             fmt::format("two warps would need {} vector registers in this loop, of which there are {}",
                         pressure.with(2), registers.count));
      return 1;
    }
  }
  const unsigned most_instructions = has_exchanges ? kMostInstructionsOfExchanges : kMostInstructions;
  const unsigned size = kernel.getInstructionCount();
  const std::uint64_t bytes = bytesOfArrays(kernel) * kRaddleWarpSize;
  while (warps > 1 && (size * warps > most_instructions || bytes * warps > kMostBytesOfArrays))
    warps /= 2;
  if (warps == 1)
    refuse(report, entry, "the code of two warps would be too long, or their local arrays too large");
  return warps;
}

} // namespace raddle::vectorize
