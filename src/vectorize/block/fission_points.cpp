#include "vectorize/block/fission_points.h"

#include "nvvm/runtime_functions.h"
#include "vectorize/passes.h"
#include "vectorize/processor.h"
#include "vectorize/tune/warps/loop_latency.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <limits>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// With fewer the processor sees enough of the next warps; with more, compiling takes long anyway.
constexpr unsigned kFewestInstructions = 100, kMostInstructions = 1000;
// Cycles to begin a piece for a warp.
constexpr double kPieceCost = 6;
// What is left of the time has to be less.
constexpr double kPays = 0.9;
constexpr unsigned kMostPlaces = 48, kMostSeams = 3;

struct Costs {
  double operations_ahead;
  double register_cost; // cycles for a register that is handed on

  static Costs of(const CompileJob &job, VectorRegisters registers) {
    const Processor &processor = Processor::of(job);
    return {processor.operations_ahead, processor.halves_vectors ? registers.bits / 256.0 : 1};
  }
};

// What every warp goes through that does not return early, in order.
struct Chain {
  SmallVector<BasicBlock *, 32> blocks;
  SmallVector<Instruction *, 256> instructions;
};

// The one way to the end; empty where the kernel is no such kernel.
Chain chainOf(Function &kernel, const DominatorTree &dominators) {
  BasicBlock *end = nullptr;
  for (BasicBlock &block : kernel)
    if (isa<ReturnInst>(block.getTerminator()))
      end = end ? nullptr : &block;
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

class SeamFinder {
public:
  SeamFinder(Function &kernel, VectorRegisters registers, Costs costs)
      : kernel_(kernel), registers_(registers), costs_(costs), dominators_(kernel) {
    hoistWhatIsTheSame();
    chain_ = chainOf(kernel, dominators_);
    for (auto [number, instruction] : enumerate(chain_.instructions))
      position_[instruction] = static_cast<unsigned>(number);
  }

  // Before which instructions; in order.
  SmallVector<Instruction *, 4> find() {
    if (chain_.instructions.empty())
      return {};
    countUnderWay();
    choosePlaces();
    const std::size_t count = places_.size();
    SmallVector<SmallVector<double>> between{timesFrom(0)};
    const double whole = between.front().back();
    if (whole * kPays <= busy_)
      return {};
    for (std::size_t i = 1; i < count; ++i)
      between.push_back(timesFrom(i));
    // The best time from the start to each place, with so many seams before it.
    SmallVector<double> time = between.front();
    SmallVector<SmallVector<std::size_t>> before;
    double best = whole * kPays;
    SmallVector<Instruction *, 4> seams;
    for (unsigned number = 1; number <= kMostSeams; ++number) {
      SmallVector<double> next(count, std::numeric_limits<double>::infinity());
      before.emplace_back(count, 0);
      for (std::size_t to = number + 1; to < count; ++to)
        for (std::size_t at = number; at < to; ++at)
          if (const double with =
                  time[at] + kPieceCost + costs_.register_cost * under_way_[places_[at]] + between[at][to];
              with < next[to]) {
            next[to] = with;
            before.back()[to] = at;
          }
      time = next;
      if (time.back() >= best)
        continue;
      best = time.back();
      seams.clear();
      std::size_t at = count - 1;
      for (const auto &step : reverse(before)) {
        at = step[at];
        seams.push_back(chain_.instructions[places_[at]]);
      }
      std::reverse(seams.begin(), seams.end());
    }
    return seams;
  }

  // All warps come to the seam, or return from there.
  CallInst *sew(Instruction &before) {
    BasicBlock *block = before.getParent();
    BasicBlock *behind = SplitBlock(block, &before, &dominators_);
    BasicBlock *end = nullptr;
    for (BasicBlock &each : kernel_)
      if (isa<ReturnInst>(each.getTerminator()))
        end = &each;
    SmallVector<BasicBlock *, 4> returning;
    for (BasicBlock *way : predecessors(end))
      if (!dominators_.dominates(behind, way) && !is_contained(returning, way))
        returning.push_back(way);
    auto *meeting = BasicBlock::Create(kernel_.getContext(), "seam", &kernel_, behind);
    IRBuilder<> builder(meeting);
    PHINode *goes_on = builder.CreatePHI(builder.getInt1Ty(), returning.size() + 1, "goes.on");
    goes_on->addIncoming(builder.getTrue(), block);
    for (BasicBlock *way : returning)
      goes_on->addIncoming(builder.getFalse(), way);
    CallInst *call = builder.CreateCall(
        nvvm::declare(*kernel_.getParent(), nvvm::Runtime::raddle_syncthreads), kernel_.getArg(0));
    if (returning.empty())
      builder.CreateBr(behind);
    else
      builder.CreateCondBr(goes_on, behind, end);
    block->getTerminator()->replaceSuccessorWith(behind, meeting);
    for (BasicBlock *way : returning)
      way->getTerminator()->replaceSuccessorWith(end, meeting);
    if (returning.empty())
      goes_on->eraseFromParent();
    dominators_.recalculate(kernel_);
    restoreValues(*meeting, *block);
    return call;
  }

private:
  // To the entry: parameters in all lanes and the like. From there it reaches both sides of a seam.
  void hoistWhatIsTheSame() {
    BasicBlock &entry = kernel_.getEntryBlock();
    auto isParameter = [](const Value *value) { return isa<Argument, Constant>(value); };
    for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&kernel_))
      for (Instruction &instruction : make_early_inc_range(*block)) {
        if (isa<PHINode, CallBase>(instruction) || instruction.getType()->isVoidTy() ||
            instruction.mayReadOrWriteMemory() || !isSafeToSpeculativelyExecute(&instruction) ||
            !all_of(instruction.operands(), [&](const Value *operand) {
              return isParameter(operand) || the_same_.contains(operand);
            }))
          continue;
        the_same_.insert(&instruction);
        if (block != &entry)
          instruction.moveBefore(entry.getTerminator());
      }
  }

  // What is computed on the way to the seam reaches it on one of the ways only.
  void restoreValues(BasicBlock &meeting, BasicBlock &block) {
    for (BasicBlock &home : kernel_) {
      if (dominators_.dominates(&home, &meeting) || &home == &meeting)
        continue;
      for (Instruction &value : home) {
        SmallVector<Use *, 8> behind;
        for (Use &use : value.uses()) {
          auto *user = cast<Instruction>(use.getUser());
          auto *phi = dyn_cast<PHINode>(user);
          if (!dominators_.dominates(&home, phi ? phi->getIncomingBlock(use) : user->getParent()))
            behind.push_back(&use);
        }
        if (behind.empty())
          continue;
        PHINode *phi = PHINode::Create(value.getType(), 2, value.getName() + ".at.seam", meeting.begin());
        for (BasicBlock *way : predecessors(&meeting))
          phi->addIncoming(way == &block || dominators_.dominates(&home, way)
                               ? static_cast<Value *>(&value)
                               : PoisonValue::get(value.getType()),
                           way);
        for (Use *use : behind)
          use->set(phi);
      }
    }
  }

  // The registers that hold what is computed before each instruction and used behind it.
  void countUnderWay() {
    under_way_.assign(chain_.instructions.size() + 1, 0);
    for (auto [number, instruction] : enumerate(chain_.instructions)) {
      // What is no vector of numbers, or only an address, is the same for all warps, or computed again.
      Type *type = instruction->getType();
      if (!type->isVectorTy() || type->isIntOrIntVectorTy(1) ||
          isa<CastInst, GetElementPtrInst>(instruction) || the_same_.contains(instruction))
        continue;
      unsigned last = static_cast<unsigned>(number);
      for (const User *user : instruction->users())
        last = std::max(last, positionOf(*cast<Instruction>(user)));
      for (unsigned i = static_cast<unsigned>(number) + 1; i <= last; ++i)
        under_way_[i] += registersOf(*type, registers_);
    }
  }

  // Of what stands beside the chain: the end of the block that leads there.
  unsigned positionOf(const Instruction &instruction) const {
    if (auto found = position_.find(&instruction); found != position_.end())
      return found->second;
    const DomTreeNode *node = dominators_.getNode(instruction.getParent());
    while (node && !position_.contains(node->getBlock()->getTerminator()))
      node = node->getIDom();
    return node ? position_.lookup(node->getBlock()->getTerminator()) : 0;
  }

  // The start, the end, and in between those with the fewest values under way.
  void choosePlaces() {
    const unsigned count = static_cast<unsigned>(chain_.instructions.size());
    const unsigned window = std::max(4u, divideCeil(count, kMostPlaces));
    places_.push_back(0);
    for (unsigned begin = 0; begin < count; begin += window) {
      unsigned best = count;
      for (unsigned i = begin; i < std::min(count, begin + window); ++i)
        if (mayBePlace(*chain_.instructions[i]) && (best == count || under_way_[i] < under_way_[best]))
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
    // Whoever returns otherwise must have done so before.
    auto [known, is_new] = may_divide_.try_emplace(block, false);
    if (is_new) {
      const BasicBlock *end =
          &*find_if(kernel_, [](const BasicBlock &each) { return isa<ReturnInst>(each.getTerminator()); });
      known->second = all_of(predecessors(end), [&](const BasicBlock *way) {
        return dominators_.dominates(block, way) ||
               !isPotentiallyReachable(block, way, nullptr, &dominators_);
      });
    }
    return known->second;
  }

  // Cycles for each warp from a place to those behind: while the units are busy, or while the processor waits
  // as far as it looks ahead. In `busy_`, the former to the end.
  SmallVector<double> timesFrom(std::size_t place) {
    SmallVector<double> times(places_.size(), 0), ready(chain_.instructions.size(), 0);
    double busy = 0, dividing = 0, operations = 0, latency = 0;
    const unsigned from = places_[place];
    for (std::size_t next = place; next + 1 < places_.size();) {
      for (unsigned i = places_[next++]; i < places_[next]; ++i) {
        const Instruction &instruction = *chain_.instructions[i];
        const OperationCost cost = costOf(instruction, registers_);
        double start = 0;
        for (const Value *operand : instruction.operands())
          if (auto found = position_.find(dyn_cast<Instruction>(operand));
              found != position_.end() && found->second >= from && found->second < i)
            start = std::max(start, ready[found->second]);
        ready[i] = start + cost.latency;
        latency = std::max(latency, ready[i]);
        busy += cost.busy;
        dividing += cost.dividing;
        operations += cost.operations;
      }
      times[next] = std::max({busy, dividing, latency * operations / costs_.operations_ahead});
    }
    busy_ = std::max(busy, dividing);
    return times;
  }

  Function &kernel_;
  VectorRegisters registers_;
  Costs costs_;
  DominatorTree dominators_;
  SmallPtrSet<const Value *, 16> the_same_; // for all warps
  Chain chain_;
  DenseMap<const Instruction *, unsigned> position_;
  SmallVector<unsigned, 256> under_way_;
  SmallVector<unsigned, kMostPlaces + 2> places_;
  DenseMap<const BasicBlock *, bool> may_divide_;
  double busy_ = 0;
};

} // namespace

bool mayHaveSeams(const CompileJob &job) {
  if (job.input.block.one_warp || job.facts.fused_warps > 1)
    return false;
  const unsigned count = job.kernel->getInstructionCount();
  return count >= kFewestInstructions && count <= kMostInstructions;
}

SmallVector<CallInst *, 4> insertSeams(CompileJob &job) {
  const DominatorTree dominators(*job.kernel);
  if (!LoopInfo(dominators).empty())
    return {};
  // Messages stay in the order of the warps, and so does whatever else the runtime does.
  for (const Instruction &instruction : instructions(*job.kernel))
    if (auto *call = dyn_cast<CallBase>(&instruction);
        (call && !isa<IntrinsicInst>(call) && !call->doesNotAccessMemory()) || instruction.isAtomic() ||
        instruction.isVolatile())
      return {};
  SmallVector<CallInst *, 4> seams;
  const VectorRegisters registers = VectorRegisters::of(job);
  SeamFinder finder(*job.kernel, registers, Costs::of(job, registers));
  for (Instruction *place : finder.find())
    seams.push_back(finder.sew(*place));
  return seams;
}

} // namespace raddle::vectorize
