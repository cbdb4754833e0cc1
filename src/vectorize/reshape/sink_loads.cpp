#include "vectorize/reshape/sink_loads.h"

#include "analysis/lane_shapes.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Where two sides meet that do nothing else but come from one branch.
struct Sides {
  BasicBlock *one, *other, *join;
};

std::optional<Sides> sidesBefore(BasicBlock &join, const LoopInfo &loops) {
  if (!join.hasNPredecessors(2) || loops.isLoopHeader(&join))
    return std::nullopt;
  auto predecessor = pred_begin(&join);
  BasicBlock *one = *predecessor, *other = *++predecessor;
  const Loop *loop = loops.getLoopFor(&join);
  if (one == other || !one->getSingleSuccessor() || !other->getSingleSuccessor() ||
      loops.getLoopFor(one) != loop || loops.getLoopFor(other) != loop)
    return std::nullopt;
  return Sides{one, other, &join};
}

class LoadSinker {
public:
  LoadSinker(const Sides &sides, const analysis::LaneShapes &shapes, const DominatorTree &dominators)
      : sides_(sides), shapes_(shapes), dominators_(dominators) {}

  bool sink() {
    LoadInst *one = lastLoad(*sides_.one), *other = lastLoad(*sides_.other);
    if (!one || !other || one->getType() != other->getType() ||
        one->getPointerAddressSpace() != other->getPointerAddressSpace())
      return false;
    IRBuilder<> builder(&sides_.join->front());
    PHINode *is_one = phi(builder, builder.getTrue(), builder.getFalse());
    SmallVector<PHINode *, 4> merged;
    for (PHINode &each : sides_.join->phis())
      if (is_contained({one, other}, each.getIncomingValueForBlock(sides_.one)) ||
          is_contained({one, other}, each.getIncomingValueForBlock(sides_.other)))
        merged.push_back(&each);
    builder.SetInsertPoint(sides_.join, sides_.join->getFirstInsertionPt());
    builder.SetCurrentDebugLocation(DILocation::getMergedLocation(one->getDebugLoc(), other->getDebugLoc()));
    Value *address = either(builder, one->getPointerOperand(), other->getPointerOperand());
    LoadInst *load =
        builder.CreateAlignedLoad(one->getType(), address, std::min(one->getAlign(), other->getAlign()));
    load->setAAMetadata(one->getAAMetadata().merge(other->getAAMetadata()));
    for (PHINode *each : merged) {
      Value *of_one = each->getIncomingValueForBlock(sides_.one),
            *of_other = each->getIncomingValueForBlock(sides_.other);
      Value *result = load;
      if (of_one != one)
        result = builder.CreateSelect(is_one, fromOneSide(*each, of_one, sides_.one), load);
      else if (of_other != other)
        result = builder.CreateSelect(is_one, load, fromOneSide(*each, of_other, sides_.other));
      result->takeName(each);
      each->replaceAllUsesWith(result);
      each->eraseFromParent();
    }
    one->eraseFromParent();
    other->eraseFromParent();
    return true;
  }

private:
  // The last load of a side, if it may as well come later, and gathers.
  LoadInst *lastLoad(BasicBlock &side) const {
    for (Instruction &instruction : reverse(side)) {
      if (auto *load = dyn_cast<LoadInst>(&instruction)) {
        const bool only_leaves = all_of(load->users(), [&](const User *user) {
          return isa<PHINode>(user) && cast<PHINode>(user)->getParent() == sides_.join;
        });
        return load->isSimple() && only_leaves && shapes_.of(load->getPointerOperand()).isVarying() ? load
                                                                                                    : nullptr;
      }
      if (instruction.mayHaveSideEffects())
        return nullptr;
    }
    return nullptr;
  }

  // The value of the side that a lane comes from. Addresses that have one base keep it, and 32-bit indices stay that: gathers
  // are then twice as fast.
  Value *either(IRBuilder<> &builder, Value *of_one, Value *of_other) const {
    if (of_one == of_other)
      return of_one;
    auto *one = dyn_cast<Instruction>(of_one), *other = dyn_cast<Instruction>(of_other);
    const bool is_merged =
        one && other && isa<GetElementPtrInst, SExtInst, ZExtInst>(one) && one->isSameOperationAs(other) &&
        all_of(zip_equal(one->operands(), other->operands()), [](const auto &operands) {
          const Value *a = std::get<0>(operands), *b = std::get<1>(operands);
          return a == b || !(isa<Constant>(a) || isa<Constant>(b)); // as the number of a structure's field is
        });
    if (!is_merged) {
      IRBuilder<> at_front(&sides_.join->front());
      return phi(at_front, of_one, of_other);
    }
    SmallVector<Value *, 4> operands;
    for (auto [a, b] : zip_equal(one->operands(), other->operands()))
      operands.push_back(either(builder, a, b));
    Instruction *merged = one->clone();
    merged->andIRFlags(other);
    for (auto [number, operand] : enumerate(operands))
      merged->setOperand(static_cast<unsigned>(number), operand);
    return builder.Insert(merged);
  }

  PHINode *phi(IRBuilder<> &builder, Value *of_one, Value *of_other) const {
    PHINode *phi = builder.CreatePHI(of_one->getType(), 2);
    phi->addIncoming(of_one, sides_.one);
    phi->addIncoming(of_other, sides_.other);
    return phi;
  }

  // What comes from one side, where it does not matter what comes from the other one.
  Value *fromOneSide(PHINode &place, Value *value, const BasicBlock *side) const {
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || dominators_.dominates(instruction, sides_.join))
      return value;
    IRBuilder<> builder(&place);
    Value *any = PoisonValue::get(value->getType());
    return side == sides_.one ? phi(builder, value, any) : phi(builder, any, value);
  }

  const Sides sides_;
  const analysis::LaneShapes &shapes_;
  const DominatorTree &dominators_;
};

} // namespace

bool sinkLoads(Function &kernel, const Input &input, Facts &facts) {
  const DominatorTree dominators(kernel);
  const LoopInfo loops(dominators);
  const analysis::LaneShapes &shapes = facts.shapes.of(kernel, input.block);
  bool changed = false;
  for (BasicBlock &join : kernel)
    if (const auto sides = sidesBefore(join, loops))
      changed |= LoadSinker(*sides, shapes, dominators).sink();
  return changed;
}

} // namespace raddle::vectorize
