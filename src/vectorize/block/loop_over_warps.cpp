// Warps that wait only at barriers need no fibers: the warps of a block run one after the other up to the
// barrier, and then from there on.
//
//   x = f(thread)                            for (warp = 0; warp < warps; ++warp)
//   __syncthreads()               becomes      xs[warp] = f(threads[warp])
//   g(thread, x)                             for (warp = 0; warp < warps; ++warp)
//                                              g(threads[warp], xs[warp])
//
// warp_values.h tells what becomes of values that live across a barrier. Where all warps of a block come to the
// same barriers, tiles of several warps may wait for the whole block at theirs.

#include "analysis/recursion.h"
#include "vectorize/block/barrier_sites.h"
#include "vectorize/block/fission_points.h"
#include "vectorize/block/prepare_kernel.h"
#include "vectorize/block/warp_values.h"
#include "vectorize/block/write_warp_loops.h"
#include "vectorize/passes.h"
#include "vectorize/remarks.h"
#include "vectorize/widen/plan/vector_registers.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/Local.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// So many instructions of an unrolled warp loop, of all warps together, are estimated to compute one value of a warp and to
// use it. Where there are more for each value that the registers hold, the code spills, and fills the instruction cache.
constexpr unsigned kInstructionsForEachValue = 256;

unsigned mostUnrolledInstructions(const CompileJob &job) {
  const auto registers = VectorRegisters::of(job);
  const unsigned bits_of_value = kRaddleWarpSize * 32;
  return kInstructionsForEachValue * (registers.count * registers.bits / bits_of_value);
}

// Where the number of a block's warps is known, and small, the loops over them are unrolled: values that a warp keeps, or that
// one warp stores and another one reads, may stay in registers, and no instruction asks which warp it is. In a kernel with
// loops, those take the time.
bool mayUnroll(const CompileJob &job, const BarrierSites &barriers, const WarpLoopPlan &plan) {
  if (!job.input.block.one_group || barriers.doesMoreThanWait() || !barriers.locals().empty() ||
      plan.warps_may_return ||
      job.kernel->getInstructionCount() * (job.input.block.group / job.facts.fused_warps) >
          mostUnrolledInstructions(job))
    return false;
  const DominatorTree dominators(*job.kernel);
  return LoopInfo(dominators).empty();
}

// Where warps may return in a region, the last warp's values are not those of the last one that goes on.
void keepInMemory(const BarrierRegion &region, const WarpVariance &variance) {
  for (PHINode &phi : make_early_inc_range(region.next->phis()))
    if (!variance.differs(&phi))
      DemotePHIToStack(&phi);
  SmallVector<Instruction *, 16> used_elsewhere;
  for (BasicBlock *block : region.blocks)
    for (Instruction &instruction : *block)
      // A phi at the start gets its value on the way there.
      if (!variance.differs(&instruction) && any_of(instruction.users(), [&](const User *user) {
            auto *use = cast<Instruction>(user);
            return !region.holds(*use) || (isa<PHINode>(use) && use->getParent() == region.start());
          }))
        used_elsewhere.push_back(&instruction);
  for (Instruction *instruction : used_elsewhere)
    DemoteRegToStack(*instruction);
}

bool someWarpMayReturn(BarrierRegions &regions) {
  return any_of(regions.all(), [](const auto &entry) { return entry.second.may_return; });
}

// Finds the regions. False where warps may come to different barriers, or to a tile's barrier after others have returned.
bool planRegions(CompileJob &job, const BarrierSites &barriers, const WarpVariance &variance,
                 WarpLoopPlan &plan) {
  if (!plan.regions.find(*job.kernel, barriers.blocksAfter(), barriers.blocksRunOnce(), variance)) {
    refuse(job, barriers.first(), "warps may come to different barriers, so that each needs a fiber");
    return false;
  }
  plan.warps_may_return = someWarpMayReturn(plan.regions);
  // A tile waits for warps that have returned, and a report says so.
  if (plan.warps_may_return && barriers.hasTileBarrier()) {
    refuse(job, barriers.first(),
           "warps of a tile may return before its barrier, so that each needs a fiber");
    return false;
  }
  return true;
}

// The kernel has barriers of its own, or else only fission points. False where the loops are not
// possible; the kernel does what it did then.
bool loopBetweenBarriers(CompileJob &job, bool has_barriers) {
  BarrierSites barriers(job);
  if (!barriers.separate()) {
    barriers.restore();
    return false;
  }
  const WarpVariance variance(*job.kernel);
  dropClosingPhis(*job.kernel, variance, barriers.blocksAfter());
  WarpLoopPlan plan;
  if (!planRegions(job, barriers, variance, plan)) {
    barriers.restore();
    return false;
  }
  barriers.dissolve();
  plan.meetings = barriers.meetings();
  plan.all_lanes_come = barriers.allLanesCome();
  plan.return_block = barriers.returnBlock();
  plan.regions.dissolve([&](const Instruction &instruction) {
    return !variance.differs(&instruction) && !instruction.mayHaveSideEffects();
  });
  plan.warps_may_return = someWarpMayReturn(plan.regions);
  for (auto &[start, region] : plan.regions.all())
    if (region.may_return)
      keepInMemory(region, variance);
  WarpValues values(job, variance, plan.regions, barriers.locals());
  values.separateWays();
  plan.unrolled = job.facts.warp_loop_unrolled = has_barriers && mayUnroll(job, barriers, plan);

  WarpLoopWriter writer(job, plan);
  writer.describeWarps();
  WarpLoops loops;
  for (auto &[start, region] : plan.regions.all())
    loops.insert({start, writer.open(region)});
  values.keep(loops);
  for (auto &[start, region] : plan.regions.all())
    writer.close(region, loops.find(start)->second);
  for (auto &[start, region] : plan.regions.all())
    writer.enter(region, loops.find(start)->second);
  return true;
}

} // namespace

void loopOverWarps(CompileJob &job) {
  if (job.input.lanes != kRaddleWarpSize || !job.kernel || !job.input.optimize || !waitsAtBarriersOnly(job))
    return;
  const bool has_barriers = any_of(instructions(*job.kernel), asBarrier);
  if (!(has_barriers || (!job.facts.polls_for_blocks && mayHaveFissionPoints(job))))
    return;
  if (analysis::hasUnboundedStack(*job.module)) {
    refuse(job, job.kernel->getEntryBlock(),
           "only the run knows how much stack a warp needs, so that each needs a fiber");
    return;
  }
  cleanUp(*job.kernel, *job.target);
  SmallVector<CallInst *, 4> fission_points;
  if (!has_barriers) {
    fission_points = insertFissionPoints(job);
    if (fission_points.empty())
      return;
  }
  sinkFieldAddresses(*job.kernel);
  job.facts.loops_over_warps = loopBetweenBarriers(job, has_barriers);
  if (!job.facts.loops_over_warps)
    for (CallInst *point : fission_points)
      point->eraseFromParent();
}

} // namespace raddle::vectorize
