// Lanes of vectors that nothing uses, as in a sum of a warp that one lane stores:
//
//   x = x + lanes 1, 2, ... of x                   x = lanes 0, 2, 4 ... of x + lanes 1, 3, 5 ... of x       16 elements
//   x = x + lanes 2, 3, ... of x                   x = elements 0, 2, 4 ... of x + elements 1, 3, 5 ...      8
//   x = x + lanes 4, 5, ... of x       becomes     ...
//   x = x + lanes 8, 9, ... of x
//   x = x + lanes 16, 17, ... of x                 x = element 0 of x + element 1 of x                       a scalar
//   store lane 0 of x                              store x
//
// A value has the elements that its users need, in the order of their lanes. Each is computed as before, so that all bits stay.

#include "vectorize/function_passes.h"
#include "vectorize/passes.h"
#include "vectorize/tune/shuffles/used_lanes.h"
#include "vectorize/widen/plan/vector_registers.h"

#include <llvm/ADT/EquivalenceClasses.h>
#include <llvm/Transforms/Utils/Local.h>

#include <numeric>

using namespace llvm;

namespace raddle::vectorize {

namespace {

class LaneNarrower {
public:
  LaneNarrower(Function &function, const VectorRegisters &registers)
      : function_(function), registers_(registers), layout_(function.getDataLayout()), used_(function) {}

  void narrow() {
    chooseNarrowed();
    for (Instruction *instruction : narrowed_)
      if (auto *phi = dyn_cast<PHINode>(instruction))
        narrow_[phi] = PHINode::Create(narrowType(*phi), phi->getNumIncomingValues(), phi->getName(),
                                       phi->getIterator());
    for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&function_))
      for (Instruction &instruction : make_early_inc_range(*block))
        rewrite(instruction);
    for (Instruction *instruction : narrowed_)
      if (auto *phi = dyn_cast<PHINode>(instruction))
        addIncoming(*phi);
    for (Instruction *instruction : narrowed_)
      instruction->replaceAllUsesWith(PoisonValue::get(instruction->getType()));
    for (Instruction *instruction : narrowed_)
      instruction->eraseFromParent();
  }

private:
  // Values that depend on each other are narrowed where that saves more than it costs to take their elements out of others.
  void chooseNarrowed() {
    EquivalenceClasses<Instruction *> together;
    DenseMap<Instruction *, int> saved;
    for (Instruction &instruction : instructions(function_))
      if (used_.mayBeNarrowed(instruction))
        together.insert(&instruction);
    for (auto &member : together)
      for (Value *operand : member.getData()->operands())
        if (auto *instruction = dyn_cast<Instruction>(operand);
            instruction && used_.mayBeNarrowed(*instruction))
          together.unionSets(member.getData(), instruction);
    for (auto &member : together)
      saved[together.getLeaderValue(member.getData())] += savedBy(*member.getData());
    for (Instruction &instruction : instructions(function_))
      if (used_.mayBeNarrowed(instruction) && saved[together.getLeaderValue(&instruction)] > 0)
        narrowed_.insert(&instruction);
  }

  unsigned registersOf(const Value &value, unsigned lanes) const {
    const unsigned bits = layout_.getTypeSizeInBits(value.getType()->getScalarType()).getFixedValue();
    return std::max<unsigned>(1, unsigned(divideCeil(bits * lanes, registers_.bits)));
  }

  // In operations on registers.
  int savedBy(Instruction &instruction) const {
    constexpr int kPermutation = 2;
    // A mask's elements are not where permutations find them.
    constexpr int kElementOfMask = 3;
    const unsigned lanes = used_.count(instruction);
    const int weight = asShuffle(instruction) ? kPermutation : isa<PHINode>(instruction) ? 0 : 1;
    int saved =
        weight * (int(registersOf(instruction, kRaddleWarpSize)) - int(registersOf(instruction, lanes)));
    for (Value *operand : instruction.operands()) {
      auto *source = dyn_cast<Instruction>(operand);
      if (!isOfLanes(operand->getType()) || isa<Constant>(operand) || getSplatValue(operand) ||
          (source && used_.mayBeNarrowed(*source)))
        continue;
      const bool is_mask = operand->getType()->isIntOrIntVectorTy(1);
      saved -= is_mask ? kElementOfMask * int(lanes) : lanes == 1 ? 1 : int(registersOf(*operand, lanes));
    }
    return saved;
  }

  Type *narrowType(Instruction &instruction) const {
    const unsigned lanes = used_.count(instruction);
    Type *element = instruction.getType()->getScalarType();
    return lanes == 1 ? element : FixedVectorType::get(element, lanes);
  }

  // The elements of these lanes, in this order.
  Value *elementsOf(IRBuilder<> &builder, Value &value, ArrayRef<unsigned> lanes) {
    Value *source = &value;
    auto *instruction = dyn_cast<Instruction>(&value);
    SmallVector<int, kRaddleWarpSize> places(lanes.begin(), lanes.end());
    if (Value *each = getSplatValue(&value))
      return lanes.size() == 1 ? each : builder.CreateVectorSplat(unsigned(lanes.size()), each);
    if (instruction && narrowed_.contains(instruction)) {
      source = narrow_.lookup(instruction);
      const auto own = used_.list(*instruction);
      for (int &place : places)
        place = int(std::distance(own.begin(), find(own, unsigned(place))));
      if (own.size() == 1)
        return lanes.size() == 1 ? source : builder.CreateVectorSplat(unsigned(lanes.size()), source);
      if (ArrayRef(own) == lanes)
        return source;
    }
    return lanes.size() == 1 ? builder.CreateExtractElement(source, std::uint64_t(places[0]))
                             : builder.CreateShuffleVector(source, places);
  }

