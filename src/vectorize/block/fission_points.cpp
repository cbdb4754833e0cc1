#include "vectorize/block/fission_points.h"

#include "nvvm/markers.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/block/fibers.h"
#include "vectorize/block/prepare_kernel.h"
#include "vectorize/block/row_fission.h"
#include "vectorize/block/segments.h"
#include "vectorize/block/streaming_loops.h"
#include "vectorize/passes.h"
#include "vectorize/processor.h"
#include "vectorize/tune/warps/loop_latency.h"

#include <algorithm>
#include <limits>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// With fewer instructions the processor sees enough of the next warps; with more, compiling takes long anyway.
constexpr unsigned kFewestInstructions = 100, kMostInstructions = 1000;
// Cycles to begin a piece for a warp: the loop's counter, its branch, and the address of the warp's frame.
constexpr double kCyclesOfPiece = 6;
// The estimate is no better than this part of the time, so that fission has to save more.
constexpr double kMostTimeLeft = 0.9;
// The search tries so many places, and takes time in proportion to their square.
constexpr unsigned kMostPlaces = 48;
// With so many points each piece of the longest kernels that are divided still has hundreds of instructions.
constexpr unsigned kMostPoints = 3;

// The blocks that every warp runs that does not return early, in order.
struct Chain {
  SmallVector<BasicBlock *, 32> blocks;
  SmallVector<Instruction *, 256> instructions;
};

// The one way to the end; empty where there are several ends.
Chain chainOf(Function &kernel, const DominatorTree &dominators) {
  BasicBlock *end = returnOf(kernel);
  Chain chain;
  if (!end || end->size() > 1)
    return chain;
  // The way to the end that is in the deepest part of the tree.
  const DomTreeNode *last = nullptr;
  for (BasicBlock *before : predecessors(end))
    if (const DomTreeNode *node = dominators.getNode(before);
        node && (!last || node->getLevel() > last->getLevel()))
      last = node;
  for (; last; last = last->getIDom())
    chain.blocks.push_back(last->getBlock());
  std::reverse(chain.blocks.begin(), chain.blocks.end());
  for (BasicBlock *block : chain.blocks)
    for (Instruction &instruction : *block)
      chain.instructions.push_back(&instruction);
  return chain;
}

class FissionPlanner {
public:
  FissionPlanner(Function &kernel, const TargetMachine &machine)
      : kernel_(kernel), registers_(VectorRegisters::of(machine)),
        operations_ahead_(Processor::of(machine).operations_ahead),
        cycles_of_register_(Processor::of(machine).halves_vectors ? registers_.bits / 256.0 : 1),
        dominators_(kernel_) {
    hoistUniform();
    chain_ = chainOf(kernel_, dominators_);
    for (auto [number, instruction] : enumerate(chain_.instructions))
      position_[instruction] = static_cast<unsigned>(number);
  }

  // The instructions before which the loop is divided, in order.
  SmallVector<Instruction *, 4> plan() {
    if (chain_.instructions.empty())
      return {};
    countLiveRegisters();
    choosePlaces();
    const std::size_t count = places_.size();
    SmallVector<SmallVector<double>> between{timesFrom(0)};
    const double whole = between.front().back();
    if (whole * kMostTimeLeft <= busy_)
      return {};
    for (std::size_t i = 1; i < count; ++i)
      between.push_back(timesFrom(i));
    // The best time from the start to each place, with so many points before it.
    SmallVector<double> time = between.front();
    SmallVector<SmallVector<std::size_t>> before;
    double best = whole * kMostTimeLeft;
    SmallVector<Instruction *, 4> points;
    for (unsigned number = 1; number <= kMostPoints; ++number) {
      SmallVector<double> next(count, std::numeric_limits<double>::infinity());
      before.emplace_back(count, 0);
      for (std::size_t to = number + 1; to < count; ++to)
        for (std::size_t at = number; at < to; ++at)
          if (const double with =
                  time[at] + kCyclesOfPiece + cycles_of_register_ * live_[places_[at]] + between[at][to];
              with < next[to]) {
            next[to] = with;
            before.back()[to] = at;
          }
      time = next;
      if (time.back() >= best)
        continue;
      best = time.back();
      points.clear();
      std::size_t at = count - 1;
      for (const auto &step : reverse(before)) {
        at = step[at];
        points.push_back(chain_.instructions[places_[at]]);
      }
      std::reverse(points.begin(), points.end());
    }
    return points;
  }

