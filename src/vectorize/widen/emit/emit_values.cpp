// Scalars, vectors, arithmetic.

#include "vectorize/fields.h"
#include "vectorize/widen/emit/warp_emitter.h"

#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>

using namespace llvm;

namespace raddle::vectorize {

Type *WarpEmitter::widened(Type *type) {
  if (auto *record = dyn_cast<StructType>(type)) {
    SmallVector<Type *, 4> parts;
    for (Type *part : record->elements()) {
      parts.push_back(widened(part));
      if (!parts.back())
        return nullptr;
    }
    return StructType::get(type->getContext(), parts);
  }
  if (auto *array = dyn_cast<ArrayType>(type)) {
    Type *element = widened(array->getElementType());
    return element ? ArrayType::get(element, array->getNumElements()) : nullptr;
  }
  return FixedVectorType::isValidElementType(type) ? FixedVectorType::get(type, kLanes) : nullptr;
}

Type *WarpEmitter::typeOf(const Value *value) {
  return shapes_.of(value).isVarying() ? widened(value->getType()) : value->getType();
}

AllocaInst *WarpEmitter::slot(Type *type, const Twine &name) {
  return slots_.CreateAlloca(type, nullptr, name);
}

// <0, step, 2 * step, ...>
Value *WarpEmitter::iota(Type *integer, std::int64_t step) {
  SmallVector<Constant *, kLanes> elements;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    elements.push_back(ConstantInt::get(integer, static_cast<uint64_t>(lane * step), true));
  return ConstantVector::get(elements);
}

// What each lane's value is more than lane 0's.
Constant *WarpEmitter::offsets(const analysis::LaneShape &shape, Type *integer) {
  SmallVector<Constant *, kLanes> elements;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    elements.push_back(ConstantInt::get(integer, static_cast<uint64_t>(shape.offset(lane)), true));
  return ConstantVector::get(elements);
}

Constant *WarpEmitter::constants(const analysis::LaneShape &shape, Type *integer) {
  SmallVector<Constant *, kLanes> elements;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    elements.push_back(ConstantInt::get(integer, shape.valueOf(lane, integer->getIntegerBitWidth())));
  return ConstantVector::get(elements);
}

Value *WarpEmitter::maskFromBits(Value *bits) {
  return builder_.CreateBitCast(bits, FixedVectorType::get(builder_.getInt1Ty(), kLanes));
}

// Later blocks may ask for any value: those that they use, and those that these were computed from, as the numbers that a
// condition compares. So each gets a slot.
void WarpEmitter::define(Instruction &instruction, Value *value) {
  values_[&instruction] = value;
  AllocaInst *&memory = value_slots_[&instruction];
  if (!memory)
    memory = slot(value->getType(), instruction.getName());
  builder_.CreateStore(value, memory);
}

// Those that nobody has asked for.
void WarpEmitter::dropUnusedSlots() {
  for (auto [value, memory] : value_slots_) {
    if (any_of(memory->users(), [](const User *user) { return isa<LoadInst>(user); }))
      continue;
    for (User *store : make_early_inc_range(memory->users()))
      cast<StoreInst>(store)->eraseFromParent();
    memory->eraseFromParent();
  }
  value_slots_.clear();
}

// A value of the source as it is held: scalar unless it is varying.
Value *WarpEmitter::lookUp(Value *value) {
  if (auto *argument = dyn_cast<Argument>(value))
    return target_.getArg(argument->getArgNo() +
                          (is_kernel_ || argument->getArgNo() == 0 ? 0 : kMaskParameters));
  if (!isa<Instruction>(value))
    return value;
  Value *&known = values_[value];
  if (!known) {
    AllocaInst *memory = value_slots_.lookup(value);
    if (!memory) {
      giveUp(*cast<Instruction>(value), Obstacle::kUseBeforeValue);
      return known = PoisonValue::get(typeOf(value));
    }
    known = builder_.CreateLoad(memory->getAllocatedType(), memory, value->getName());
  }
  return known;
}

Value *WarpEmitter::scalar(Value *value) {
  assert(!shapes_.of(value).isVarying());
  return lookUp(value);
}

Value *WarpEmitter::vector(Value *value) {
  analysis::LaneShape shape = shapes_.of(value);
  if (shape.isVarying())
    return lookUp(value);
  if (auto *constant = dyn_cast<Constant>(value);
      constant && FixedVectorType::isValidElementType(value->getType()))
    return ConstantVector::getSplat(ElementCount::getFixed(kLanes), constant);
  if (Value *known = vectors_.lookup(value))
    return known;
  return vectors_[value] = spread(lookUp(value), shape);
}

Value *WarpEmitter::spread(Value *first, const analysis::LaneShape &shape) {
  Type *type = first->getType();
  if (shape.isUniform())
    return splat(first);
  if (type->isPointerTy())
    return builder_.CreateGEP(builder_.getInt8Ty(), first, offsets(shape, builder_.getInt64Ty()));
  if (shape.isConstant())
    return constants(shape, type);
  return builder_.CreateAdd(splat(first), offsets(shape, type));
}

Value *WarpEmitter::vectorOrUniform(Value *value) { return isUniform(value) ? scalar(value) : vector(value); }

void WarpEmitter::giveUp(const Instruction &instruction, Obstacle obstacle, const Twine &name) {
  if (reason_.empty())
    reason_ = threadEngineReason(obstacle, instruction, name);
}

void WarpEmitter::emitInstruction(Instruction &instruction) {
  if (!instruction.getType()->isVoidTy() && !shapes_.of(&instruction).isKnown())
    return giveUp(instruction, Obstacle::kNoValue);
  if (!instruction.getType()->isVoidTy() && shapes_.of(&instruction).isVarying() &&
      !widened(instruction.getType()))
    return giveUp(instruction, Obstacle::kValueType);
  if (analysis::LaneShape shape = shapes_.of(&instruction); shape.isConstant() &&
                                                            isa<BinaryOperator, CastInst>(instruction) &&
                                                            instruction.getType()->isIntegerTy())
    return define(instruction,
                  builder_.getInt(APInt(instruction.getType()->getIntegerBitWidth(), shape.low())));
  switch (instruction.getOpcode()) {
  case Instruction::Load:
    return emitLoad(cast<LoadInst>(instruction));
  case Instruction::Store:
    return emitStore(cast<StoreInst>(instruction));
  case Instruction::Alloca:
    return emitAlloca(cast<AllocaInst>(instruction));
  case Instruction::AtomicRMW:
    return emitReadModifyWrite(cast<AtomicRMWInst>(instruction));
  case Instruction::AtomicCmpXchg:
    return emitCompareExchange(cast<AtomicCmpXchgInst>(instruction));
  case Instruction::GetElementPtr:
    return emitAddress(cast<GetElementPtrInst>(instruction));
  case Instruction::Call:
    return emitCall(cast<CallInst>(instruction));
  case Instruction::Fence:
    builder_.Insert(instruction.clone());
    return;
  default:
    return emitArithmetic(instruction);
  }
}

void WarpEmitter::emitAddress(GetElementPtrInst &address) {
  SmallVector<Value *, 4> indices;
  // Lanes that are not active compute addresses too, so nothing is promised about these.
  if (!shapes_.of(&address).isVarying()) {
    for (Value *index : address.indices())
      indices.push_back(scalar(index));
    define(address,
           builder_.CreateGEP(address.getSourceElementType(), scalar(address.getPointerOperand()), indices));
    return;
  }
  for (auto i = gep_type_begin(address), end = gep_type_end(address); i != end; ++i)
    indices.push_back(i.isStruct() ? i.getOperand() : vectorOrUniform(i.getOperand()));
  Value *base = vectorOrUniform(address.getPointerOperand());
  // At least one operand is a vector, or the result would not be varying; an affine index may be one by its
  // sum.
  Value *result = builder_.CreateGEP(address.getSourceElementType(), base, indices);
  define(address, result->getType()->isVectorTy() ? result : splat(result));
}

// The lanes that use an extension: where only selects take what becomes of it, those that choose it. The others run it,
// too, if loads that they skip are made either way (if_convert_loads.h).
Value *WarpEmitter::lanesThatUse(CastInst &extension) {
  constexpr unsigned kMostValues = 16;
  SmallVector<Value *, 8> work{&extension};
  Value *users = nullptr;
  for (unsigned i = 0; i < work.size(); ++i)
    for (User *user : work[i]->users()) {
      auto *select = dyn_cast<SelectInst>(user);
      if (isa<GetElementPtrInst, BinaryOperator>(user) && work.size() < kMostValues) {
        work.push_back(user);
        continue;
      }
      if (!select || select->getTrueValue() != work[i] || select->getFalseValue() == work[i] ||
          select->getCondition() == work[i])
        return mask_;
      Value *lanes = lanesWhere(select->getCondition());
      users = users ? builder_.CreateOr(users, lanes) : lanes;
    }
  return users ? builder_.CreateAnd(mask_, builder_.CreateFreeze(users)) : mask_;
}

// Those where a condition holds, or what of it is computed already.
Value *WarpEmitter::lanesWhere(Value *condition) {
  if (!isa<Instruction>(condition) || value_slots_.contains(condition))
    return vector(condition);
  Value *left = nullptr, *right = nullptr;
  if (match(condition, PatternMatch::m_LogicalAnd(PatternMatch::m_Value(left), PatternMatch::m_Value(right))))
    return builder_.CreateAnd(lanesWhere(left), lanesWhere(right));
  return splat(builder_.getTrue());
}

// Lane 0's value of an affine `narrow`, as a number of the wider type. Sums and products that are promised
// not to overflow are computed in the wider type from their operands: the promise is made only to lanes that
// use the value, and lane 0 may be none of them (`i > 0 ? p[i - 1] : 0`). Constants then belong to the address.
Value *WarpEmitter::widenBase(Value *narrow, bool is_signed, CastInst &extension) {
  Type *type = extension.getType();
  auto *binary = dyn_cast<BinaryOperator>(narrow);
  auto *wrapping = dyn_cast<OverflowingBinaryOperator>(narrow);
  const bool exact = wrapping && (is_signed ? wrapping->hasNoSignedWrap() : wrapping->hasNoUnsignedWrap());
  if (binary && exact && (!shapes_.of(narrow).neverCarries() || isa<ConstantInt>(binary->getOperand(1))))
    return builder_.CreateBinOp(binary->getOpcode(), widenBase(binary->getOperand(0), is_signed, extension),
                                widenBase(binary->getOperand(1), is_signed, extension));
  const analysis::LaneShape shape = shapes_.of(narrow);
  // Where ways meet nothing is left to compute anew. Unsigned numbers of lanes that are off are often a little less than
  // nothing, so the way back to lane 0 begins at one that is on.
  if (!is_signed && !shape.isUniform() && !shape.neverCarries() && !isa<CallInst>(narrow)) {
    if (Value *lanes = lanesThatUse(extension); !isFull(lanes)) {
      Value *lane = builder_.CreateAnd(firstLane(lanes), kLanes - 1); // where none is on, any
      Value *offset = builder_.CreateExtractElement(offsets(shape, type), lane);
      Value *first = builder_.CreateAdd(scalar(narrow), builder_.CreateTrunc(offset, narrow->getType()));
      return builder_.CreateSub(builder_.CreateZExt(first, type), offset);
    }
  }
  return builder_.CreateCast(is_signed ? Instruction::SExt : Instruction::ZExt, scalar(narrow), type);
}

Value *WarpEmitter::extendAffine(CastInst &extension) {
  Value *narrow = extension.getOperand(0);
  const bool is_signed = isa<SExtInst>(extension) || !shapes_.of(narrow).holdsUnsigned();
  return widenBase(narrow, is_signed, extension);
}

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

// Arithmetic, comparisons, conversions and selections: the same operation on scalars or on vectors. Promises
// that the source makes for its own lanes (nsw, inbounds, ...) are dropped, because inactive lanes, or lane 0
// of an affine value, may break them.
void WarpEmitter::emitArithmetic(Instruction &instruction) {
  const bool varying = shapes_.of(&instruction).isVarying();
  auto operand = [&](unsigned i) {
    Value *value = instruction.getOperand(i);
    return varying ? vector(value) : scalar(value);
  };
  Value *result = nullptr;
  if (Value *quotient = varying ? emitDivision(instruction) : nullptr) {
    result = quotient;
  } else if (Value *part = varying ? emitTruncatedProduct(instruction) : nullptr) {
    result = part;
  } else if (auto *binary = dyn_cast<BinaryOperator>(&instruction)) {
    result = isNearThread(*binary)
                 ? builder_.CreateAdd(operand(0), operand(1), instruction.getName(), true, true)
                 : builder_.CreateBinOp(binary->getOpcode(), operand(0), operand(1), instruction.getName());
  } else if (auto *unary = dyn_cast<UnaryOperator>(&instruction)) {
    result = builder_.CreateUnOp(unary->getOpcode(), operand(0), instruction.getName());
  } else if (auto *cast_instruction = dyn_cast<CastInst>(&instruction)) {
    Type *type = varying ? widened(instruction.getType()) : instruction.getType();
    if (!varying && isa<SExtInst, ZExtInst>(instruction) && !isUniform(&instruction))
      result = extendAffine(*cast_instruction);
    else
      result = builder_.CreateCast(vectorCast(*cast_instruction), operand(0), type, instruction.getName());
  } else if (auto *compare = dyn_cast<CmpInst>(&instruction)) {
    result = builder_.CreateCmp(compare->getPredicate(), operand(0), operand(1), instruction.getName());
  } else if (auto *select = dyn_cast<SelectInst>(&instruction)) {
    Value *condition =
        isUniform(select->getCondition()) ? scalar(select->getCondition()) : vector(select->getCondition());
    result = selectLanes(condition, operand(1), operand(2), instruction.getName());
  } else if (isa<FreezeInst>(instruction)) {
    result = builder_.CreateFreeze(operand(0), instruction.getName());
  } else if (auto *extract = dyn_cast<ExtractValueInst>(&instruction)) {
    result = builder_.CreateExtractValue(operand(0), extract->getIndices(), instruction.getName());
  } else if (auto *insert = dyn_cast<InsertValueInst>(&instruction)) {
    result = builder_.CreateInsertValue(operand(0), operand(1), insert->getIndices(), instruction.getName());
  } else if (!varying) {
    // Whatever it is, one for all lanes.
    Instruction *copy = instruction.clone();
    for (Use &use : copy->operands())
      if (!isa<BasicBlock>(use.get()))
        use.set(scalar(use.get()));
    result = builder_.Insert(copy, instruction.getName());
  } else {
    return giveUp(instruction, Obstacle::kOperation, instruction.getOpcodeName());
  }
  if (auto *made = dyn_cast<Instruction>(result);
      made && isa<FPMathOperator>(made) && isa<FPMathOperator>(&instruction))
    made->copyFastMathFlags(&instruction);
  define(instruction, result);
}

} // namespace raddle::vectorize
