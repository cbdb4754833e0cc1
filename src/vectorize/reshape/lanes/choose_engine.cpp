// Which of the two engines runs a kernel in blocks of one class. In blocks of other shapes other branches make the lanes diverge,
// so the engine may be another one.

#include "analysis/address_taken.h"
#include "analysis/program_shapes.h"
#include "vectorize/passes.h"
#include "vectorize/reshape/lanes/blocked_lanes.h"
#include "vectorize/reshape/lanes/call_effects.h"
#include "vectorize/reshape/lanes/thread_engine_reasons.h"
#include "vectorize/reshape/reachable_functions.h"
#include "vectorize/widen/plan/linear_order.h"

#include <llvm/ADT/DepthFirstIterator.h>
#include <llvm/IR/CFG.h>

#include <string>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// The mask of a warp operation where it is the same for all lanes, else null.
const Value *commonMask(const Instruction &instruction, const analysis::LaneShapes &shapes) {
  const Value *mask = maskOfOperation(instruction);
  return mask && shapes.isUniform(mask) ? mask : nullptr;
}

class Sides {
public:
  Sides(const analysis::LaneShapes &shapes, const LinearOrder &order) : shapes_(shapes), order_(order) {}

  // Whether `found` holds for an instruction that some lanes run between a divergent branch around `block`
  // and the place where all meet again, while the others are at `block`.
  bool otherSideHas(BasicBlock *block, function_ref<bool(const Instruction &)> found) const {
    for (BasicBlock *branch : order_.dominatorsOf(block)) {
      if (!shapes_.branchDiverges(branch) ||
          order_.firstWithLanesOf(branch) == order_.firstWithLanesOf(block))
        continue;
      for (unsigned i = order_.indexOf(branch) + 1; i < order_.blocks().size(); ++i) {
        BasicBlock *other = order_.blocks()[i];
        if (order_.firstWithLanesOf(other) == order_.firstWithLanesOf(branch))
          break; // all are together again
        if (other != block && any_of(*other, found) && order_.reaches(branch, other) &&
            !order_.reaches(other, block) && !order_.reaches(block, other) && mayPartFor(block, other))
          return true;
      }
    }
    return false;
  }

  // Whether some of the lanes that run the function may not come to `block`.
  bool somePassBy(BasicBlock *block) const {
    return order_.isInDivergentLoop(block) || any_of(order_.dominatorsOf(block), [&](BasicBlock *branch) {
             return shapes_.branchDiverges(branch) &&
                    order_.firstWithLanesOf(branch) != order_.firstWithLanesOf(block);
           });
  }

private:
  // Whether some lanes may be at `block` while others are at `other`: they have parted at a divergent branch. Those that a
  // uniform branch sends to one of the two have come together, and go there together.
  bool mayPartFor(BasicBlock *block, BasicBlock *other) const {
    return any_of(order_.blocks(), [&](BasicBlock *branch) {
      if (!shapes_.branchDiverges(branch) || meetAgainBefore(branch, block) || meetAgainBefore(branch, other))
        return false;
      const auto targets = successors(branch);
      return any_of(targets, [&](BasicBlock *one) {
        return leadsTo(one, block) && any_of(targets, [&](BasicBlock *another) {
                 return another != one && leadsTo(another, other);
               });
      });
    });
  }

  // In a loop that lanes leave one by one, those that have parted in one iteration may be elsewhere in the next.
  bool meetAgainBefore(BasicBlock *branch, BasicBlock *block) const {
    return !order_.isInDivergentLoop(branch) &&
           order_.firstWithLanesOf(branch) == order_.firstWithLanesOf(block);
  }

  // Around loops, too.
  static bool leadsTo(BasicBlock *from, const BasicBlock *to) {
    df_iterator_default_set<BasicBlock *, 32> seen;
    return is_contained(depth_first_ext(from, seen), to);
  }

  const analysis::LaneShapes &shapes_;
  const LinearOrder &order_;
};

// Why the lanes of a warp cannot run together, as far as the code tells, and what to change (see thread_engine_reasons.h); ""
// when nothing speaks against it. Looks for lanes that poll memory which other lanes may still have to write, and for warp
// operations on both sides of a divergent branch, where lanes of the two sides may meet.
std::string whyLanesWaitForEachOther(Function &function, bool is_kernel, const analysis::LaneShapes &shapes,
                                     const LinearOrder &order) {
  const Sides sides(shapes, order);
  const BlockedLanes blocked(is_kernel, shapes, order);
  for (Instruction &instruction : instructions(function)) {
    BasicBlock *block = instruction.getParent();
    if (mayPoll(instruction) && blocked.mayBeWaitedForAt(instruction))
      return threadEngineReason(Obstacle::kPolling, instruction);
    if (mayNameAllLanes(instruction) && sides.otherSideHas(block, mayNameAllLanes))
      return threadEngineReason(Obstacle::kMeetingOfSides, instruction);
    if (const Value *mask = commonMask(instruction, shapes);
        mask && sides.otherSideHas(
                    block, [&](const Instruction &other) { return commonMask(other, shapes) == mask; }))
      return threadEngineReason(Obstacle::kMeetingOfSides, instruction);
    if (isBarrier(instruction) && sides.otherSideHas(block, isBarrier))
      return threadEngineReason(Obstacle::kBarriersOfSides, instruction);
    // Lanes that pass a barrier by in a function may return from the kernel, once they have left the
    // function.
    if (!is_kernel && mayWaitForOtherWarps(instruction) && sides.somePassBy(block))
      return threadEngineReason(Obstacle::kLeavingFunction, instruction);
    // Lanes that call different functions diverge as at a branch.
    auto *call = dyn_cast<CallInst>(&instruction);
    if (call && call->isIndirectCall() && !shapes.isUniform(call->getCalledOperand()) &&
        (mayPoll(*call) || mayNameAllLanes(*call)) && analysis::indirectTargetsOf(*call).size() > 1)
      return threadEngineReason(Obstacle::kFunctionsThatWait, instruction);
  }
  return {};
}

// Why one of the functions cannot run 32 lanes at once, or "".
std::string whyNotAtOnce(ArrayRef<Function *> functions, const analysis::ProgramShapes &shapes) {
  for (Function *function : functions) {
    const analysis::LaneShapes &own = shapes.of(function);
    const bool is_kernel = function == functions.front();
    std::string reason = whyLanesWaitForEachOther(*function, is_kernel, own, LinearOrder(*function, own));
    if (!reason.empty())
      return reason;
  }
  return {};
}

} // namespace

void chooseEngine(Function &kernel, const Input &input, Report &report) {
  const SmallVector<Function *, 8> functions = reachableFunctions(kernel);
  report.thread_engine_reason = whyNotAtOnce(functions, analysis::ProgramShapes(functions, input.block));
}

} // namespace raddle::vectorize
