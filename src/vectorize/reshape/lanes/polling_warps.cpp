// Warps that poll memory while the others of their block run later.
//
//   if (threadIdx.x == 0)
//     while (!flag[blockIdx.x]) {}        what comes from another block: the block as a whole may wait
//   __syncthreads();
//
// Where a loop runs one warp after the other, one that polls keeps those after it from running up to the next barrier. That does
// no harm if nothing that they would write there may be what it polls for.

#include "vectorize/reshape/passes.h"

#include "analysis/lane_shapes.h"
#include "vectorize/lower/poll_marks.h"
#include "vectorize/reshape/lanes/call_effects.h"
#include "vectorize/reshape/lanes/ending_write.h"

#include <limits>
#include <optional>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace raddle::vectorize {

namespace {

enum class PollingWarps {
  kNone,        // no warp polls
  kForBlocks,   // warps wait for other blocks only
  kForAnything, // warps may wait for others of their block
};

using Instructions = SmallSetVector<const Instruction *, 32>;

// A number that is threadIdx.x times `scale` and `offset` more, in a block of one row.
struct InRow {
  std::int64_t scale, offset;
};

std::optional<InRow> inRow(const Value *value, unsigned depth = 8) {
  if (depth == 0)
    return std::nullopt;
  if (auto *number = dyn_cast<ConstantInt>(value))
    return number->getBitWidth() <= 64 ? std::optional(InRow{0, number->getSExtValue()}) : std::nullopt;
  if (auto *call = dyn_cast<CallInst>(value)) {
    const std::int64_t field = analysis::threadFieldOffset(*call);
    if (field == offsetof(RaddleThread, thread_idx.x))
      return InRow{1, 0};
    const bool is_zero =
        field == offsetof(RaddleThread, thread_idx.y) || field == offsetof(RaddleThread, thread_idx.z);
    return is_zero ? std::optional(InRow{0, 0}) : std::nullopt;
  }
  const Value *first = nullptr, *second = nullptr;
  if (match(value, m_ZExtOrSExt(m_Value(first))) || match(value, m_Trunc(m_Value(first))))
    return inRow(first, depth - 1);
  const bool is_sum = match(value, m_Add(m_Value(first), m_Value(second))) ||
                      match(value, m_DisjointOr(m_Value(first), m_Value(second)));
  const bool is_product = !is_sum && match(value, m_Mul(m_Value(first), m_Value(second)));
  if (!is_sum && !is_product)
    return std::nullopt;
  const auto a = inRow(first, depth - 1), b = inRow(second, depth - 1);
  if (is_sum)
    return a && b ? std::optional(InRow{a->scale + b->scale, a->offset + b->offset}) : std::nullopt;
  // What is zero stays zero, whatever it is multiplied by.
  for (const auto &factor : {a, b})
    if (factor && factor->scale == 0 && factor->offset == 0)
      return InRow{0, 0};
  if (!a || !b || (a->scale != 0 && b->scale != 0))
    return std::nullopt;
  return InRow{a->scale * b->offset + b->scale * a->offset, a->offset * b->offset};
}

// The one warp of a row that comes to a place, as far as comparisons of threadIdx.x with numbers say.
class WarpOfPlace {
public:
  WarpOfPlace(const Function &kernel, const BlockClass &block)
      : is_row_(block.layout == BlockClass::Layout::kLine ||
                (block.layout == BlockClass::Layout::kRows && block.one_group)),
        dominators_(const_cast<Function &>(kernel)) {}

  // Unknown where several come there, or where the block may have several rows.
  std::optional<std::int64_t> of(const BasicBlock &block) const {
    if (!is_row_)
      return std::nullopt;
    Range range;
    for (auto *node = dominators_.getNode(&block); node && node->getIDom(); node = node->getIDom())
      range.intersect(comingTo(*node->getBlock()));
    return range.warp();
  }

private:
  struct Range {
    std::int64_t first = 0, last = std::numeric_limits<std::int32_t>::max();

    void intersect(const Range &other) {
      first = std::max(first, other.first);
      last = std::min(last, other.last);
    }
    void include(const Range &other) {
      first = std::min(first, other.first);
      last = std::max(last, other.last);
    }

    std::optional<std::int64_t> warp() const {
      const std::int64_t of_first = first / kRaddleWarpSize;
      return first <= last && of_first == last / kRaddleWarpSize ? std::optional(of_first) : std::nullopt;
    }

    void require(const Value *condition, bool holds) {
      const Value *a = nullptr, *b = nullptr;
      if (match(condition, m_Not(m_Value(a))))
        return require(a, !holds);
      if (holds ? match(condition, m_LogicalAnd(m_Value(a), m_Value(b)))
                : match(condition, m_LogicalOr(m_Value(a), m_Value(b)))) {
        require(a, holds);
        require(b, holds);
        return;
      }
      auto *comparison = dyn_cast<ICmpInst>(condition);
      auto *bound = comparison ? dyn_cast<ConstantInt>(comparison->getOperand(1)) : nullptr;
      if (!bound || bound->getBitWidth() > 64)
        return;
      const std::int64_t number = bound->getSExtValue();
      const Value *index = comparison->getOperand(0);
      const auto predicate = holds ? comparison->getPredicate() : comparison->getInversePredicate();
      const APInt *shift = nullptr;
      if (const auto place = inRow(index); place && place->scale == 1)
        narrow(predicate, number - place->offset, 1);
      else if (match(index, m_LShr(m_Value(a), m_APInt(shift))) && shift->ult(16))
        if (const auto whole = inRow(a); whole && whole->scale == 1 && whole->offset == 0)
          narrow(predicate, number, std::int64_t{1} << shift->getZExtValue());
    }

