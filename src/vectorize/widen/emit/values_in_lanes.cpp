#include "vectorize/widen/emit/values_in_lanes.h"

#include "vectorize/widen/emit/lane_loops.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Whether a value is kept after its block in any case: it is used there, or an address is that is computed from it.
bool isKept(const Instruction &instruction) {
  return instruction.isUsedOutsideOfBlock(instruction.getParent()) ||
         any_of(instruction.users(), [](const User *user) {
           auto *part = dyn_cast<Instruction>(user);
           return part && (isa<GetElementPtrInst>(part) || isa<CastInst>(part)) && isKept(*part);
         });
}

// The code for a value that is kept in memory as it is.
PerLane perLaneByMemory(WarpBuilder &warp, Value *value) {
  Value *values = warp.vector(value);
  Type *kept = narrowestType(warp, *value);
  Value *memory =
      spillBesideOthers(warp, kept == value->getType() ? values : warp.CreateTrunc(values, widened(kept)));
  return [&warp, values, memory, kept, type = value->getType(),
          pairs = std::vector<Value *>(kLanes / 2)](Value *lane) mutable -> Value * {
    auto *known = dyn_cast<ConstantInt>(lane);
    if (!known || !type->isIntegerTy(32)) {
      Value *own = loadLane(warp, memory, kept, lane);
      return kept == type ? own : warp.CreateZExt(own, type);
    }
    // Two lanes at a time leave the vector; LLVM would take one by one.
    const auto number = static_cast<unsigned>(known->getZExtValue());
    Value *&pair = pairs[number / 2];
    if (!pair) {
      Type *two = warp.getInt64Ty();
      auto *stays =
          InlineAsm::get(FunctionType::get(two, {two}, false), "", "=r,0", /*hasSideEffects=*/false);
      Value *as_pairs = warp.CreateBitCast(values, FixedVectorType::get(two, kLanes / 2));
      pair = warp.CreateCall(stays, warp.CreateExtractElement(as_pairs, number / 2));
    }
    return warp.CreateTrunc(number % 2 ? warp.CreateLShr(pair, 32) : pair, type);
  };
}

} // namespace

bool isAtHand(const WarpBuilder &warp, const Value &value) {
  auto *instruction = dyn_cast<Instruction>(&value);
  return !instruction || warp.isKnownHere(&value) || isKept(*instruction);
}

Value *inLane(WarpBuilder &warp, Value *value, unsigned lane) {
  analysis::LaneShape shape = warp.shapes.of(value);
  if (shape.isScalar()) {
    Value *first = warp.scalar(value);
    if (shape.offset(lane) == 0)
      return first;
    if (value->getType()->isPointerTy())
      return warp.CreateConstGEP1_64(warp.getInt8Ty(), first, static_cast<uint64_t>(shape.offset(lane)));
    return warp.CreateAdd(
        first, ConstantInt::get(first->getType(), static_cast<uint64_t>(shape.offset(lane)), true));
  }
  auto *instruction = dyn_cast<Instruction>(value);
  const bool is_simple =
      instruction && (isa<GetElementPtrInst>(instruction) || isa<BinaryOperator>(instruction) ||
                      isa<SExtInst, ZExtInst, TruncInst>(instruction));
  if (is_simple && !instruction->isIntDivRem() &&
      all_of(instruction->operands(), [&](const Use &operand) { return isAtHand(warp, *operand); })) {
    SmallVector<Value *, 4> operands;
    for (const Use &operand : instruction->operands())
      operands.push_back(inLane(warp, operand, lane));
    if (auto *address = dyn_cast<GetElementPtrInst>(instruction))
      return warp.CreateGEP(address->getSourceElementType(), operands[0], ArrayRef(operands).drop_front());
    if (auto *binary = dyn_cast<BinaryOperator>(instruction))
      return warp.CreateBinOp(binary->getOpcode(), operands[0], operands[1]);
    // A lane that is off may have less than nothing where others are promised not to, and theirs are counted from its.
    const bool is_signed = isa<ZExtInst>(instruction) && instruction->hasNonNeg();
    return warp.CreateCast(is_signed ? Instruction::SExt : cast<CastInst>(instruction)->getOpcode(),
                           operands[0], instruction->getType());
  }
  return warp.CreateExtractElement(warp.vector(value), lane);
}

Type *narrowestType(const WarpBuilder &warp, const Value &value) {
  Type *type = value.getType();
  if (!type->isIntegerTy() || type->getIntegerBitWidth() <= 8)
    return type;
  const unsigned bits = computeKnownBits(&value, warp.layout).countMaxActiveBits();
  for (unsigned width : {8u, 16u})
    if (bits <= width && width < type->getIntegerBitWidth())
      return IntegerType::get(type->getContext(), width);
  return type;
}

PerLane perLane(WarpBuilder &warp, Value *value, PerLaneOfPart part) {
  if (warp.isUniform(value)) {
    Value *known = warp.scalar(value);
    return [known](Value *) { return known; };
  }
  // An address of one base is kept as its index, which is narrower.
  auto *address = dyn_cast<GetElementPtrInst>(value);
  if (address && warp.shapes.of(address).isVarying() && warp.isUniform(address->getPointerOperand())) {
    SmallVector<PerLane, 3> indices;
    for (Value *index : address->indices())
      indices.push_back(perLane(warp, index, part));
    return
        [&warp, address, indices, base = warp.scalar(address->getPointerOperand())](Value *lane) -> Value * {
          SmallVector<Value *, 3> own;
          for (const auto &index : indices)
            own.push_back(index(lane));
          return warp.CreateGEP(address->getSourceElementType(), base, own);
        };
  }
  if (auto own = part(value))
    return own;
  if (isa<SExtInst, ZExtInst>(value) && warp.shapes.of(value).isVarying()) {
    auto *extension = cast<CastInst>(value);
    Value *narrow = extension->getOperand(0);
    if (warp.shapes.of(narrow).isVarying() && narrow->getType()->getIntegerBitWidth() >= 8)
      return [&warp, extension, inner = perLane(warp, narrow, part)](Value *lane) {
        return warp.CreateCast(extension->getOpcode(), inner(lane), extension->getType());
      };
  }
  return perLaneByMemory(warp, value);
}

Value *spillBesideOthers(WarpBuilder &warp, Value *vector) {
  const uint64_t bytes = warp.layout.getTypeAllocSize(vector->getType()).getFixedValue();
  const Align align(std::min<uint64_t>(64, PowerOf2Ceil(bytes)));
  const uint64_t offset = alignTo(warp.lane_memory_in_use, align);
  warp.lane_memory_in_use = offset + bytes;
  auto *type = ArrayType::get(warp.getInt8Ty(), warp.lane_memory_in_use);
  if (!warp.lane_memory) {
    warp.lane_memory = warp.scratch(type, "lanes");
  } else if (cast<ArrayType>(warp.lane_memory->getAllocatedType())->getNumElements() <
             warp.lane_memory_in_use) {
    warp.lane_memory->setAllocatedType(type);
  }
  Value *memory = warp.CreateConstGEP1_64(warp.getInt8Ty(), warp.lane_memory, offset);
  warp.CreateAlignedStore(vector, memory, align);
  return memory;
}

} // namespace raddle::vectorize
