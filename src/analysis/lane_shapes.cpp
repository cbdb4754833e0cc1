#include "analysis/lane_shapes.h"

#include "abi/kernel_abi.h"
#include "analysis/divergent_joins.h"
#include "nvvm/markers.h"
#include "nvvm/runtime_functions.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/ConstantFold.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

using namespace llvm;

namespace raddle::analysis {

namespace {

// threadIdx.x of a row's first lane is a multiple of 32.
constexpr unsigned kLaneBits = 5;

unsigned widthOf(const Value *value, const DataLayout &layout) {
  return static_cast<unsigned>(layout.getTypeSizeInBits(value->getType()).getFixedValue());
}

} // namespace

// Goes down from "unknown" until nothing changes.
class LaneShapeSolver {
public:
  LaneShapeSolver(Function &function, const ShapesOfCalls *calls, LaneShapes &result)
      : function_(function), calls_(calls), result_(result), layout_(function.getParent()->getDataLayout()) {}

  void solve() {
    const DivergentJoins divergent_joins(function_);
    result_.shapes_.reserve(function_.getInstructionCount());
    ReversePostOrderTraversal<Function *> order(&function_);
    for (bool changed = true; changed;) {
      changed = false;
      for (BasicBlock *block : order) {
        for (Instruction &instruction : *block)
          changed |= update(instruction);
        changed |= updateTerminator(*block, divergent_joins);
      }
    }
  }

private:
  bool update(Instruction &instruction) {
    if (instruction.getType()->isVoidTy())
      return false;
    LaneShape &shape = result_.shapes_[&instruction];
    LaneShape next = LaneShape::meet(shape, shapeOf(instruction));
    if (next == shape)
      return false;
    shape = next;
    return true;
  }

  bool updateTerminator(BasicBlock &block, const DivergentJoins &divergent_joins) {
    const Instruction *terminator = block.getTerminator();
    if (terminator->getNumSuccessors() < 2 || result_.diverging_.contains(&block))
      return false;
    LaneShape condition = of(terminator->getOperand(0));
    if (!condition.isKnown() || condition.isUniform())
      return false;
    result_.diverging_.insert(&block);
    divergent_joins.add(block, joins_, result_.left_at_different_times_);
    return true;
  }

  LaneShape of(const Value *value) const { return result_.of(value); }

  LaneShape shapeOf(Instruction &instruction) {
    switch (instruction.getOpcode()) {
    case Instruction::PHI:
      return phi(cast<PHINode>(instruction));
    case Instruction::Load:
      return load(cast<LoadInst>(instruction));
    case Instruction::Alloca:
      return localVariable(cast<AllocaInst>(instruction));
    case Instruction::Call:
      return call(cast<CallInst>(instruction));
    case Instruction::GetElementPtr:
      return address(cast<GEPOperator>(instruction));
    case Instruction::Select:
      return select(cast<SelectInst>(instruction));
    case Instruction::ICmp:
      return compare(cast<ICmpInst>(instruction));
    case Instruction::AtomicRMW:
    case Instruction::AtomicCmpXchg:
      return LaneShape::varying();
    case Instruction::Freeze:
    case Instruction::BitCast:
    case Instruction::AddrSpaceCast:
      if (instruction.getType() == instruction.getOperand(0)->getType() ||
          instruction.getType()->isPointerTy())
        return of(instruction.getOperand(0));
      return uniformIfOperandsAre(instruction);
    case Instruction::PtrToInt:
    case Instruction::IntToPtr: {
      LaneShape shape = of(instruction.getOperand(0));
      bool full_width = layout_.getTypeSizeInBits(instruction.getType()) == 64 &&
                        layout_.getTypeSizeInBits(instruction.getOperand(0)->getType()) == 64;
      return full_width ? shape : uniformIfOperandsAre(instruction);
    }
    case Instruction::SExt:
    case Instruction::ZExt:
    case Instruction::Trunc:
      return extension(cast<CastInst>(instruction));
    default:
      if (auto *operation = dyn_cast<BinaryOperator>(&instruction);
          operation && operation->getType()->isIntegerTy())
        return arithmetic(*operation);
      return uniformIfOperandsAre(instruction);
    }
  }

  // An operation without effect that gives equal results for equal operands.
  LaneShape uniformIfOperandsAre(const User &user) const {
    LaneShape shape = LaneShape::uniform();
    for (const Use &operand : user.operands()) {
      shape = LaneShape::ofEquals(shape, of(operand));
      if (!shape.isKnown())
        return {};
    }
    return shape;
  }

