#include "vectorize/block/segments.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Long blocks are cut into pieces of about so many instructions: few enough that the pieces of a kernel can be put together
// to parts of equal size, and enough that each has a place where few values are live.
constexpr unsigned kPieceInstructions = 64;

// The blocks of `loop`, or of the function outside loops, between the first one and `end`.
SmallVector<Segment, 16> segmentsBefore(const BasicBlock *end, const Loop *loop,
                                        const DominatorTree &dominators, const LoopInfo &loops) {
  const DomTreeNode *first = loop ? dominators.getNode(loop->getHeader()) : dominators.getRootNode();
  SmallVector<const DomTreeNode *, 32> dividing;
  for (const DomTreeNode *node = end ? dominators.getNode(end) : first; node != first;) {
    node = node->getIDom();
    if (node != first && loops.getLoopFor(node->getBlock()) == loop)
      dividing.push_back(node);
  }
  SmallVector<Segment, 16> segments;
  DenseMap<const DomTreeNode *, unsigned> segment_of;
  for (const DomTreeNode *node : reverse(dividing)) {
    segment_of[node] = segments.size();
    segments.emplace_back().blocks.insert(node->getBlock());
  }
  for (BasicBlock &block : *first->getBlock()->getParent()) {
    const DomTreeNode *node = dominators.getNode(&block);
    if (!node || &block == end || (loop && !loop->contains(&block)))
      continue;
    while (node && !segment_of.contains(node))
      node = node->getIDom();
    if (!node)
      continue;
    Segment &segment = segments[segment_of[node]];
    segment.blocks.insert(&block);
    segment.instructions += block.size();
  }
  return segments;
}

// The places where `block` is cut, so that the pieces hand on few values: in each window, before the instruction where the
// fewest values of this block are live.
SmallVector<Instruction *, 8> placesToCut(BasicBlock &block) {
  DenseMap<const Instruction *, unsigned> position;
  for (auto [number, instruction] : enumerate(block))
    position[&instruction] = static_cast<unsigned>(number);
  // How the number of live values changes before each instruction.
  SmallVector<int, 256> change(block.size() + 1, 0);
  for (const Instruction &instruction : block) {
    const unsigned begin = position[&instruction];
    unsigned end = begin;
    for (const User *user : instruction.users()) {
      auto found = position.find(cast<Instruction>(user));
      const bool outlives = found == position.end() || found->second <= begin;
      end = std::max(end, outlives ? static_cast<unsigned>(block.size()) : found->second);
    }
    if (end == begin)
      continue;
    ++change[begin + 1];
    if (end < block.size())
      --change[end + 1];
  }
  SmallVector<Instruction *, 8> places;
  unsigned number = 0, since_last = 0;
  int live = 0, fewest = 0;
  Instruction *best = nullptr;
  for (Instruction &instruction : block) {
    live += change[number++];
    if (isa<PHINode>(instruction) || instruction.isTerminator())
      continue;
    if (++since_last > kPieceInstructions / 2 && (!best || live < fewest)) {
      best = &instruction;
      fewest = live;
    }
    if (since_last >= kPieceInstructions + kPieceInstructions / 2) {
      places.push_back(best);
      best = nullptr;
      since_last = 0;
    }
  }
  return places;
}

} // namespace

BasicBlock *returnOf(Function &function) {
  BasicBlock *only = nullptr;
  for (BasicBlock &block : function)
    if (isa<ReturnInst>(block.getTerminator())) {
      if (only)
        return nullptr;
      only = &block;
    }
  return only;
}

SmallVector<Segment, 16> segmentsOf(Function &function) {
  const DominatorTree dominators(function);
  const LoopInfo loops(dominators);
  return segmentsBefore(returnOf(function), nullptr, dominators, loops);
}

SmallVector<Segment, 16> segmentsOfLoop(Function &function) {
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  if (loops.getTopLevelLoops().size() != 1)
    return {};
  const Loop *loop = loops.getTopLevelLoops().front();
  BasicBlock *latch = loop->getLoopLatch();
  if (!latch || loop->getExitingBlock() != latch)
    return {};
  SmallVector<Instruction *, 32> places;
  for (BasicBlock *block : loop->blocks())
    if (loops.getLoopFor(block) == loop)
      places.append(placesToCut(*block));
  BasicBlock *header = loop->getHeader();
  for (Instruction *place : {&*header->getFirstInsertionPt(), latch->getTerminator()})
    SplitBlock(place->getParent(), place, &dominators, &loops);
  for (Instruction *place : places)
    if (place != &place->getParent()->front())
      SplitBlock(place->getParent(), place, &dominators, &loops);
  return segmentsBefore(loop->getLoopLatch(), loop, dominators, loops);
}

SmallVector<Segment, 4> grouped(ArrayRef<Segment> segments, unsigned most) {
  unsigned all = 0, before = 0, last_number = 0;
  for (const Segment &segment : segments)
    all += segment.instructions;
  SmallVector<Segment, 4> groups;
  for (const Segment &segment : segments) {
    const unsigned number = (before + segment.instructions / 2) * most / all;
    before += segment.instructions;
    if (groups.empty() || number != last_number)
      groups.emplace_back();
    last_number = number;
    groups.back().blocks.insert(segment.blocks.begin(), segment.blocks.end());
    groups.back().instructions += segment.instructions;
  }
  return groups;
}

} // namespace raddle::vectorize
