// Lanes that go on past others of their warp which poll:
//
//   if (threadIdx.x == 0)                       if (threadIdx.x == 0) {
//     while (!flag) {}                            while (!flag) {}
//   tile[threadIdx.x] = x;          becomes       tile[threadIdx.x] = x;
//   __syncthreads();                            } else {
//                                                 tile[threadIdx.x] = x;
//                                               }
//                                               __syncthreads();
//
// What stands after the branch may be what is polled for, so lanes that do not poll must do it first. They have a copy of
// it, up to where all lanes of the warp meet, and wait for the others there.
//
//   while (atomicCAS(&lock[i], 0, 1)) {}        for (;;)
//   add(i);                           becomes     if (!atomicCAS(&lock[i], 0, 1)) {
//   lock[i] = 0;                                    add(i);
//   __syncthreads();                                lock[i] = 0;
//                                                   break;
//                                                 }
//                                               __syncthreads();
//
// So does what stands after a loop that polls: it becomes a part of the loop, and a lane that leaves it does it at once. A loop
// that polls within another one becomes one with it, where an iteration can be begun anew.

#include "vectorize/reshape/passes.h"

#include "analysis/awaited_writes.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/block_copies.h"
#include "vectorize/reshape/lanes/blocked_lanes.h"
#include "vectorize/reshape/lanes/call_effects.h"
#include "vectorize/reshape/lanes/exiting_lanes.h"
#include "vectorize/reshape/normal_form.h"

#include <optional>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Instructions that are copied for blocked lanes in a whole kernel, most of which poll in a few places.
constexpr unsigned kMostInstructions = 500;

// What lanes do from `start` on up to `end`, where all lanes of the warp meet, or until they return.
struct Region {
  SetVector<BasicBlock *> blocks;
  BasicBlock *end = nullptr; // null where they only return
  unsigned instructions = 0;
};