  // The same for one that has an effect, or whose result depends on which lanes are active.
  LaneShape uniformOrVarying(const User &user) const {
    LaneShape shape = uniformIfOperandsAre(user);
    return shape.isVarying() ? LaneShape::varying() : shape;
  }

  LaneShape phi(PHINode &phi) const {
    LaneShape shape;
    bool same_value = phi.hasConstantOrUndefValue() != 0;
    for (Value *incoming : phi.incoming_values())
      if (!isa<UndefValue>(incoming) || same_value)
        shape = LaneShape::meet(shape, of(incoming));
    if (!shape.isKnown())
      return shape;
    // Behind a loop, each lane has the value of the iteration in which it left.
    if (result_.isLeftAtDifferentTimes(phi.getParent()))
      return LaneShape::varying();
    // A diverged join mixes what came from both sides.
    if (joins_.contains(phi.getParent()) && !same_value)
      return LaneShape::varying();
    return shape;
  }

  static LaneShape ofLanes(function_ref<unsigned(unsigned lane)> value) {
    std::array<std::uint64_t, LaneShape::kLanes> values;
    for (unsigned lane = 0; lane < LaneShape::kLanes; ++lane)
      values[lane] = value(lane);
    return LaneShape::constants(values, 32);
  }

  LaneShape threadField(std::int64_t offset) const {
    using Layout = BlockClass::Layout;
    const BlockClass &block = result_.block_;
    const bool is_row = block.layout == Layout::kRows || block.layout == Layout::kLine;
    const bool has_planes = block.layout == Layout::kPlanes;
    switch (offset) {
    case offsetof(RaddleThread, thread_idx.x):
      if (block.layout == Layout::kNarrow || has_planes)
        return ofLanes([&](unsigned lane) { return lane % block.row; });
      return is_row ? LaneShape::affine(1, kLaneBits, true, true) : LaneShape::varying();
    case offsetof(RaddleThread, thread_idx.y):
      if (block.layout == Layout::kNarrow)
        return LaneShape::add(LaneShape::uniform(zeroBitsOfRow(block)),
                              ofLanes([&](unsigned lane) { return lane / block.row; }), 32, true, true);
      if (has_planes)
        return ofLanes([&](unsigned lane) { return lane / block.row % block.rows; });
      return is_row ? LaneShape::uniform() : LaneShape::varying();
    case offsetof(RaddleThread, thread_idx.z):
      if (has_planes)
        return LaneShape::add(LaneShape::uniform(zeroBitsOfPlane(block)),
                              ofLanes([&](unsigned lane) { return lane / block.row / block.rows; }), 32, true,
                              true);
      return block.layout == Layout::kAny ? LaneShape::varying() : LaneShape::uniform();
    case offsetof(RaddleThread, lane):
      return LaneShape::affine(1, LaneShape::kAllBits, true, true);
    default:
      return LaneShape::uniform();
    }
  }

  LaneShape load(LoadInst &load) const {
    LaneShape pointer = of(load.getPointerOperand());
    if (!pointer.isKnown())
      return {};
    // Not "equal in runs": an inactive lane reads nothing, so that other lanes cannot count from it.
    return pointer.isUniform() ? LaneShape::uniform(blockFieldZeroBits(load)) : LaneShape::varying();
  }

  // blockDim.x where it is a multiple of 32, blockDim.y where so many rows are a warp, and blockDim.z where so
  // many planes are.
  unsigned blockFieldZeroBits(const LoadInst &load) const {
    const BlockClass &block = result_.block_;
    if (!load.getType()->isIntegerTy(32))
      return 0;
    switch (blockFieldOffset(load)) {
    case offsetof(RaddleBlock, block_dim.x):
      return block.layout == BlockClass::Layout::kRows ? kLaneBits : 0;
    case offsetof(RaddleBlock, block_dim.y):
      return block.layout == BlockClass::Layout::kNarrow ? zeroBitsOfRow(block) : 0;
    case offsetof(RaddleBlock, block_dim.z):
      return block.layout == BlockClass::Layout::kPlanes ? zeroBitsOfPlane(block) : 0;
    default:
      return 0;
    }
  }

  // threadIdx.y of a warp's first row is a multiple of its rows.
  static unsigned zeroBitsOfRow(const BlockClass &block) {
    return static_cast<unsigned>(countr_zero(kRaddleWarpSize / unsigned{block.row}));
  }

