#include "vectorize/widen/emit/warp_builder.h"

#include "vectorize/widen/emit/vectors.h"

#include <utility>

using namespace llvm;

namespace raddle::vectorize {

WarpBuilder::WarpBuilder(Function &source, const WidenPlan &plan, const WarpFunctions &functions,
                         Function &target, const BlockClass &blocks, Outputs &outputs)
    : IRBuilder(source.getContext(), InstSimplifyFolder(source.getParent()->getDataLayout())),
      machine(plan.context().machine), blocks(blocks), outputs(outputs), source(source), plan(plan),
      shapes(plan.context().shapes), functions(functions), is_kernel(plan.context().is_kernel),
      target(target), layout(plan.context().layout), slots(target.getEntryBlock().getTerminator()),
      has_wide_permutes(plan.context().has_wide_permutes), has_permutes(plan.context().has_permutes),
      has_tables(plan.context().has_tables), multiplies_bf16_pairs(plan.context().multiplies_bf16_pairs),
      multiplies_by_tiles(plan.context().multiplies_by_tiles), thread(target.getArg(0)) {}

Type *widened(Type *type) {
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

// ---- values of the source

Type *WarpBuilder::typeOf(const Value *value) const {
  return shapes.of(value).isVarying() ? widened(value->getType()) : value->getType();
}

// Later blocks may ask for any value: those that they use, and those that these were computed from, as the numbers that a
// condition compares. So each gets a slot.
void WarpBuilder::define(Instruction &instruction, Value *value) {
  values_[&instruction] = value;
  AllocaInst *&memory = value_slots_[&instruction];
  if (!memory)
    memory = slot(value->getType(), instruction.getName());
  CreateStore(value, memory);
}

void WarpBuilder::dropUnusedSlots() {
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
Value *WarpBuilder::held(Value *value) {
  if (auto *argument = dyn_cast<Argument>(value))
    return target.getArg(argument->getArgNo() +
                         (is_kernel || argument->getArgNo() == 0 ? 0 : kMaskParameters));
  if (!isa<Instruction>(value))
    return value;
  Value *&known = values_[value];
  if (!known) {
    AllocaInst *memory = slotOf(value);
    if (!memory) {
      giveUp(*cast<Instruction>(value), Obstacle::kUseBeforeValue);
      return known = PoisonValue::get(typeOf(value));
    }
    known = CreateLoad(memory->getAllocatedType(), memory, value->getName());
  }
  return known;
}

Value *WarpBuilder::scalar(Value *value) {
  assert(!shapes.of(value).isVarying());
  return held(value);
}

Value *WarpBuilder::vector(Value *value) {
  const analysis::LaneShape shape = shapes.of(value);
  if (shape.isVarying())
    return held(value);
  if (auto *constant = dyn_cast<Constant>(value);
      constant && FixedVectorType::isValidElementType(value->getType()))
    return ConstantVector::getSplat(ElementCount::getFixed(kLanes), constant);
  if (Value *known = vectors_.lookup(value))
    return known;
  return vectors_[value] = spread(held(value), shape);
}

void WarpBuilder::beginBlock(BasicBlock *source_block, Value *lanes, bool may_be_empty_) {
  block = source_block;
  mask = lanes;
  may_be_empty = may_be_empty_;
  values_.clear();
  vectors_.clear();
  lane_memory_in_use = 0;
}

void WarpBuilder::keepingValues(function_ref<void()> body) {
  auto values = values_, vectors = vectors_;
  body();
  values_ = std::move(values);
  vectors_ = std::move(vectors);
}

void WarpBuilder::forLanes(Value *lanes, function_ref<void()> body) {
  Value *around = std::exchange(mask, CreateAnd(mask, lanes));
  const bool could_be_empty = std::exchange(may_be_empty, true);
  body();
  mask = around;
  may_be_empty = could_be_empty;
}

// ---- vectors

Value *WarpBuilder::spread(Value *first, const analysis::LaneShape &shape) {
  Type *type = first->getType();
  if (shape.isUniform())
    return splat(first);
  if (type->isPointerTy())
    return CreateGEP(getInt8Ty(), first, offsets(shape, getInt64Ty()));
  if (shape.isConstant())
    return constants(shape, type);
  return CreateAdd(splat(first), offsets(shape, type));
}

Value *WarpBuilder::splat(Value *scalar) {
  Type *type = scalar->getType();
  if (!type->isAggregateType())
    return CreateVectorSplat(kLanes, scalar);
  Value *wide = PoisonValue::get(widened(type));
  for (unsigned i = 0; i < partCount(type); ++i)
    wide = CreateInsertValue(wide, splat(CreateExtractValue(scalar, i)), i);
  return wide;
}

Value *WarpBuilder::iota(Type *integer, std::int64_t step) {
  SmallVector<Constant *, kLanes> elements;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    elements.push_back(ConstantInt::get(integer, static_cast<uint64_t>(lane * step), true));
  return ConstantVector::get(elements);
}

Constant *WarpBuilder::offsets(const analysis::LaneShape &shape, Type *integer) {
  SmallVector<Constant *, kLanes> elements;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    elements.push_back(ConstantInt::get(integer, static_cast<uint64_t>(shape.offset(lane)), true));
  return ConstantVector::get(elements);
}

Constant *WarpBuilder::constants(const analysis::LaneShape &shape, Type *integer) {
  SmallVector<Constant *, kLanes> elements;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    elements.push_back(ConstantInt::get(integer, shape.valueOf(lane, integer->getIntegerBitWidth())));
  return ConstantVector::get(elements);
}

// ---- masks and lanes

Value *WarpBuilder::maskFromBits(Value *bits) {
  return CreateBitCast(bits, FixedVectorType::get(getInt1Ty(), kLanes));
}

bool WarpBuilder::isFull(const Value *lanes) {
  auto *constant = dyn_cast<Constant>(lanes);
  return constant && constant->isAllOnesValue();
}

Value *WarpBuilder::anyLane(Value *lanes) {
  if (isFull(lanes))
    return getTrue();
  return CreateICmpNE(bits(lanes), getInt32(0));
}

Value *WarpBuilder::firstLane(Value *lanes) {
  return CreateBinaryIntrinsic(Intrinsic::cttz, bits(lanes), getFalse());
}

Value *WarpBuilder::lastLane(Value *lanes) {
  if (isFull(lanes))
    return getInt32(kLanes - 1);
  return CreateSub(getInt32(kLanes - 1), CreateBinaryIntrinsic(Intrinsic::ctlz, bits(lanes), getFalse()));
}

Value *WarpBuilder::ofFirstLane(Value *value) {
  return isUniform(value) ? scalar(value) : CreateExtractElement(vector(value), firstLane(mask));
}

BasicBlock *WarpBuilder::newBlock(const Twine &name) {
  return BasicBlock::Create(target.getContext(), name, &target);
}

AllocaInst *WarpBuilder::scratch(Type *type, const Twine &name) {
  AllocaInst *memory = slot(type, name);
  memory->setAlignment(Align(64));
  memory->setMetadata(marker::kScratch, MDNode::get(getContext(), {}));
  return memory;
}

void WarpBuilder::giveUp(const Instruction &instruction, Obstacle obstacle, const Twine &name) {
  if (reason.empty())
    reason = threadEngineReason(obstacle, instruction, name);
}

} // namespace raddle::vectorize