  // Puts a barrier before an instruction. All warps come to it, and go on or return from there.
  void divide(Instruction &before) {
    BasicBlock *block = before.getParent();
    BasicBlock *after = SplitBlock(block, &before, &dominators_);
    BasicBlock *end = returnOf(kernel_);
    SmallVector<BasicBlock *, 4> returning;
    for (BasicBlock *way : predecessors(end))
      if (!dominators_.dominates(after, way) && !is_contained(returning, way))
        returning.push_back(way);
    auto *meeting = BasicBlock::Create(kernel_.getContext(), "fission.point", &kernel_, after);
    IRBuilder<> builder(meeting);
    PHINode *goes_on = builder.CreatePHI(builder.getInt1Ty(), returning.size() + 1, "goes.on");
    goes_on->addIncoming(builder.getTrue(), block);
    for (BasicBlock *way : returning)
      goes_on->addIncoming(builder.getFalse(), way);
    CallInst *call = builder.CreateCall(
        nvvm::declare(*kernel_.getParent(), nvvm::Runtime::raddle_syncthreads), kernel_.getArg(0));
    call->setMetadata(marker::kFissionPoint, MDNode::get(kernel_.getContext(), {}));
    if (returning.empty())
      builder.CreateBr(after);
    else
      builder.CreateCondBr(goes_on, after, end);
    block->getTerminator()->replaceSuccessorWith(after, meeting);
    for (BasicBlock *way : returning)
      way->getTerminator()->replaceSuccessorWith(end, meeting);
    if (returning.empty())
      goes_on->eraseFromParent();
    dominators_.recalculate(kernel_);
    restoreValues(*meeting, *block);
  }

private:
  // Moves what is the same for all warps, such as parameters in all lanes, to the entry: it reaches both sides of a point from
  // there.
  void hoistUniform() {
    BasicBlock &entry = kernel_.getEntryBlock();
    auto isParameter = [](const Value *value) { return isa<Argument, Constant>(value); };
    for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&kernel_))
      for (Instruction &instruction : make_early_inc_range(*block)) {
        if (isa<PHINode, CallBase>(instruction) || instruction.getType()->isVoidTy() ||
            instruction.mayReadOrWriteMemory() || !isSafeToSpeculativelyExecute(&instruction) ||
            !all_of(instruction.operands(),
                    [&](const Value *operand) { return isParameter(operand) || uniform_.contains(operand); }))
          continue;
        uniform_.insert(&instruction);
        if (block != &entry)
          instruction.moveBefore(entry.getTerminator());
      }
  }

  // A value that is computed on the way to the point reaches it on one of the ways only.
  void restoreValues(BasicBlock &meeting, BasicBlock &block) {
    for (BasicBlock &home : kernel_) {
      if (dominators_.dominates(&home, &meeting) || &home == &meeting)
        continue;
      for (Instruction &value : home) {
        SmallVector<Use *, 8> uses_after;
        for (Use &use : value.uses()) {
          auto *user = cast<Instruction>(use.getUser());
          auto *phi = dyn_cast<PHINode>(user);
          if (!dominators_.dominates(&home, phi ? phi->getIncomingBlock(use) : user->getParent()))
            uses_after.push_back(&use);
        }
        if (uses_after.empty())
          continue;
        PHINode *phi = PHINode::Create(value.getType(), 2, value.getName() + ".at.fission", meeting.begin());
        for (BasicBlock *way : predecessors(&meeting))
          phi->addIncoming(way == &block || dominators_.dominates(&home, way)
                               ? static_cast<Value *>(&value)
                               : PoisonValue::get(value.getType()),
                           way);
        for (Use *use : uses_after)
          use->set(phi);
      }
    }
  }

  // Counts the registers that hold values which are computed before each instruction and used after it.
  void countLiveRegisters() {
    live_.assign(chain_.instructions.size() + 1, 0);
    for (auto [number, instruction] : enumerate(chain_.instructions)) {
      // A value that is no vector of numbers, or only an address, is the same for all warps, or is rematerialised.
      Type *type = instruction->getType();
      if (!type->isVectorTy() || type->isIntOrIntVectorTy(1) ||
          isa<CastInst, GetElementPtrInst>(instruction) || uniform_.contains(instruction))
        continue;
      unsigned last = static_cast<unsigned>(number);
      for (const User *user : instruction->users())
        last = std::max(last, positionOf(*cast<Instruction>(user)));
      for (unsigned i = static_cast<unsigned>(number) + 1; i <= last; ++i)
        live_[i] += registersOf(*type, registers_);
    }
  }

  // The position in the chain; of an instruction beside the chain, that of the end of the block that leads there.
  unsigned positionOf(const Instruction &instruction) const {
    if (auto found = position_.find(&instruction); found != position_.end())
      return found->second;
    const DomTreeNode *node = dominators_.getNode(instruction.getParent());
    while (node && !position_.contains(node->getBlock()->getTerminator()))
      node = node->getIDom();
    return node ? position_.lookup(node->getBlock()->getTerminator()) : 0;
  }

  // Chooses the start, the end, and in between the places with the fewest live values.
  void choosePlaces() {
    const unsigned count = static_cast<unsigned>(chain_.instructions.size());
    const unsigned window = std::max(4u, divideCeil(count, kMostPlaces));
    places_.push_back(0);
    for (unsigned begin = 0; begin < count; begin += window) {
      unsigned best = count;
      for (unsigned i = begin; i < std::min(count, begin + window); ++i)
        if (mayBePlace(*chain_.instructions[i]) && (best == count || live_[i] < live_[best]))
          best = i;
      if (best != count && best > 0)
        places_.push_back(best);
    }
    places_.push_back(count);
  }

  bool mayBePlace(const Instruction &instruction) {
    const BasicBlock *block = instruction.getParent();
    if (isa<PHINode>(instruction) || instruction.isTerminator() || block->isEntryBlock())
      return false;
    // Warps that return elsewhere must have done so before.
    auto [known, is_new] = may_divide_.try_emplace(block, false);
    if (is_new) {
      known->second = all_of(predecessors(returnOf(kernel_)), [&](const BasicBlock *way) {
        return dominators_.dominates(block, way) ||
               !isPotentiallyReachable(block, way, nullptr, &dominators_);
      });
    }
    return known->second;
  }

  // Cycles that each warp takes from a place to those after it: while the units are busy, or while the processor waits
  // as far as it looks ahead. Leaves the former, up to the end, in `busy_`.
  SmallVector<double> timesFrom(std::size_t place) {
    SmallVector<double> times(places_.size(), 0);
    ChainTiming timing;
    for (std::size_t next = place; next + 1 < places_.size();) {
      for (unsigned i = places_[next++]; i < places_[next]; ++i)
        timing.add(*chain_.instructions[i], costOf(*chain_.instructions[i], registers_));
      times[next] = std::max(timing.busy(), timing.latency() * timing.operations() / operations_ahead_);
    }
    busy_ = timing.busy();
    return times;
  }

  Function &kernel_;
  const VectorRegisters registers_;
  const double operations_ahead_;
  const double cycles_of_register_; // to store a register and to load it in the next piece
  DominatorTree dominators_;
  SmallPtrSet<const Value *, 16> uniform_; // the same for all warps
  Chain chain_;
  DenseMap<const Instruction *, unsigned> position_;
  SmallVector<unsigned, 256> live_;
  SmallVector<unsigned, kMostPlaces + 2> places_;
  DenseMap<const BasicBlock *, bool> may_divide_;
  double busy_ = 0;
};

