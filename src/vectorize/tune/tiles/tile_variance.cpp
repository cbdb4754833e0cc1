#include "vectorize/tune/tiles/tile_variance.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Memory that is read may hold something else for another tile, unless it is constant or the function's own.
bool readsVaryingMemory(const Instruction &instruction) {
  auto *load = dyn_cast<LoadInst>(&instruction);
  return instruction.mayReadFromMemory() && !instruction.hasMetadata(LLVMContext::MD_invariant_load) &&
         !(load && isa<AllocaInst>(getUnderlyingObject(load->getPointerOperand())));
}

// The blocks from a branch up to where its ways meet, without its own.
SmallSetVector<const BasicBlock *, 8> blocksOfBranch(const Loop &tiles, const BasicBlock &home,
                                                     const BasicBlock *meeting) {
  SmallSetVector<const BasicBlock *, 8> blocks(succ_begin(&home), succ_end(&home));
  for (std::size_t i = 0; i < blocks.size(); ++i)
    if (const BasicBlock *block = blocks[i]; block != meeting && tiles.contains(block))
      blocks.insert(succ_begin(block), succ_end(block));
  blocks.remove_if([&](const BasicBlock *block) { return !tiles.contains(block); });
  return blocks;
}

} // namespace

void TileVariance::find(const Loop &tiles, const PostDominatorTree &post_dominators) {
  SmallVector<const Value *, 64> work;
  auto add = [&](const Value *value) {
    if (varying_.insert(value).second)
      work.push_back(value);
  };
  for (const PHINode &phi : tiles.getHeader()->phis())
    add(&phi);
  for (const BasicBlock *block : tiles.blocks())
    for (const Instruction &instruction : *block)
      if (readsVaryingMemory(instruction))
        add(&instruction);
  while (!work.empty()) {
    auto *value = work.pop_back_val();
    for (const User *user : value->users())
      if (auto *instruction = cast<Instruction>(user); tiles.contains(instruction))
        add(instruction);
    auto *branch = dyn_cast<Instruction>(value);
    if (!branch || !branch->isTerminator() || branch->getNumSuccessors() < 2 ||
        branch->getParent() == tiles.getExitingBlock())
      continue;
    const auto *node = post_dominators.getNode(branch->getParent());
    const BasicBlock *meeting = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
    for (const BasicBlock *block : blocksOfBranch(tiles, *branch->getParent(), meeting)) {
      for (const PHINode &phi : block->phis())
        add(&phi);
      if (block != meeting)
        conditional_.insert(block);
    }
  }
}

} // namespace raddle::vectorize