  // What a shuffle yields in these lanes. Lanes that come from nowhere may have anything.
  Value *shuffled(IRBuilder<> &builder, ShuffleVectorInst &shuffle, ArrayRef<unsigned> lanes) {
    const auto [first, second] = sourcesOf(shuffle, used_.of(shuffle));
    SmallVector<unsigned, kRaddleWarpSize> from;
    const int fallback = std::countr_zero(first ? first : second);
    for (unsigned lane : lanes) {
      const int place = shuffle.getMaskValue(lane);
      from.push_back(place < 0 ? unsigned(fallback) : unsigned(place) % kRaddleWarpSize);
    }
    return elementsOf(builder, *shuffle.getOperand(first ? 0 : 1), from);
  }

  // Once for each block before it, from which there may be several ways.
  void addIncoming(PHINode &phi) {
    SmallDenseMap<BasicBlock *, Value *, 4> elements;
    for (BasicBlock *before : phi.blocks()) {
      Value *&own = elements[before];
      if (!own) {
        IRBuilder<> builder(before->getTerminator());
        own = elementsOf(builder, *phi.getIncomingValueForBlock(before), used_.list(phi));
      }
      cast<PHINode>(narrow_[&phi])->addIncoming(own, before);
    }
  }

  void rewrite(Instruction &instruction) {
    IRBuilder<> builder(&instruction);
    if (narrowed_.contains(&instruction)) {
      if (!isa<PHINode>(instruction))
        narrow_[&instruction] = narrowed(builder, instruction);
      return;
    }
    auto isNarrowed = [&](const Value *value) {
      return narrowed_.contains(const_cast<Instruction *>(dyn_cast<Instruction>(value)));
    };
    if (none_of(instruction.operand_values(), isNarrowed))
      return;
    Value *replacement = nullptr;
    if (const auto lane = takenLane(instruction)) {
      replacement = elementsOf(builder, *instruction.getOperand(0), *lane);
    } else if (ShuffleVectorInst *shuffle = asShuffle(instruction); shuffle && used_.of(*shuffle) != 0) {
      SmallVector<unsigned, kRaddleWarpSize> all(kRaddleWarpSize);
      std::iota(all.begin(), all.end(), 0);
      replacement = shuffled(builder, *shuffle, all);
    }
    if (!replacement)
      return; // nothing uses it
    instruction.replaceAllUsesWith(replacement);
    instruction.eraseFromParent();
  }

  Value *narrowed(IRBuilder<> &builder, Instruction &instruction) {
    const auto lanes = used_.list(instruction);
    if (ShuffleVectorInst *shuffle = asShuffle(instruction))
      return shuffled(builder, *shuffle, lanes);
    SmallVector<Value *, 4> operands;
    for (Value *operand : instruction.operands())
      operands.push_back(isOfLanes(operand->getType()) ? elementsOf(builder, *operand, lanes) : operand);
    Type *type = narrowType(instruction);
    Value *result;
    if (auto *call = dyn_cast<IntrinsicInst>(&instruction)) {
      operands.pop_back(); // the function
      return builder.CreateIntrinsic(type, call->getIntrinsicID(), operands,
                                     isa<FPMathOperator>(call) ? call : nullptr);
    }
    if (auto *conversion = dyn_cast<CastInst>(&instruction))
      result = builder.CreateCast(conversion->getOpcode(), operands[0], type);
    else if (auto *comparison = dyn_cast<CmpInst>(&instruction))
      result = builder.CreateCmp(comparison->getPredicate(), operands[0], operands[1]);
    else if (isa<SelectInst>(instruction))
      result = builder.CreateSelect(operands[0], operands[1], operands[2]);
    else if (isa<FreezeInst>(instruction))
      result = builder.CreateFreeze(operands[0]);
    else if (auto *unary = dyn_cast<UnaryOperator>(&instruction))
      result = builder.CreateUnOp(unary->getOpcode(), operands[0]);
    else
      result = builder.CreateBinOp(cast<BinaryOperator>(instruction).getOpcode(), operands[0], operands[1]);
    if (auto *made = dyn_cast<Instruction>(result)) // else all operands are constants
      made->copyIRFlags(&instruction);
    return result;
  }

  Function &function_;
  const VectorRegisters &registers_;
  const DataLayout &layout_;
  const UsedLanes used_;
  SetVector<Instruction *> narrowed_;
  DenseMap<const Instruction *, Value *> narrow_;
};

} // namespace

bool narrowToUsedLanes(Function &kernel, TargetMachine &machine) {
  if (none_of(instructions(kernel), [](const Instruction &each) { return takenLane(each).has_value(); }))
    return false;
  // Widen leaves what comes from several ways in variables.
  promoteVariables(kernel);
  removeUnreachableBlocks(kernel);
  const VectorRegisters registers = VectorRegisters::of(machine);
  LaneNarrower(kernel, registers).narrow();
  return true;
}

} // namespace raddle::vectorize
