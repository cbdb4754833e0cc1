#include "vectorize/widen/emit/arithmetic/arithmetic.h"
#include "vectorize/widen/emit/vectors.h"

using namespace llvm;

namespace raddle::vectorize {

// Gathers take indices of 32 bits with sign. Where it matters, in the lanes that are active, numbers that are not negative
// are extended either way.
static Instruction::CastOps vectorCast(const CastInst &instruction) {
  const bool not_negative = isa<ZExtInst>(instruction) && instruction.hasNonNeg();
  return not_negative && instruction.getSrcTy()->isIntegerTy(32) ? Instruction::SExt
                                                                 : instruction.getOpcode();
}

// The number of a thread near this one, such as that of another warp that is fused with this one: no promise, but
// known, as blocks have no more than 1024 threads.
static bool isNearThread(const BinaryOperator &sum) {
  constexpr unsigned kNear = 1 << 16;
  auto *field = dyn_cast<CallInst>(sum.getOperand(0));
  auto *distance = dyn_cast<ConstantInt>(sum.getOperand(1));
  if (sum.getOpcode() != Instruction::Add || !field || !distance || !distance->getValue().ult(kNear))
    return false;
  const std::int64_t offset = analysis::threadFieldOffset(*field);
  return offset >= 0 && offset < static_cast<std::int64_t>(sizeof(RaddleDim3));
}

void emitAddress(WarpBuilder &warp, GetElementPtrInst &address) {
  SmallVector<Value *, 4> indices;
  // Lanes that are not active compute addresses too, so nothing is promised about these.
  if (!warp.shapes.of(&address).isVarying()) {
    for (Value *index : address.indices())
      indices.push_back(warp.scalar(index));
    warp.define(address, warp.CreateGEP(address.getSourceElementType(),
                                        warp.scalar(address.getPointerOperand()), indices));
    return;
  }
  for (auto i = gep_type_begin(address), end = gep_type_end(address); i != end; ++i)
    indices.push_back(i.isStruct() ? i.getOperand() : warp.vectorOrUniform(i.getOperand()));
  Value *base = warp.vectorOrUniform(address.getPointerOperand());
  // At least one operand is a vector, or the result would not be varying; an affine index may be one by its
  // sum.
  Value *result = warp.CreateGEP(address.getSourceElementType(), base, indices);
  warp.define(address, result->getType()->isVectorTy() ? result : warp.splat(result));
}

// Arithmetic, comparisons, conversions and selections: the same operation on scalars or on vectors. Promises
// that the source makes for its own lanes (nsw, inbounds, ...) are dropped, because inactive lanes, or lane 0
// of an affine value, may break them.
void emitArithmetic(WarpBuilder &warp, Instruction &instruction) {
  const bool varying = warp.shapes.of(&instruction).isVarying();
  auto operand = [&](unsigned i) {
    Value *value = instruction.getOperand(i);
    return varying ? warp.vector(value) : warp.scalar(value);
  };
  Value *result = nullptr;
  if (const DivisionDecision *division = warp.plan.divisionOf(instruction)) {
    result = emitDivision(warp, cast<BinaryOperator>(instruction), *division);
  } else if (Value *part = varying ? emitTruncatedProduct(warp, instruction) : nullptr) {
    result = part;
  } else if (auto *binary = dyn_cast<BinaryOperator>(&instruction)) {
    result = isNearThread(*binary)
                 ? warp.CreateAdd(operand(0), operand(1), instruction.getName(), true, true)
                 : warp.CreateBinOp(binary->getOpcode(), operand(0), operand(1), instruction.getName());
  } else if (auto *unary = dyn_cast<UnaryOperator>(&instruction)) {
    result = warp.CreateUnOp(unary->getOpcode(), operand(0), instruction.getName());
  } else if (auto *cast_instruction = dyn_cast<CastInst>(&instruction)) {
    Type *type = varying ? widened(instruction.getType()) : instruction.getType();
    if (!varying && isa<SExtInst, ZExtInst>(instruction) && !warp.isUniform(&instruction))
      result = extendAffine(warp, *cast_instruction);
    else
      result = warp.CreateCast(vectorCast(*cast_instruction), operand(0), type, instruction.getName());
  } else if (auto *compare = dyn_cast<CmpInst>(&instruction)) {
    result = warp.CreateCmp(compare->getPredicate(), operand(0), operand(1), instruction.getName());
  } else if (auto *select = dyn_cast<SelectInst>(&instruction)) {
    Value *condition = warp.isUniform(select->getCondition()) ? warp.scalar(select->getCondition())
                                                              : warp.vector(select->getCondition());
    result = selectLanes(warp, condition, operand(1), operand(2), instruction.getName());
  } else if (isa<FreezeInst>(instruction)) {
    result = warp.CreateFreeze(operand(0), instruction.getName());
  } else if (auto *extract = dyn_cast<ExtractValueInst>(&instruction)) {
    result = warp.CreateExtractValue(operand(0), extract->getIndices(), instruction.getName());
  } else if (auto *insert = dyn_cast<InsertValueInst>(&instruction)) {
    result = warp.CreateInsertValue(operand(0), operand(1), insert->getIndices(), instruction.getName());
  } else if (!varying) {
    // Whatever it is, one for all lanes.
    Instruction *copy = instruction.clone();
    for (Use &use : copy->operands())
      if (!isa<BasicBlock>(use.get()))
        use.set(warp.scalar(use.get()));
    result = warp.Insert(copy, instruction.getName());
  } else {
    return warp.giveUp(instruction, Obstacle::kOperation, instruction.getOpcodeName());
  }
  if (auto *made = dyn_cast<Instruction>(result);
      made && isa<FPMathOperator>(made) && isa<FPMathOperator>(&instruction))
    made->copyFastMathFlags(&instruction);
  warp.define(instruction, result);
}

} // namespace raddle::vectorize
