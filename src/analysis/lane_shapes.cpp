#include "analysis/lane_shapes.h"

#include "abi/kernel_abi.h"
#include "analysis/divergent_joins.h"
#include "analysis/operation_shapes.h"
#include "base/cache_line.h"
#include "nvvm/markers.h"
#include "nvvm/runtime_functions.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <bit>
#include <cstddef>

using namespace llvm;

namespace raddle::analysis {

namespace {

using Layout = BlockClass::Layout;

// In blocks whose rows hold whole warps, threadIdx.x of a warp's first lane is a multiple of the warp's size.
constexpr unsigned kLaneBits = std::countr_zero(unsigned{kRaddleWarpSize});

// threadIdx.y of a warp's first row is a multiple of the warp's rows.
unsigned zeroBitsOfRow(const BlockClass &block) {
  return static_cast<unsigned>(std::countr_zero(kRaddleWarpSize / unsigned{block.row}));
}

// threadIdx.z of a warp's first plane is a multiple of the warp's planes.
unsigned zeroBitsOfPlane(const BlockClass &block) {
  return static_cast<unsigned>(std::countr_zero(block.planesOfWarp()));
}

// A number that is the same for all lanes and has so many zeros at its end, plus a constant of each lane.
LaneShape alignedPlus(unsigned zero_bits, function_ref<std::uint64_t(unsigned lane)> value) {
  return LaneShape::add(LaneShape::uniform(zero_bits), LaneShape::constantsOf(32, value), 32, true, true);
}

// The shape of the field of RaddleThread at a byte offset, in blocks of this class.
LaneShape shapeOfThreadField(const BlockClass &block, std::int64_t offset) {
  const bool is_row = block.layout == Layout::kRows || block.layout == Layout::kLine;
  const bool has_planes = block.layout == Layout::kPlanes;
  switch (offset) {
  case offsetof(RaddleThread, thread_idx.x):
    if (block.layout == Layout::kNarrow || has_planes)
      return LaneShape::constantsOf(32, [&](unsigned lane) { return lane % block.row; });
    return is_row ? LaneShape::affine(1, kLaneBits, true, true) : LaneShape::varying();
  case offsetof(RaddleThread, thread_idx.y):
    if (block.layout == Layout::kNarrow)
      return alignedPlus(zeroBitsOfRow(block), [&](unsigned lane) { return lane / block.row; });
    if (has_planes)
      return LaneShape::constantsOf(32, [&](unsigned lane) { return lane / block.row % block.rows; });
    return is_row ? LaneShape::uniform() : LaneShape::varying();
  case offsetof(RaddleThread, thread_idx.z):
    if (has_planes)
      return alignedPlus(zeroBitsOfPlane(block),
                         [&](unsigned lane) { return lane / block.row / block.rows; });
    return block.layout == Layout::kAny ? LaneShape::varying() : LaneShape::uniform();
  case offsetof(RaddleThread, lane):
    return LaneShape::affine(1, LaneShape::kAllBits, true, true);
  default:
    return LaneShape::uniform();
  }
}

// How many low bits of what `load` reads are known to be zero, because it reads an extent of the block and blocks of this
// class have whole warps there; 0 for all other loads.
unsigned zeroBitsOfBlockField(const BlockClass &block, const LoadInst &load) {
  if (!load.getType()->isIntegerTy(32))
    return 0;
  switch (blockFieldOffset(load)) {
  case offsetof(RaddleBlock, block_dim.x):
    return block.layout == Layout::kRows ? kLaneBits : 0;
  case offsetof(RaddleBlock, block_dim.y):
    return block.layout == Layout::kNarrow ? zeroBitsOfRow(block) : 0;
  case offsetof(RaddleBlock, block_dim.z):
    return block.layout == Layout::kPlanes ? zeroBitsOfPlane(block) : 0;
  default:
    return 0;
  }
}

bool mayBeUndefined(const PHINode &phi) {
  return any_of(phi.incoming_values(), [](const Use &use) { return isa<UndefValue>(use); });
}

// Lanes that read from the same lane get the same, as the rows of ldmatrix: within runs too, since a shuffle is computed
// for all lanes, whether they are active or not.
LaneShape readFrom(const LaneShape &mask, const LaneShape &source) {
  if (!mask.isKnown() || !source.isKnown())
    return {};
  return mask.isUniform() ? LaneShape::ofEquals(LaneShape::uniform(), source) : LaneShape::varying();
}

} // namespace

// Lowers the shapes from "unknown" until nothing changes.
class LaneShapeSolver {
public:
  LaneShapeSolver(Function &function, const ShapesOfCalls *calls, LaneShapes &result)
      : function_(function), calls_(calls), result_(result), layout_(function.getParent()->getDataLayout()) {}