  // And threadIdx.z of its first plane one of its planes.
  static unsigned zeroBitsOfPlane(const BlockClass &block) {
    return static_cast<unsigned>(countr_zero(block.planesOfWarp()));
  }

  // Each lane has its own.
  LaneShape localVariable(AllocaInst &variable) const {
    return LaneShape::affine(static_cast<std::int64_t>(distanceOfLanes(variable)), 0, false, false);
  }

  LaneShape address(GEPOperator &address) const {
    LaneShape shape = of(address.getPointerOperand());
    for (gep_type_iterator i = gep_type_begin(address), end = gep_type_end(address); i != end; ++i) {
      if (i.isStruct())
        continue;
      LaneShape index = of(i.getOperand());
      // Narrower indices are extended, which InstCombine writes down where it matters.
      if (unsigned width = widthOf(i.getOperand(), layout_); width < 64)
        index = index.extended(width, 64, /*is_signed=*/true, false);
      const uint64_t size = layout_.getTypeAllocSize(i.getIndexedType());
      LaneShape offset =
          LaneShape::multiply(index, LaneShape::uniform(LaneShape::kAllBits, size), 64, false, false);
      shape = LaneShape::add(shape, offset, 64, false, false);
    }
    return shape;
  }

  LaneShape select(SelectInst &select) const {
    LaneShape condition = of(select.getCondition());
    if (!condition.isKnown())
      return {};
    LaneShape arms = LaneShape::meet(of(select.getTrueValue()), of(select.getFalseValue()));
    if (condition.isUniform() || !arms.isKnown())
      return arms;
    return uniformIfOperandsAre(select);
  }

  // Of the number that is the first on the upper side; `x > 63` and `x <= 63` are about 64.
  static unsigned trailingZerosOfBound(ICmpInst::Predicate predicate, const LaneShape &bound,
                                       unsigned width) {
    switch (predicate) {
    case ICmpInst::ICMP_ULT:
    case ICmpInst::ICMP_UGE:
    case ICmpInst::ICMP_SLT:
    case ICmpInst::ICMP_SGE:
      return bound.trailingZeros();
    case ICmpInst::ICMP_UGT:
    case ICmpInst::ICMP_ULE:
    case ICmpInst::ICMP_SGT:
    case ICmpInst::ICMP_SLE: {
      const bool is_known = bound.isConstant() && width <= 64;
      const APInt last = is_known ? APInt(width, bound.valueOf(0, width)) : APInt(width, 0);
      const bool is_greatest = ICmpInst::isSigned(predicate) ? last.isMaxSignedValue() : last.isMaxValue();
      return is_known && !is_greatest ? (last + 1).countr_zero() : 0;
    }
    default:
      return 0;
    }
  }

  LaneShape compare(ICmpInst &compare) const {
    LaneShape left = of(compare.getOperand(0)), right = of(compare.getOperand(1));
    if (!left.isKnown() || !right.isKnown())
      return {};
    const unsigned width = widthOf(compare.getOperand(0), layout_);
    if (left.isConstant() && right.isConstant() && width <= 64) {
      auto holds = [&](unsigned lane) {
        return ICmpInst::compare(APInt(width, left.valueOf(lane, width)),
                                 APInt(width, right.valueOf(lane, width)), compare.getPredicate());
      };
      bool same = true;
      for (unsigned lane = 1; lane < LaneShape::kLanes; ++lane)
        same &= holds(lane) == holds(0);
      return same ? LaneShape::uniform() : LaneShape::varying();
    }
    ICmpInst::Predicate predicate = compare.getPredicate();
    if (left.isUniform() && !right.isUniform()) {
      std::swap(left, right);
      predicate = ICmpInst::getSwappedPredicate(predicate);
    }
    // threadIdx.x < 64: lanes that differ only in their low bits lie on one side of an aligned bound.
    auto bits = left.varyingBits();
    if (right.isUniform() && bits && *bits < width && trailingZerosOfBound(predicate, right, width) >= *bits)
      return LaneShape::uniform();
    return LaneShape::ofEquals(left, right);
  }

