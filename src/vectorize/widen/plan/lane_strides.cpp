#include "vectorize/widen/plan/lane_strides.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace raddle::vectorize {

static bool isUniformVariable(const Value *value, const analysis::LaneShapes &shapes) {
  return !isa<Constant>(value) && shapes.of(value).isUniform();
}

Value *strideOf(Instruction &instruction, const analysis::LaneShapes &shapes) {
  Value *lanes, *mask;
  if (!instruction.getType()->isIntegerTy(32))
    return nullptr;
  if (match(&instruction, m_c_And(m_Value(lanes), m_Value(mask)))) {
    if (!isUniformVariable(mask, shapes))
      std::swap(lanes, mask);
    Value *stride;
    const APInt *less_one;
    // Bits that the lanes never have may be missing in the -1.
    if (!match(mask, m_Add(m_Value(stride), m_APInt(less_one))) || less_one->countTrailingOnes() < kLaneBits)
      return nullptr;
    mask = stride;
  } else if (!match(&instruction, m_c_Xor(m_Value(lanes), m_Value(mask))) &&
             !match(&instruction, m_URem(m_Value(lanes), m_Value(mask)))) {
    return nullptr;
  } else if (!isUniformVariable(mask, shapes)) {
    std::swap(lanes, mask);
  }
  if (instruction.getOpcode() == Instruction::URem && mask != instruction.getOperand(1))
    return nullptr;
  const analysis::LaneShape &shape = shapes.of(lanes);
  return isUniformVariable(mask, shapes) && shape.isScalar() && !shape.isUniform() &&
                 shape.differsOnlyBelow(kLaneBits) && shape.knownBits() >= kLaneBits
             ? mask
             : nullptr;
}

SmallVector<Value *, 2> doubledMasks(ArrayRef<BasicBlock *> blocks, const analysis::LaneShapes &shapes) {
  SmallSetVector<Value *, 2> masks;
  for (BasicBlock *block : blocks)
    for (Instruction &instruction : *block)
      for (Value *operand : instruction.operands())
        if (auto *mask = dyn_cast<PHINode>(operand);
            mask && instruction.getOpcode() == Instruction::And && mask->getType()->isIntegerTy(32) &&
            !is_contained(blocks, mask->getParent()) && shapes.of(mask).isUniform() &&
            any_of(mask->incoming_values(),
                   [&](Value *next) { return match(next, m_Shl(m_Specific(mask), m_One())); }))
          masks.insert(mask);
  return SmallVector<Value *, 2>(masks.begin(), masks.end());
}

std::pair<Value *, Value *> asMultiple(IRBuilder<> &builder, Value &number, unsigned warps) {
  static_assert(kMultiple == 1u << (kLaneBits + 1));
  const unsigned bits = kLaneBits + 1 + Log2_32(warps);
  Value *is_multiple = builder.CreateIsNull(builder.CreateAnd(&number, kMultiple * warps - 1));
  return {is_multiple, builder.CreateShl(builder.CreateLShr(&number, bits), bits, "multiple", true)};
}

} // namespace raddle::vectorize