  void solve() {
    const DivergentJoins divergent_joins(function_);
    result_.shapes_.reserve(function_.getInstructionCount());
    const BlockOrder order(&function_);
    do
      lowerShapes(order, divergent_joins);
    while (beginUndefinedCycles(order));
  }

private:
  using BlockOrder = ReversePostOrderTraversal<Function *>;

  void lowerShapes(const BlockOrder &order, const DivergentJoins &divergent_joins) {
    for (bool changed = true; changed;) {
      changed = false;
      for (BasicBlock *block : order) {
        for (Instruction &instruction : *block)
          changed |= update(instruction);
        changed |= updateTerminator(*block, divergent_joins);
      }
    }
  }

  // A value that enters a loop undefined and is then made of itself stays unknown: the padding of a structure, of which a
  // loop sets the other bytes of a word. It may begin as anything, so as the same in all lanes.
  bool beginUndefinedCycles(const BlockOrder &order) {
    bool changed = false;
    for (BasicBlock *block : order)
      for (PHINode &phi : block->phis()) {
        LaneShape &shape = result_.shapes_[&phi];
        if (shape.isKnown() || !mayBeUndefined(phi))
          continue;
        shape = LaneShape::uniform();
        changed = true;
      }
    return changed;
  }

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

  unsigned widthOf(const Value &value) const {
    return static_cast<unsigned>(layout_.getTypeSizeInBits(value.getType()).getFixedValue());
  }

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
      return shapeOfComparison(cast<ICmpInst>(instruction), of(instruction.getOperand(0)),
                               of(instruction.getOperand(1)));
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
      const bool keeps_all_bits = widthOf(instruction) == LaneShape::kAllBits &&
                                  widthOf(*instruction.getOperand(0)) == LaneShape::kAllBits;
      return keeps_all_bits ? shape : uniformIfOperandsAre(instruction);
    }
    case Instruction::SExt:
    case Instruction::ZExt:
    case Instruction::Trunc:
      return shapeOfResized(cast<CastInst>(instruction), of(instruction.getOperand(0)));
    default:
      if (auto *operation = dyn_cast<BinaryOperator>(&instruction);
          operation && operation->getType()->isIntegerTy())
        return shapeOfArithmetic(*operation, of(operation->getOperand(0)), of(operation->getOperand(1)));
      return uniformIfOperandsAre(instruction);
    }
  }

  // The operation has no effect, and gives equal results for equal operands.
  LaneShape uniformIfOperandsAre(const User &user) const {
    LaneShape shape = LaneShape::uniform();
    for (const Use &operand : user.operands()) {
      shape = LaneShape::ofEquals(shape, of(operand));
      if (!shape.isKnown())
        return {};
    }
    return shape;
  }

  // The operation has an effect, or its result depends on which lanes are active: runs of equal lanes say nothing then.
  LaneShape uniformOrVarying(const User &user) const {
    LaneShape shape = uniformIfOperandsAre(user);
    return shape.isVarying() ? LaneShape::varying() : shape;
  }

  LaneShape phi(PHINode &phi) const {
    LaneShape shape;
    // Lanes that bring no value may have any, also that of the formula.
    const bool same_value = phi.hasConstantOrUndefValue();
    const bool has_value =
        !all_of(phi.incoming_values(), [](const Use &use) { return isa<UndefValue>(use); });
    for (Value *incoming : phi.incoming_values())
      if (!isa<UndefValue>(incoming) || !has_value)
        shape = LaneShape::meet(shape, of(incoming));
    if (!shape.isKnown())
      return shape;
    // After a loop, each lane has the value of the iteration in which it left.
    if (result_.isLeftAtDifferentTimes(phi.getParent()))
      return LaneShape::varying();
    // A diverged join mixes what came from both sides. Lanes that do not come there keep what they have, so no lane can count from
    // the first of its run.
    if (joins_.contains(phi.getParent()) &&
        (shape.isVarying() || (DivergentJoins::mixes(phi, joins_) && !same_value)))
      return LaneShape::varying();
    return shape;
  }

  LaneShape load(LoadInst &load) const {
    LaneShape pointer = of(load.getPointerOperand());
    if (!pointer.isKnown())
      return {};
    // What lanes read is never "equal in runs": an inactive lane reads nothing, so that no lane can count from it.
    return pointer.isUniform() ? LaneShape::uniform(zeroBitsOfBlockField(result_.block_, load))
                               : LaneShape::varying();
  }

  // Each lane has a copy of its own.
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
      if (unsigned width = widthOf(*i.getOperand()); width < LaneShape::kAllBits)
        index = index.extended(width, LaneShape::kAllBits, /*is_signed=*/true, false);
      const std::uint64_t size = layout_.getTypeAllocSize(i.getIndexedType());
      LaneShape offset = LaneShape::multiply(index, LaneShape::uniform(LaneShape::kAllBits, size),
                                             LaneShape::kAllBits, false, false);
      shape = LaneShape::add(shape, offset, LaneShape::kAllBits, false, false);
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

  LaneShape call(CallInst &call) const {
    if (std::int64_t offset = threadFieldOffset(call); offset >= 0)
      return shapeOfThreadField(result_.block_, offset);
    const Function *callee = call.getCalledFunction();
    if (!callee)
      return LaneShape::varying();
    if (callee->isIntrinsic())
      return callee->doesNotAccessMemory() ? uniformIfOperandsAre(call) : uniformOrVarying(call);
    if (!callee->isDeclaration()) {
      auto shapes = calls_ ? calls_->find(callee) : ShapesOfCalls::const_iterator();
      return calls_ && shapes != calls_->end() ? shapes->second.result : LaneShape::varying();
    }
    if (callee->getName() == marker::kFullWarp)
      return LaneShape::uniform();
    if (callee->getName() == marker::kMatrixRow)
      return rowOfMatrix(call);
    if (callee->getName().starts_with(marker::kMatrixOperation))
      return LaneShape::varying();
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
      const bool is_full_warp = clamp && clamp->getZExtValue() >> 8 == 0;
      return is_full_warp ? readFrom(of(call.getArgOperand(1)), of(call.getArgOperand(3)))
                          : LaneShape::varying();
    }
    case nvvm::RuntimeFunction::Result::None:
    case nvvm::RuntimeFunction::Result::Varying:
      break;
    }
    return LaneShape::varying();
  }

  // All lanes are there, and what they have are places in shared memory, which never wrap around.
  LaneShape rowOfMatrix(const CallInst &call) const {
    auto *matrix = dyn_cast<ConstantInt>(call.getArgOperand(1));
    const LaneShape source = of(call.getArgOperand(0));
    return matrix ? source.rowOfMatrix(static_cast<unsigned>(matrix->getZExtValue()))
                  : uniformOrVarying(call);
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
  DivergentJoins::Joins joins_;
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
  // The lanes' elements of one number would lie in eight sets of the first-level cache, or in fewer.
  constexpr std::uint64_t kCrowdedBytes = kCacheSetPeriodBytes / 8;
  const bool is_crowded = bytes > 0 && bytes % kCrowdedBytes == 0;
  return is_crowded ? bytes + std::max(kCacheLineBytes, variable.getAlign().value()) : bytes;
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