  LaneShape extension(CastInst &cast) const {
    LaneShape shape = of(cast.getOperand(0));
    if (!cast.getType()->isIntegerTy())
      return uniformIfOperandsAre(cast);
    const unsigned from = widthOf(cast.getOperand(0), layout_), to = widthOf(&cast, layout_);
    // i1 and the like count as numbers only by accident.
    if (!shape.isUniform() && std::min(from, to) < 8)
      return uniformIfOperandsAre(cast);
    if (std::max(from, to) > 64)
      return uniformIfOperandsAre(cast);
    switch (cast.getOpcode()) {
    case Instruction::SExt:
      return shape.extended(from, to, /*is_signed=*/true, false);
    case Instruction::ZExt:
      return shape.extended(from, to, /*is_signed=*/false, cast.hasNonNeg());
    default:
      return shape.truncated(to);
    }
  }

  // Both operands are known in each lane.
  LaneShape folded(BinaryOperator &operation, const LaneShape &a, const LaneShape &b, unsigned width) const {
    std::array<uint64_t, LaneShape::kLanes> values;
    Type *type = operation.getType();
    for (unsigned lane = 0; lane < LaneShape::kLanes; ++lane) {
      auto *result = dyn_cast_or_null<ConstantInt>(
          ConstantFoldBinaryInstruction(operation.getOpcode(), ConstantInt::get(type, a.valueOf(lane, width)),
                                        ConstantInt::get(type, b.valueOf(lane, width))));
      if (!result)
        return LaneShape::ofEquals(a, b);
      values[lane] = result->getZExtValue();
    }
    return LaneShape::constants(values, width);
  }

  LaneShape arithmetic(BinaryOperator &operation) const {
    LaneShape a = of(operation.getOperand(0)), b = of(operation.getOperand(1));
    if (!a.isKnown() || !b.isKnown())
      return {};
    const unsigned width = operation.getType()->getScalarSizeInBits();
    if (width > 64 || width < 8)
      return LaneShape::ofEquals(a, b);
    if (a.isConstant() && b.isConstant() && !(a.isUniform() && b.isUniform()))
      return folded(operation, a, b, width);
    auto *wraps = dyn_cast<OverflowingBinaryOperator>(&operation);
    const bool nsw = wraps && wraps->hasNoSignedWrap(), nuw = wraps && wraps->hasNoUnsignedWrap();
    const bool by_constant = b.isConstant() && b.isUniform() && b.low() < width;
    switch (operation.getOpcode()) {
    case Instruction::Add:
      return LaneShape::add(a, b, width, nsw, nuw);
    case Instruction::Sub:
      return LaneShape::subtract(a, b, width, nsw, nuw);
    case Instruction::Mul:
      return LaneShape::multiply(a, b, width, nsw, nuw);
    case Instruction::Shl:
      if (!by_constant)
        break;
      return LaneShape::multiply(a, LaneShape::uniform(LaneShape::kAllBits, uint64_t(1) << b.low()), width,
                                 nsw && b.low() + 1 < width, nuw);
    case Instruction::LShr:
    case Instruction::AShr:
      if (!by_constant)
        break;
      return a.shiftedRight(static_cast<unsigned>(b.low()), width,
                            operation.getOpcode() == Instruction::AShr);
    case Instruction::And:
      return LaneShape::bitwise(LaneShape::Bitwise::kAnd, a, b, width);
    case Instruction::Or: {
      LaneShape shape = LaneShape::bitwise(LaneShape::Bitwise::kOr, a, b, width);
      if (!shape.isScalar() && cast<PossiblyDisjointInst>(operation).isDisjoint())
        return LaneShape::add(a, b, width, true, true);
      return shape;
    }
    case Instruction::Xor:
      return LaneShape::bitwise(LaneShape::Bitwise::kXor, a, b, width);
    default:
      break;
    }
    return LaneShape::ofEquals(a, b);
  }

