#include "vectorize/widen/separate_held_lanes.h"

#include "vectorize/widen/call_effects.h"
#include "vectorize/widen/held_lanes.h"
#include "vectorize/widen/normal_form.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/SSAUpdater.h>

#include <optional>

using namespace llvm;

namespace raddle::vectorize {

namespace {

constexpr unsigned kMostInstructions = 500; // of all copies together

// What lanes do from `start` on up to `end`, where all lanes of the warp meet.
struct Region {
  SetVector<BasicBlock *> blocks;
  BasicBlock *end = nullptr;
  unsigned instructions = 0;
};

// None where lanes do not meet in one place, wait before they do, or return.
std::optional<Region> regionFrom(BasicBlock *start) {
  Region region;
  region.blocks.insert(start);
  for (std::size_t i = 0; i < region.blocks.size(); ++i) {
    BasicBlock *block = region.blocks[i];
    if (succ_empty(block) || any_of(*block, mayWait))
      return std::nullopt;
    region.instructions += static_cast<unsigned>(block->size());
    for (BasicBlock *next : successors(block)) {
      const Instruction *first = next->getFirstNonPHIOrDbg();
      if (!meetsAllLanes(*first))
        region.blocks.insert(next);
      else if (region.end && region.end != next)
        return std::nullopt;
      else
        region.end = next;
    }
  }
  return region.end && region.instructions <= kMostInstructions ? std::optional(region) : std::nullopt;
}

// Places where all lanes meet begin a block.
void splitBeforeMeetings(Function &kernel) {
  SmallVector<Instruction *, 8> meetings;
  for (Instruction &instruction : instructions(kernel))
    if (meetsAllLanes(instruction) && &instruction != instruction.getParent()->getFirstNonPHIOrDbg())
      meetings.push_back(&instruction);
  for (Instruction *meeting : meetings)
    SplitBlock(meeting->getParent(), meeting);
}

void copyFor(BasicBlock *from, const Region &region) {
  BasicBlock *start = region.blocks.front();
  Function &function = *from->getParent();
  ValueToValueMapTy twins;
  SmallVector<BasicBlock *, 8> copies;
  for (BasicBlock *block : region.blocks) {
    copies.push_back(CloneBasicBlock(block, twins, ".held", &function));
    twins[block] = copies.back();
  }
  remapInstructionsInBlocks(copies, twins);
  for (PHINode &phi : make_early_inc_range(region.end->phis()))
    for (auto [block, copy] : zip_equal(region.blocks, copies))
      if (phi.getBasicBlockIndex(block) >= 0) {
        Value *value = phi.getIncomingValueForBlock(block), *twin = twins.lookup(value);
        phi.addIncoming(twin ? twin : value, copy);
      }
  from->getTerminator()->replaceSuccessorWith(start, copies.front());
  auto isCopy = [&](BasicBlock *block) { return is_contained(copies, block); };
  for (BasicBlock *copy : copies)
    for (PHINode &phi : make_early_inc_range(copy->phis()))
      phi.removeIncomingValueIf(
          [&](unsigned i) { return phi.getIncomingBlock(i) != from && !isCopy(phi.getIncomingBlock(i)); },
          /*DeletePHIIfEmpty=*/false);
  for (PHINode &phi : make_early_inc_range(start->phis()))
    phi.removeIncomingValueIf([&](unsigned i) { return phi.getIncomingBlock(i) == from; },
                              /*DeletePHIIfEmpty=*/false);
  // What is used behind the end is either one.
  for (BasicBlock *block : region.blocks)
    for (Instruction &instruction : *block) {
      SmallVector<Use *, 8> uses_behind;
      for (Use &use : instruction.uses()) {
        auto *user = cast<Instruction>(use.getUser());
        auto *phi = dyn_cast<PHINode>(user);
        BasicBlock *place = phi ? phi->getIncomingBlock(use) : user->getParent();
        if (!region.blocks.contains(place))
          uses_behind.push_back(&use);
      }
      if (uses_behind.empty())
        continue;
      SSAUpdater updater;
      updater.Initialize(instruction.getType(), instruction.getName());
      updater.AddAvailableValue(block, &instruction);
      updater.AddAvailableValue(cast<BasicBlock>(twins[block]), twins[&instruction]);
      for (Use *use : uses_behind)
        updater.RewriteUse(*use);
    }
}

// One way; whether there was one.
bool separateOne(CompileJob &job, unsigned &copied) {
  Function &kernel = *job.kernel;
  std::optional<Region> region;
  BasicBlock *from = nullptr;
  {
    const analysis::LaneShapes shapes(kernel, job.block);
    const LinearOrder order(kernel, shapes);
    const HeldLanes held(/*is_kernel=*/true, shapes, order);
    for (Instruction &instruction : instructions(kernel)) {
      if (!mayPoll(instruction))
        continue;
      for (const HeldLanes::Way &way : held.awaitedWaysAt(instruction)) {
        if (!way.from || order.isBackEdge(way.from, way.to) || !way.to->hasNPredecessorsOrMore(2))
          continue;
        region = regionFrom(way.to);
        if (region && !region->blocks.contains(way.from) &&
            copied + region->instructions <= kMostInstructions) {
          from = way.from;
          break;
        }
      }
      if (from)
        break;
    }
  }
  if (!from)
    return false;
  copied += region->instructions;
  copyFor(from, *region);
  shapeLoops(kernel, *job.target);
  return true;
}

} // namespace

void separateHeldLanes(CompileJob &job) {
  if (!job.optimize || none_of(instructions(*job.kernel), mayPoll))
    return;
  splitBeforeMeetings(*job.kernel);
  for (unsigned copied = 0; separateOne(job, copied);) {
  }
}

} // namespace raddle::vectorize
