#include "vectorize/reshape/copied_region.h"

using namespace llvm;

namespace raddle::vectorize {

std::optional<CopiedRegion> findCopiedRegion(Function &kernel, Instruction &first,
                                             ArrayRef<Instruction *> inside, unsigned most_instructions,
                                             function_ref<bool(const Instruction &)> may_be_copied) {
  CopiedRegion region;
  region.start = SplitBlock(first.getParent(), &first);
  Instruction *last = nullptr; // in the first block
  for (Instruction *one : inside)
    if (one->getParent() == region.start && (!last || last->comesBefore(one)))
      last = one;
  if (all_of(inside, [&](Instruction *one) { return one->getParent() == region.start; }))
    SplitBlock(region.start, last->getNextNode());
  const DominatorTree dominators(kernel);
  PostDominatorTree post_dominators(kernel);
  const LoopInfo loops(dominators);
  auto isAfterAll = [&](const BasicBlock *block) {
    return all_of(
        inside, [&](Instruction *one) { return post_dominators.properlyDominates(block, one->getParent()); });
  };
  const auto *end = post_dominators.getNode(region.start)->getIDom();
  while (end && end->getBlock() && !isAfterAll(end->getBlock()))
    end = end->getIDom();
  region.end = end ? end->getBlock() : nullptr;
  const Loop *loop = loops.getLoopFor(region.start);
  if (!region.end || loops.getLoopFor(region.end) != loop)
    return {};
  region.blocks.insert(region.start);
  unsigned instructions = 0;
  for (std::size_t i = 0; i < region.blocks.size(); ++i) {
    BasicBlock *block = region.blocks[i];
    instructions += static_cast<unsigned>(block->size());
    if (instructions > most_instructions || loops.getLoopFor(block) != loop ||
        !dominators.dominates(region.start, block) || !all_of(*block, may_be_copied))
      return {};
    for (BasicBlock *next : successors(block))
      if (next != region.end)
        region.blocks.insert(next);
  }
  return region;
}

} // namespace raddle::vectorize
