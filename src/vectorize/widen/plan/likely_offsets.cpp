#include "vectorize/widen/plan/likely_offsets.h"

#include "vectorize/widen/plan/plan_context.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace raddle::vectorize {

namespace {

// As far as an index is looked through.
constexpr unsigned kMostSteps = 64;
constexpr unsigned kMostFactor = 64;

using Offsets = LaneOffsets;
using Likely = std::optional<Offsets>;

constexpr Offsets kSame = {};

// By what a value probably is more in each lane than in the first one of its run.
class LikelyOffsets {
public:
  LikelyOffsets(const analysis::LaneShapes &shapes, unsigned run) : shapes_(shapes), run_(run) {}

  Likely of(const Value &value) {
    const analysis::LaneShape shape = shapes_.of(&value);
    if (shape.run() >= run_) {
      const analysis::LaneShape in_runs = shape.inRunsOf(run_);
      Offsets offsets;
      for (unsigned lane = 0; lane < kLanes; ++lane)
        offsets[lane] = in_runs.offset(lane);
      return offsets;
    }
    auto *instruction = dyn_cast<Instruction>(&value);
    if (!instruction || steps_ == kMostSteps)
      return std::nullopt;
    ++steps_;
    return ofInstruction(*instruction);
  }

private:
  Likely ofInstruction(const Instruction &instruction) {
    auto operand = [&](unsigned number) { return of(*instruction.getOperand(number)); };
    auto constant = [&]() -> const APInt * {
      auto *number = dyn_cast<ConstantInt>(instruction.getOperand(1));
      return number ? &number->getValue() : nullptr;
    };
    switch (instruction.getOpcode()) {
    case Instruction::Add:
      return sum(operand(0), operand(1), 1);
    case Instruction::Sub:
      return sum(operand(0), operand(1), -1);
    case Instruction::SExt:
    case Instruction::ZExt:
    case Instruction::Trunc:
    case Instruction::Freeze:
      return operand(0);
    case Instruction::Mul: {
      // A row, of which a border may choose another one.
      const Likely factor = operand(0);
      if (const APInt *number = constant(); number && number->ult(kMostFactor))
        return times(factor, number->getSExtValue());
      return factor == kSame && operand(1) == kSame ? factor : std::nullopt;
    }
    case Instruction::Shl: {
      const APInt *distance = constant();
      return distance && distance->ult(Log2_32(kMostFactor))
                 ? times(operand(0), 1 << distance->getZExtValue())
                 : std::nullopt;
    }
    case Instruction::UDiv:
    case Instruction::SDiv:
      return operand(1) == kSame ? quotient(operand(0), constant()) : std::nullopt;
    case Instruction::LShr:
    case Instruction::AShr: {
      const APInt *distance = constant();
      if (!distance || distance->uge(31))
        return std::nullopt;
      const APInt divisor(32, 1u << distance->getZExtValue());
      return quotient(operand(0), &divisor);
    }
    case Instruction::URem:
    case Instruction::SRem:
      return operand(1) == kSame ? operand(0) : std::nullopt;
    case Instruction::And:
      // A remainder.
      return constant() && constant()->isMask() && constant()->uge(kLanes - 1) ? operand(0) : std::nullopt;
    case Instruction::Load:
      return operand(0) == kSame ? Likely(kSame) : std::nullopt;
    case Instruction::GetElementPtr:
      return address(cast<GEPOperator>(instruction));
    case Instruction::Select: {
      // What is divided by -1 is treated apart (guard_division).
      Value *dividend = nullptr;
      const bool guards = match(&instruction, m_Select(m_Value(), m_Neg(m_Value(dividend)),
                                                       m_SDiv(m_Deferred(dividend), m_Value())));
      return guards ? operand(2) : eitherOf(operand(1), operand(2));
    }
    case Instruction::PHI: {
      Likely offsets = operand(0);
      for (unsigned i = 1; i < instruction.getNumOperands(); ++i)
        offsets = eitherOf(offsets, operand(i));
      return offsets;
    }
    default:
      return isa<MinMaxIntrinsic>(instruction) ? eitherOf(operand(0), operand(1)) : std::nullopt;
    }
  }

  Likely address(const GEPOperator &address) {
    const DataLayout &layout = cast<Instruction>(address).getDataLayout();
    Likely offsets = of(*address.getPointerOperand());
    for (auto i = gep_type_begin(address), end = gep_type_end(address); i != end; ++i)
      if (!i.isStruct())
        offsets = sum(offsets, of(*i.getOperand()),
                      static_cast<std::int64_t>(layout.getTypeAllocSize(i.getIndexedType())));
    return offsets;
  }

  // Lanes may have one or the other of two values: an edge is the same for all lanes.
  static Likely eitherOf(const Likely &a, const Likely &b) {
    if (!a || !b || (*a != *b && *a != kSame && *b != kSame))
      return std::nullopt;
    return *a == kSame ? b : a;
  }

  static Likely sum(const Likely &a, const Likely &b, std::int64_t factor) {
    if (!a || !b)
      return std::nullopt;
    Offsets offsets;
    for (unsigned lane = 0; lane < kLanes; ++lane)
      offsets[lane] = (*a)[lane] + factor * (*b)[lane];
    return offsets;
  }

  static Likely times(const Likely &a, std::int64_t factor) { return sum(kSame, a, factor); }

  // An unknown divisor is large, and runs begin at a multiple of a power of two.
  static Likely quotient(const Likely &dividend, const APInt *divisor) {
    if (!dividend || !divisor)
      return dividend ? Likely(kSame) : std::nullopt;
    if (!divisor->isStrictlyPositive() || divisor->getActiveBits() > 31)
      return std::nullopt;
    const auto number = divisor->getSExtValue();
    Offsets offsets;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      if ((*dividend)[lane] < 0)
        return std::nullopt;
      offsets[lane] = (*dividend)[lane] / number;
    }
    return divisor->isPowerOf2() || offsets == kSame ? Likely(offsets) : std::nullopt;
  }

  const analysis::LaneShapes &shapes_;
  unsigned run_;
  unsigned steps_ = 0;
};

} // namespace

std::optional<LaneOffsets> likelyOffsets(const Value &value, const analysis::LaneShapes &shapes,
                                         unsigned run) {
  return LikelyOffsets(shapes, run).of(value);
}

} // namespace raddle::vectorize