// Whether a kernel that does not wait has a size for which fission may pay.
bool hasRightSize(const Function &kernel) {
  const unsigned count = kernel.getInstructionCount();
  return count >= kFewestInstructions && count <= kMostInstructions;
}

// Messages stay in the order of the warps, and so does whatever else the runtime does.
bool hasOrderedEffect(const Instruction &instruction) {
  auto *call = dyn_cast<CallBase>(&instruction);
  return (call && !isa<IntrinsicInst>(call) && !call->doesNotAccessMemory()) || instruction.isAtomic() ||
         instruction.isVolatile();
}

} // namespace

bool insertFissionPoints(Function &kernel, const Input &input, TargetMachine &machine, const Facts &facts) {
  if (input.block.one_warp || facts.fused_warps > 1 || reasonForFibers(kernel, facts))
    return false;
  const bool waits = any_of(instructions(kernel), asBarrier), may_divide = !waits && !facts.polls_for_blocks;
  const bool may_stream = (waits || may_divide) && mayHaveStreamingLoops(kernel);
  const bool may_have_rows = may_divide && mayHaveRows(kernel), has_right_size = hasRightSize(kernel);
  if (!may_stream && !may_have_rows && !(may_divide && has_right_size))
    return false;
  cleanUp(kernel, machine);
  if ((may_stream && divideStreamingLoops(kernel, machine)) || (may_have_rows && divideBetweenRows(kernel)))
    return true;
  const DominatorTree dominators(kernel);
  if (!may_divide || !has_right_size || !LoopInfo(dominators).empty() ||
      any_of(instructions(kernel), hasOrderedEffect))
    return true;
  FissionPlanner planner(kernel, machine);
  for (Instruction *place : planner.plan())
    planner.divide(*place);
  return true;
}

bool dropFissionPoints(Module &module) {
  bool changed = false;
  for (Function &function : module)
    for (Instruction &instruction : make_early_inc_range(instructions(function)))
      if (isFissionPoint(instruction)) {
        instruction.eraseFromParent();
        changed = true;
      }
  return changed;
}

} // namespace raddle::vectorize