// None where lanes meet in several places, or wait before they do.
std::optional<Region> regionFrom(BasicBlock *start) {
  Region region;
  region.blocks.insert(start);
  for (std::size_t i = 0; i < region.blocks.size(); ++i) {
    BasicBlock *block = region.blocks[i];
    if (any_of(*block,
               [](const Instruction &instruction) { return mayWait(instruction) || mayPoll(instruction); }))
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
  return region.instructions <= kMostInstructions ? std::optional(region) : std::nullopt;
}

// Places where all lanes meet begin a block.
SmallVector<Instruction *, 8> splitBeforeMeetingPoints(Function &kernel) {
  SmallVector<Instruction *, 8> meeting_points;
  for (Instruction &instruction : instructions(kernel))
    if (meetsAllLanes(instruction) && &instruction != instruction.getParent()->getFirstNonPHIOrDbg())
      meeting_points.push_back(&instruction);
  for (Instruction *meeting_point : meeting_points)
    SplitBlock(meeting_point->getParent(), meeting_point);
  return meeting_points;
}

// What blocked lanes do next, and from where they come to it.
struct BlockedRegion {
  Region region;
  SmallVector<BasicBlock *, 4> from;
  BasicBlock *loop = nullptr; // the header of that which they have left, or null
};

// The innermost loop that lanes leave by `exit` while others poll.
const Loop *loopLeftBy(BasicBlock *exit, const Instruction &poll, const LinearOrder &order) {
  for (const Loop *loop = order.loops().getLoopFor(poll.getParent()); loop; loop = loop->getParentLoop())
    if (order.isDivergentLoop(loop->getHeader()) &&
        is_contained(order.divergentExits(loop->getHeader()), exit))
      return loop;
  return nullptr;
}

// Whether lanes look at different places while they poll. At one place they are sure to wait for each other, which takes
// threads on their own less time.
bool pollsInManyPlaces(const Loop &loop, const analysis::LaneShapes &shapes) {
  return any_of(loop.blocks(), [&](const BasicBlock *block) {
    return any_of(*block, [&](const Instruction &access) {
      const Value *address = analysis::accessedAddress(access);
      return address && (access.isAtomic() || access.isVolatile()) && !shapes.isUniform(address);
    });
  });
}

// A loop that lanes enter where it does not begin would have two headers.
bool entersLoopInTheMiddle(BasicBlock *end, const BasicBlock *from, const LoopInfo &loops) {
  for (const Loop *loop = loops.getLoopFor(end); loop && !loop->contains(from); loop = loop->getParentLoop())
    if (loop->getHeader() != end)
      return true;
  return false;
}

std::optional<BlockedRegion> regionBlockedBy(const BlockedLanes::Path &path, const Instruction &poll,
                                             const LinearOrder &order, const analysis::LaneShapes &shapes) {
  BlockedRegion blocked;
  if (path.from) {
    if (order.isBackEdge(path.from, path.to) || !path.to->hasNPredecessorsOrMore(2))
      return std::nullopt;
    blocked.from.push_back(path.from);
  } else {
    const Loop *loop = loopLeftBy(path.to, poll, order);
    if (!loop || !pollsInManyPlaces(*order.loops().getLoopFor(poll.getParent()), shapes))
      return std::nullopt;
    blocked.loop = loop->getHeader();
    for (BasicBlock *from : predecessors(path.to))
      if (loop->contains(from) && !is_contained(blocked.from, from))
        blocked.from.push_back(from);
  }
  std::optional<Region> region = regionFrom(path.to);
  if (!region || any_of(blocked.from, [&](BasicBlock *from) { return region->blocks.contains(from); }) ||
      (path.from && !region->end))
    return std::nullopt;
  if (region->end && any_of(blocked.from, [&](BasicBlock *from) {
        return entersLoopInTheMiddle(region->end, from, order.loops());
      }))
    return std::nullopt;
  blocked.region = *region;
  return blocked;
}

// A loop that polls, in one whose iterations lanes can begin anew.
struct Nest {
  BasicBlock *outer, *inner; // headers
  SmallVector<BasicBlock *, 2> outer_latches, inner_latches;
  unsigned instructions = 0;
};

bool meetsOthers(const Instruction &instruction) { return mayWait(instruction) && !mayPoll(instruction); }

// What is told of a division by zero is told once a launch.
bool hasEffects(const Instruction &instruction) {
  return !nvvm::isCallOf(instruction, nvvm::Runtime::raddle_division_by_zero) &&
         (instruction.mayWriteToMemory() || instruction.isVolatile() || instruction.isAtomic() ||
          mayWait(instruction));
}

bool readsWhatMayChange(const Instruction &instruction) {
  return instruction.mayReadFromMemory() && !instruction.hasMetadata(LLVMContext::MD_invariant_load);
}

// Whether an instruction that a loop repeats writes in vain as well: a compare-and-swap that has failed has written nothing.
bool writesWhenItFails(const Instruction &instruction) {
  return instruction.mayWriteToMemory() && !mayPoll(instruction) &&
         !isa<LoadInst, FenceInst, AtomicCmpXchgInst>(instruction);
}

// None where something of the outer loop waits, or may not be done again before the inner one.
std::optional<Nest> nestAround(const Instruction &poll, const LinearOrder &order) {
  const Loop *inner = order.loops().getLoopFor(poll.getParent());
  const Loop *outer = inner ? inner->getParentLoop() : nullptr;
  if (!outer || !inner->getHeader()->phis().empty())
    return std::nullopt;
  const bool writes =
      any_of(inner->blocks(), [](const BasicBlock *block) { return any_of(*block, writesWhenItFails); });
  for (BasicBlock *block : outer->blocks()) {
    if (inner->contains(block))
      continue;
    const bool is_before = order.reaches(block, inner->getHeader());
    if (any_of(*block, meetsOthers) || (is_before && any_of(*block, hasEffects)) ||
        (is_before && writes && any_of(*block, readsWhatMayChange)))
      return std::nullopt;
  }
  Nest nest{outer->getHeader(), inner->getHeader(), {}, {}};
  for (BasicBlock *block : outer->blocks())
    nest.instructions += static_cast<unsigned>(block->size());
  outer->getLoopLatches(nest.outer_latches);
  inner->getLoopLatches(nest.inner_latches);
  return nest;
}

// Makes one loop of both: a lane that has to poll again begins the same iteration anew. With one back edge, as LLVM would otherwise
// see two loops there again.
void flatten(const Nest &nest) {
  SmallVector<BasicBlock *, 4> latches(nest.outer_latches.begin(), nest.outer_latches.end());
  for (BasicBlock *latch : nest.inner_latches) {
    latch->getTerminator()->replaceSuccessorWith(nest.inner, nest.outer);
    for (PHINode &phi : nest.outer->phis())
      phi.addIncoming(&phi, latch);
    latches.push_back(latch);
  }
  SplitBlockPredecessors(nest.outer, latches, ".next");
}

struct Change {
  std::optional<BlockedRegion> blocked; // or else
  std::optional<Nest> nest;
};

std::optional<Change> findChange(Function &kernel, const BlockClass &block, unsigned most_instructions) {
  const analysis::LaneShapes shapes(kernel, block);
  const LinearOrder order(kernel, shapes);
  const BlockedLanes lanes(/*is_kernel=*/true, shapes, order);
  for (Instruction &instruction : instructions(kernel)) {
    if (!mayPoll(instruction))
      continue;
    const auto paths = lanes.awaitedPathsAt(instruction);
    for (const BlockedLanes::Path &path : paths)
      if (std::optional<BlockedRegion> blocked = regionBlockedBy(path, instruction, order, shapes);
          blocked && blocked->region.instructions <= most_instructions)
        return Change{blocked, std::nullopt};
    const Loop *loop = order.loops().getLoopFor(instruction.getParent());
    if (!paths.empty() && loop && pollsInManyPlaces(*loop, shapes))
      if (std::optional<Nest> nest = nestAround(instruction, order);
          nest && nest->instructions <= most_instructions)
        return Change{std::nullopt, nest};
  }
  return std::nullopt;
}

// Whether it is entered by these only.
bool isOwn(const BlockedRegion &blocked) {
  return all_of(blocked.region.blocks, [&](BasicBlock *block) {
    return all_of(predecessors(block), [&](BasicBlock *from) {
      return blocked.region.blocks.contains(from) || is_contained(blocked.from, from);
    });
  });
}

// One path; whether there was one.
bool separateOne(Function &kernel, const BlockClass &block, unsigned &copied) {
  const std::optional<Change> change = findChange(kernel, block, kMostInstructions - copied);
  if (!change)
    return false;
  if (const std::optional<BlockedRegion> &blocked = change->blocked) {
    copied += blocked->region.instructions;
    SmallVector<BasicBlock *, 8> blocks(blocked->region.blocks.getArrayRef());
    if (!isOwn(*blocked)) {
      const BlockCopies copies(blocks, ".blocked");
      copies.addPathsOut();
      copies.enterFrom(blocked->from);
      copies.joinValues();
      blocks.assign(copies.blocks().begin(), copies.blocks().end());
    }
    if (blocked->loop)
      moveInto(blocked->loop, blocks, blocked->region.end);
  } else {
    copied += change->nest->instructions;
    flatten(*change->nest);
  }
  return true;
}

} // namespace

void separateBlockedLanes(Function &kernel, const Input &input, TargetMachine &machine) {
  if (none_of(instructions(kernel), mayPoll))
    return;
  const SmallVector<Instruction *, 8> meeting_points = splitBeforeMeetingPoints(kernel);
  // What is found next depends on loops that a change has made.
  for (unsigned copied = 0; separateOne(kernel, input.block, copied);)
    shapeLoops(kernel, machine);
  // Passes that look at one block find the halves of a shuffled number together.
  for (Instruction *meeting_point : meeting_points)
    MergeBlockIntoPredecessor(meeting_point->getParent());
}

} // namespace raddle::vectorize
