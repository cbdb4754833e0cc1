// Accesses whose index is bent at a border.
//
// An image ends somewhere, and its neighbours are looked for at its edge, or begin again on the other side:
//
//   in[min(max(x + dx, 0), width - 1)]       in[(x + 1) % width]       in[x == 0 ? width - 1 : x - 1]
//
// Of such an index nothing is known, but almost everywhere neighbouring lanes have neighbouring elements. So there are two
// versions,
//
//   if (index == index of lane 0 + lane, in all lanes)  one access of lanes side by side
//   else                                                a gather or scatter
//
// Where rows have 16 or 8 lanes, as in blocks of 16 x 16, it is one access for each row.

#include "vectorize/widen/warp_emitter.h"

#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/IntrinsicInst.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// As far as an index is looked through.
constexpr unsigned kLongestChain = 8;

using Stride = std::optional<std::int64_t>;

// Of two values of which lanes may have one or the other: an edge is the same for all lanes.
Stride eitherOf(Stride a, Stride b) {
  if (!a || !b || (*a != *b && *a != 0 && *b != 0))
    return std::nullopt;
  return *a ? *a : *b;
}

// In runs of so many lanes.
Stride knownStride(const analysis::LaneShape &shape, unsigned run) {
  if (shape.run() < run)
    return std::nullopt;
  const analysis::LaneShape in_runs = shape.inRunsOf(run);
  for (unsigned lane = 0; lane < analysis::LaneShape::kLanes; ++lane)
    if (in_runs.offset(lane) != static_cast<std::int64_t>(lane % run) * in_runs.offset(1))
      return std::nullopt;
  return in_runs.offset(1);
}

Stride strideInside(const Value &value, const analysis::LaneShapes &shapes, unsigned run, unsigned steps) {
  if (const Stride known = knownStride(shapes.of(&value), run))
    return known;
  auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction || steps == 0)
    return std::nullopt;
  auto of = [&](unsigned operand) {
    return strideInside(*instruction->getOperand(operand), shapes, run, steps - 1);
  };
  auto sum = [&](int sign) -> Stride {
    const Stride a = of(0), b = of(1);
    return a && b ? Stride(*a + sign * *b) : std::nullopt;
  };
  switch (instruction->getOpcode()) {
  case Instruction::Add:
    return sum(1);
  case Instruction::Sub:
    return sum(-1);
  case Instruction::SExt:
  case Instruction::ZExt:
  case Instruction::Trunc:
  case Instruction::Freeze:
    return of(0);
  case Instruction::Mul:
    // A row, of which a border may choose another one.
    return of(0) == 0 && of(1) == 0 ? Stride(0) : std::nullopt;
  case Instruction::URem:
  case Instruction::SRem:
    return of(1) == 0 ? of(0) : std::nullopt;
  case Instruction::Select:
    return eitherOf(of(1), of(2));
  case Instruction::PHI: {
    Stride stride = of(0);
    for (unsigned i = 1; i < instruction->getNumOperands(); ++i)
      stride = eitherOf(stride, of(i));
    return stride;
  }
  default:
    return isa<MinMaxIntrinsic>(instruction) ? eitherOf(of(0), of(1)) : std::nullopt;
  }
}

// The only index that differs between lanes, if it is one more from lane to lane of a run.
const Use *bentIndexInRuns(const GetElementPtrInst &address, Type *type, const analysis::LaneShapes &shapes,
                           const DataLayout &layout, unsigned run) {
  const Use *bent = nullptr;
  for (auto i = gep_type_begin(address), end = gep_type_end(address); i != end; ++i) {
    if (i.isStruct() || shapes.isUniform(i.getOperand()))
      continue;
    // A narrower one may wrap where it is extended, which straightAddresses() asks of explicit extensions.
    if (bent || !i.getOperand()->getType()->isIntegerTy(64) ||
        strideInside(*i.getOperand(), shapes, run, kLongestChain) != 1 ||
        layout.getTypeAllocSize(i.getIndexedType()) != layout.getTypeStoreSize(type))
      return nullptr;
    bent = &address.getOperandUse(1 + static_cast<unsigned>(std::distance(gep_type_begin(address), i)));
  }
  return bent;
}

} // namespace

std::optional<WarpEmitter::BentIndex> WarpEmitter::bentIndex(const Value *pointer, Type *type) const {
  auto *address = dyn_cast<GetElementPtrInst>(pointer);
  if (!address || !isUniform(address->getPointerOperand()) || !layout_.typeSizeEqualsStoreSize(type))
    return std::nullopt;
  for (unsigned run : {kLanes, kLanes / 2, kLanes / 4})
    if (const Use *use = bentIndexInRuns(*address, type, shapes_, layout_, run))
      return BentIndex{use, run};
  return std::nullopt;
}

std::pair<WarpEmitter::Values, Value *> WarpEmitter::straightAddresses(const BentIndex &bent) {
  Value *operand = bent.use->get();
  auto *cast = dyn_cast<CastInst>(operand);
  const bool is_extended = cast && isa<SExtInst, ZExtInst>(cast), is_signed = cast && isa<SExtInst>(cast);
  // In lanes that do not take part it may be poison.
  Value *all = builder_.CreateFreeze(vector(is_extended ? cast->getOperand(0) : operand));
  auto *type = llvm::cast<VectorType>(all->getType());
  SmallVector<int, kLanes> first_of;
  SmallVector<Constant *, kLanes> behind_first;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    first_of.push_back(static_cast<int>(lane / bent.run * bent.run));
    behind_first.push_back(ConstantInt::get(type->getElementType(), lane % bent.run));
  }
  Value *straight =
      builder_.CreateAdd(builder_.CreateShuffleVector(all, first_of), ConstantVector::get(behind_first));
  Value *follow = builder_.CreateICmpEQ(all, straight);
  if (!isFull(mask_))
    follow = builder_.CreateOr(follow, builder_.CreateNot(mask_));
  Value *holds = builder_.CreateICmpEQ(bits(follow), builder_.getInt32(~0u));
  auto &address = *llvm::cast<GetElementPtrInst>(bent.use->getUser());
  Values firsts;
  for (unsigned lane = 0; lane < kLanes; lane += bent.run) {
    Value *first = builder_.CreateExtractElement(all, std::uint64_t{lane});
    if (is_extended) {
      const unsigned width = type->getScalarSizeInBits();
      const APInt largest = is_signed ? APInt::getSignedMaxValue(width) : APInt::getMaxValue(width);
      Value *bound = ConstantInt::get(first->getType(), largest - (bent.run - 1));
      holds = builder_.CreateAnd(
          holds, builder_.CreateICmp(is_signed ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE, first, bound));
      first = is_signed ? builder_.CreateSExt(first, cast->getType())
                        : builder_.CreateZExt(first, cast->getType());
    }
    SmallVector<Value *, 4> indices;
    for (auto i = gep_type_begin(address), end = gep_type_end(address); i != end; ++i)
      indices.push_back(i.getOperand() == operand ? first
                        : i.isStruct()            ? i.getOperand()
                                                  : scalar(i.getOperand()));
    firsts.push_back(
        builder_.CreateGEP(address.getSourceElementType(), scalar(address.getPointerOperand()), indices));
  }
  return {firsts, holds};
}

} // namespace raddle::vectorize