    // By threadIdx.x / unit compared with a number; both are far from where they would wrap.
    void narrow(ICmpInst::Predicate predicate, std::int64_t number, std::int64_t unit) {
      if (number < 0 || number > std::numeric_limits<std::int32_t>::max() / unit - 1)
        return;
      const std::int64_t begin = number * unit, end = begin + unit;
      switch (predicate) {
      case ICmpInst::ICMP_EQ:
        first = std::max(first, begin);
        last = std::min(last, end - 1);
        break;
      case ICmpInst::ICMP_ULT:
      case ICmpInst::ICMP_SLT:
        last = std::min(last, begin - 1);
        break;
      case ICmpInst::ICMP_ULE:
      case ICmpInst::ICMP_SLE:
        last = std::min(last, end - 1);
        break;
      case ICmpInst::ICMP_UGT:
      case ICmpInst::ICMP_SGT:
        first = std::max(first, end);
        break;
      case ICmpInst::ICMP_UGE:
      case ICmpInst::ICMP_SGE:
        first = std::max(first, begin);
        break;
      default:
        break;
      }
    }
  };

  // The threads that come to a block by any of the ways that lead there, not around a loop.
  Range comingTo(const BasicBlock &block) const {
    std::optional<Range> all;
    for (const BasicBlock *before : predecessors(&block)) {
      if (dominators_.dominates(&block, before) || !dominators_.isReachableFromEntry(before))
        continue;
      Range own;
      if (auto *branch = dyn_cast<BranchInst>(before->getTerminator());
          branch && branch->isConditional() && branch->getSuccessor(0) != branch->getSuccessor(1))
        own.require(branch->getCondition(), branch->getSuccessor(0) == &block);
      if (all)
        all->include(own);
      else
        all = own;
    }
    return all.value_or(Range());
  }

  const bool is_row_;
  DominatorTree dominators_;
};

// What runs after `start` before the next barrier.
Instructions untilBarrier(const Instruction &start) {
  Instructions run;
  SmallSetVector<const Instruction *, 16> beginnings;
  beginnings.insert(&start);
  for (std::size_t i = 0; i < beginnings.size(); ++i) {
    const Instruction *next = beginnings[i];
    const BasicBlock *block = next->getParent();
    for (; next && !mayWaitForOtherWarps(*next); next = next->getNextNode())
      run.insert(next);
    if (next)
      run.insert(next);
    else
      for (const BasicBlock *successor : successors(block))
        beginnings.insert(&successor->front());
  }
  return run;
}

bool pollsForBlocksOnly(const Instructions &run, const LoopInfo &loops, const WarpOfPlace &warps) {
  for (const Instruction *poll : run) {
    if (!mayPoll(*poll))
      continue;
    const EndingWrite ending(*poll, loops);
    const auto own = warps.of(*poll->getParent());
    if (!ending.loop())
      return false;
    for (const Instruction *other : run)
      if (ending.mayBe(*other) && !(accessesSharedMemory(*other) && !ending.mayReadSharedMemory()) &&
          (!own || warps.of(*other->getParent()) != own))
        return false;
  }
  return true;
}

} // namespace

static PollingWarps pollingWarps(const Function &kernel, const BlockClass &block) {
  if (none_of(instructions(kernel), mayPoll))
    return PollingWarps::kNone;
  if (block.one_warp)
    return PollingWarps::kForBlocks;
  const DominatorTree dominators(const_cast<Function &>(kernel));
  const LoopInfo loops(dominators);
  const WarpOfPlace warps(kernel, block);
  auto isFree = [&](const Instruction &start) {
    return pollsForBlocksOnly(untilBarrier(start), loops, warps);
  };
  if (!isFree(kernel.getEntryBlock().front()))
    return PollingWarps::kForAnything;
  for (const Instruction &instruction : instructions(kernel))
    if (mayWaitForOtherWarps(instruction) && !isFree(*instruction.getNextNode()))
      return PollingWarps::kForAnything;
  return PollingWarps::kForBlocks;
}

static bool waitsForWrites(const Function &kernel) {
  return any_of(instructions(kernel), [](const Instruction &instruction) {
    const auto awaited = notedAwaitedWrites(instruction);
    return awaited && awaited->kind == analysis::AwaitedWrites::kAny;
  });
}

void notePolls(Function &kernel, const Input &input, Facts &facts, Outputs &outputs) {
  const PollingWarps polling = pollingWarps(kernel, input.block);
  facts.polls_for_blocks = polling == PollingWarps::kForBlocks && input.optimize;
  if (waitsForWrites(kernel))
    outputs.flags |= kRaddleKernelWaitsForBlocks;
}

} // namespace raddle::vectorize
