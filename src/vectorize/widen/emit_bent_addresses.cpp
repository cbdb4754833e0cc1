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

Stride strideInside(const Value &value, const analysis::LaneShapes &shapes, unsigned steps) {
  if (const Stride known = shapes.of(&value).isUniform() ? 0 : shapes.of(&value).stride())
    return known;
  auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction || steps == 0)
    return std::nullopt;
  auto of = [&](unsigned operand) {
    return strideInside(*instruction->getOperand(operand), shapes, steps - 1);
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
  case Instruction::URem:
  case Instruction::SRem:
    return shapes.isUniform(instruction->getOperand(1)) ? of(0) : std::nullopt;
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

} // namespace

const Use *WarpEmitter::bentIndex(const Value *pointer, Type *type) const {
  auto *address = dyn_cast<GetElementPtrInst>(pointer);
  if (!address || !isUniform(address->getPointerOperand()) || !layout_.typeSizeEqualsStoreSize(type))
    return nullptr;
  const Use *bent = nullptr;
  for (auto i = gep_type_begin(address), end = gep_type_end(address); i != end; ++i) {
    if (i.isStruct() || isUniform(i.getOperand()))
      continue;
    if (bent || strideInside(*i.getOperand(), shapes_, kLongestChain) != 1 ||
        layout_.getTypeAllocSize(i.getIndexedType()) != layout_.getTypeStoreSize(type))
      return nullptr;
    bent = &address->getOperandUse(1 + static_cast<unsigned>(std::distance(gep_type_begin(address), i)));
  }
  return bent;
}

std::pair<Value *, Value *> WarpEmitter::straightAddress(const Use &bent) {
  auto &address = *cast<GetElementPtrInst>(bent.getUser());
  auto *cast = dyn_cast<CastInst>(bent.get());
  const bool is_extended = cast && isa<SExtInst, ZExtInst>(cast);
  Value *index = is_extended ? cast->getOperand(0) : bent.get();
  // In lanes that do not take part it may be poison.
  Value *all = builder_.CreateFreeze(vector(index));
  Value *first = builder_.CreateExtractElement(all, std::uint64_t{0});
  Value *straight = builder_.CreateAdd(splat(first), builder_.CreateStepVector(all->getType()));
  Value *follow = builder_.CreateICmpEQ(all, straight);
  if (!isFull(mask_))
    follow = builder_.CreateOr(follow, builder_.CreateNot(mask_));
  Value *holds = builder_.CreateICmpEQ(bits(follow), builder_.getInt32(~0u));
  if (is_extended) {
    const unsigned width = first->getType()->getIntegerBitWidth();
    const bool is_signed = isa<SExtInst>(cast);
    const APInt largest = is_signed ? APInt::getSignedMaxValue(width) : APInt::getMaxValue(width);
    Value *bound = ConstantInt::get(first->getType(), largest - (kLanes - 1));
    Value *does_not_wrap =
        builder_.CreateICmp(is_signed ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE, first, bound);
    holds = builder_.CreateAnd(holds, does_not_wrap);
    first = builder_.CreateCast(is_signed ? Instruction::SExt : Instruction::ZExt, first, cast->getType());
  }
  SmallVector<Value *, 4> indices;
  for (auto i = gep_type_begin(&address), end = gep_type_end(&address); i != end; ++i)
    indices.push_back(i.getOperand() == bent.get() ? first
                      : i.isStruct()               ? i.getOperand()
                                                   : scalar(i.getOperand()));
  return {builder_.CreateGEP(address.getSourceElementType(), scalar(address.getPointerOperand()), indices),
          holds};
}

} // namespace raddle::vectorize
