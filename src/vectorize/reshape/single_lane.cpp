#include "vectorize/reshape/single_lane.h"

#include <array>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace raddle::vectorize {

namespace {

using analysis::LaneShape;

// Which lanes may be in a place together.
class Together {
public:
  explicit Together(const analysis::LaneShapes &shapes) : shapes_(shapes) { with_.fill(~0u); }

  bool isAtMostOne() const {
    for (unsigned lane = 0; lane < LaneShape::kLanes; ++lane)
      if (with_[lane] & ~(1u << lane))
        return false;
    return true;
  }

  std::optional<unsigned> onlyOne() const {
    std::optional<unsigned> one;
    for (unsigned lane = 0; lane < LaneShape::kLanes; ++lane) {
      if (!(with_[lane] & (1u << lane)))
        continue;
      if (one)
        return std::nullopt;
      one = lane;
    }
    return one;
  }

  void require(const Value *condition, bool holds) {
    const Value *first = nullptr, *second = nullptr;
    if (match(condition, m_Not(m_Value(first)))) {
      require(first, !holds);
    } else if (holds ? match(condition, m_LogicalAnd(m_Value(first), m_Value(second)))
                     : match(condition, m_LogicalOr(m_Value(first), m_Value(second)))) {
      require(first, holds);
      require(second, holds);
    } else if (auto *comparison = dyn_cast<ICmpInst>(condition);
               comparison && comparison->getPredicate() == (holds ? ICmpInst::ICMP_EQ : ICmpInst::ICMP_NE)) {
      requireEqual(comparison->getOperand(0), comparison->getOperand(1));
    }
  }

private:
  void requireEqual(const Value *value, const Value *bound) {
    if (shapes_.isUniform(value))
      std::swap(value, bound);
    const Value *first = nullptr, *second = nullptr;
    if (match(bound, m_Zero()) && match(value, m_Or(m_Value(first), m_Value(second)))) {
      requireEqual(first, bound);
      requireEqual(second, bound);
      return;
    }
    const LaneShape shape = shapes_.of(value);
    if (!shapes_.isUniform(bound) || !shape.isKnown() || !value->getType()->isIntegerTy())
      return;
    const unsigned width = value->getType()->getIntegerBitWidth();
    const std::uint64_t bits = width >= 64 ? ~0ull : (1ull << width) - 1;
    for (unsigned a = 0; a < LaneShape::kLanes; ++a)
      for (unsigned b = 0; b < LaneShape::kLanes; ++b)
        if (a / shape.run() == b / shape.run() &&
            ((static_cast<std::uint64_t>(shape.offset(a)) - static_cast<std::uint64_t>(shape.offset(b))) &
             bits) != 0)
          with_[a] &= ~(1u << b);
    requireLowBits(shape, bound);
  }

  // Of a value whose low bits are known, as those of threadIdx.x are in blocks of whole warps, some lanes cannot have a constant.
  void requireLowBits(const LaneShape &shape, const Value *bound) {
    auto *constant = dyn_cast<ConstantInt>(bound);
    const unsigned known =
        shape.isScalar() ? std::min(shape.knownBits(), bound->getType()->getIntegerBitWidth()) : 0;
    if (!constant || known == 0 || bound->getType()->getIntegerBitWidth() > 64)
      return;
    const std::uint64_t bits = known >= 64 ? ~0ull : (1ull << known) - 1;
    for (unsigned lane = 0; lane < LaneShape::kLanes; ++lane)
      if (((shape.low() + static_cast<std::uint64_t>(shape.offset(lane))) ^ constant->getZExtValue()) & bits)
        with_[lane] = 0;
  }

  const analysis::LaneShapes &shapes_;
  std::array<std::uint32_t, LaneShape::kLanes> with_;
};

} // namespace

static Together togetherIn(const BasicBlock &block, const analysis::LaneShapes &shapes,
                           const DominatorTree &dominators) {
  Together together(shapes);
  for (auto *node = dominators.getNode(&block); node && node->getIDom(); node = node->getIDom()) {
    const BasicBlock *divergence = node->getIDom()->getBlock();
    auto *branch = dyn_cast<BranchInst>(divergence->getTerminator());
    if (!branch || !branch->isConditional() || !shapes.branchDiverges(divergence))
      continue;
    for (unsigned side : {0, 1})
      if (dominators.dominates(BasicBlockEdge(divergence, branch->getSuccessor(side)), &block))
        together.require(branch->getCondition(), side == 0);
  }
  return together;
}

bool runsForAtMostOneLane(const BasicBlock &block, const analysis::LaneShapes &shapes,
                          const DominatorTree &dominators) {
  return togetherIn(block, shapes, dominators).isAtMostOne();
}

std::optional<unsigned> onlyLaneOf(const BasicBlock &block, const analysis::LaneShapes &shapes,
                                   const DominatorTree &dominators) {
  return togetherIn(block, shapes, dominators).onlyOne();
}

} // namespace raddle::vectorize