  LaneShape call(CallInst &call) const {
    if (std::int64_t offset = threadFieldOffset(call); offset >= 0)
      return threadField(offset);
    const Function *callee = call.getCalledFunction();
    if (!callee)
      return LaneShape::varying();
    if (callee->isIntrinsic())
      return callee->doesNotAccessMemory() ? uniformIfOperandsAre(call) : uniformOrVarying(call);
    if (!callee->isDeclaration()) {
      auto shapes = calls_ ? calls_->find(callee) : ShapesOfCalls::const_iterator();
      return calls_ && shapes != calls_->end() ? shapes->second.result : LaneShape::varying();
    }
    if (callee->getName() == marker::kWholeWarp)
      return LaneShape::uniform();
    const nvvm::RuntimeFunction *function = nvvm::findRuntimeFunction(callee->getName());
    if (!function)
      return callee->doesNotAccessMemory() ? uniformOrVarying(call) : LaneShape::varying();
    switch (function->result) {
    case nvvm::RuntimeFunction::Result::Uniform:
      return LaneShape::uniform();
    case nvvm::RuntimeFunction::Result::OfOperands:
      return uniformOrVarying(call);
    case nvvm::RuntimeFunction::Result::OfMask:
      return uniformWhereAll({call.getArgOperand(1)});
    case nvvm::RuntimeFunction::Result::OfSource: {
      auto *clamp = dyn_cast<ConstantInt>(call.getArgOperand(4));
      const bool is_whole_warp = clamp && clamp->getZExtValue() >> 8 == 0;
      return is_whole_warp ? uniformWhereAll({call.getArgOperand(1), call.getArgOperand(3)})
                           : LaneShape::varying();
    }
    case nvvm::RuntimeFunction::Result::None:
    case nvvm::RuntimeFunction::Result::Varying:
      break;
    }
    return LaneShape::varying();
  }

  LaneShape uniformWhereAll(std::initializer_list<const Value *> operands) const {
    LaneShape result = LaneShape::uniform();
    for (const Value *operand : operands) {
      const LaneShape shape = of(operand);
      if (!shape.isKnown())
        return {};
      if (!shape.isUniform())
        result = LaneShape::varying();
    }
    return result;
  }

  Function &function_;
  const ShapesOfCalls *calls_;
  LaneShapes &result_;
  const DataLayout &layout_;
  DivergentJoins::Blocks joins_;
};

LaneShapes::LaneShapes(Function &function, const BlockClass &block, const ShapesOfCalls *calls)
    : block_(block) {
  if (calls)
    if (auto shapes = calls->find(&function); shapes != calls->end())
      parameters_ = shapes->second.parameters;
  LaneShapeSolver(function, calls, *this).solve();
}

LaneShape LaneShapes::of(const Value *value) const {
  if (isa<Instruction>(value)) {
    auto found = shapes_.find(value);
    return found == shapes_.end() ? LaneShape{} : found->second;
  }
  if (auto *parameter = dyn_cast<Argument>(value); parameter && !parameters_.empty())
    return parameters_[parameter->getArgNo()];
  if (auto *number = dyn_cast<ConstantInt>(value); number && number->getBitWidth() <= 64)
    return LaneShape::uniform(LaneShape::kAllBits, number->getZExtValue());
  return LaneShape::uniform();
}

std::uint64_t distanceOfLanes(const AllocaInst &variable) {
  if (const MDNode *width = variable.getMetadata(marker::kRowWidth))
    return mdconst::extract<ConstantInt>(width->getOperand(0))->getZExtValue();
  auto size = variable.getAllocationSize(variable.getDataLayout());
  const std::uint64_t bytes = alignTo(size ? size->getFixedValue() : 0, variable.getAlign());
  // Elements of one number would lie in a few sets of the first cache, or in one: what lies 4 KiB apart does.
  constexpr std::uint64_t kLineBytes = 64, kCrowdedBytes = 8 * kLineBytes;
  const bool is_crowded = bytes > 0 && bytes % kCrowdedBytes == 0;
  return is_crowded ? bytes + std::max(kLineBytes, variable.getAlign().value()) : bytes;
}

void setRowWidth(AllocaInst &array, std::uint64_t bytes_of_element) {
  LLVMContext &context = array.getContext();
  auto *width = ConstantInt::get(Type::getInt64Ty(context), bytes_of_element);
  array.setMetadata(marker::kRowWidth, MDNode::get(context, ConstantAsMetadata::get(width)));
}

bool isInterleaved(const AllocaInst &array) { return array.hasMetadata(marker::kRowWidth); }

std::int64_t threadFieldOffset(const CallInst &call) {
  const Function *callee = call.getCalledFunction();
  StringRef name = callee ? callee->getName() : "";
  std::int64_t offset = 0;
  return name.consume_front(marker::kThreadField) && !name.getAsInteger(10, offset) ? offset : -1;
}

std::int64_t blockFieldOffset(const LoadInst &load) {
  APInt offset(64, 0);
  auto *block = dyn_cast<CallInst>(
      load.getPointerOperand()->stripAndAccumulateConstantOffsets(load.getDataLayout(), offset, true));
  const bool is_block = block && threadFieldOffset(*block) == offsetof(RaddleThread, block);
  return is_block ? offset.getSExtValue() : -1;
}

} // namespace raddle::analysis
