#include "vectorize/tune/tiles/tile_copies.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

using namespace llvm;

namespace raddle::vectorize {

TileCopies::TileCopies(const TileLoop &loop, LoopInfo &loops, DominatorTree &dominators)
    : loop_(loop), loops_(loops), dominators_(dominators),
      builder_(loop.tiles().getLoopPreheader()->getTerminator()),
      layout_(builder_.GetInsertBlock()->getModule()->getDataLayout()) {}

bool TileCopies::find() {
  for (const TileLoop::Access &writer : loop_.writers()) {
    auto *store = dyn_cast<StoreInst>(writer.instruction);
    Loop *home = store ? loops_.getLoopFor(store->getParent()) : nullptr;
    if (!home || home == &loop_.tiles() || (copying_ && home != copying_) ||
        !store->getValueOperand()->getType()->isVectorTy())
      return false;
    copying_ = home;
    std::optional<Copy> copy = copyBy(*store);
    if (!copy || !dominators_.dominates(store->getParent(), home->getLoopLatch()))
      return false;
    copies_.push_back(*copy);
  }
  // All are performed, so each comes before or behind another.
  sort(copies_, [&](const Copy &a, const Copy &b) {
    return a.store != b.store && dominators_.dominates(a.store, b.store);
  });
  return copying_->getParentLoop() == &loop_.tiles() && copying_->isLoopSimplifyForm() &&
         dominators_.dominates(copying_->getHeader(), loop_.warps().getLoopPreheader()) &&
         copying_->getExitingBlock() == copying_->getLoopLatch() && copying_->getExitBlock()->phis().empty();
}

std::uint64_t TileCopies::bytesOf(const Copy &copy) const {
  return layout_.getTypeStoreSize(copy.load->getType()).getFixedValue();
}

// *store = *load, or, where an index wraps, something else.
std::optional<TileCopies::Copy> TileCopies::copyBy(StoreInst &store) {
  Value *value = store.getValueOperand();
  CmpInst *condition = nullptr;
  Copy copy;
  copy.store = &store;
  if (auto *joined = dyn_cast<PHINode>(value); joined && joined->getNumIncomingValues() == 2) {
    for (unsigned i = 0; i < 2; ++i)
      if (auto *load = dyn_cast<LoadInst>(joined->getIncomingValue(i));
          load && load->getParent() == joined->getIncomingBlock(i)) {
        copy.otherwise = joined->getIncomingBlock(1 - i);
        BasicBlock *fork = load->getParent()->getSinglePredecessor();
        auto *branch = fork ? dyn_cast<BranchInst>(fork->getTerminator()) : nullptr;
        condition = branch && branch->isConditional() && branch->getSuccessor(0) == load->getParent()
                        ? dyn_cast<CmpInst>(branch->getCondition())
                        : nullptr;
        if (!condition || copy.otherwise == fork)
          return {};
        value = load;
        break;
      }
  }
  copy.load = dyn_cast<LoadInst>(value);
  if (!copy.load || !copy.load->isSimple() || !copying_->contains(copy.load) ||
      loops_.getLoopFor(copy.load->getParent()) != copying_ || !followAddress(copy, condition) ||
      copy.growth == nullptr)
    return {};
  return copy;
}

bool TileCopies::followAddress(Copy &copy, CmpInst *condition) {
  Value *place = copy.load->getPointerOperand();
  while (loop_.varies(place)) {
    auto *address = dyn_cast<GetElementPtrInst>(place);
    MapVector<Value *, APInt> indices;
    APInt constant(64, 0);
    if (!address || address->getType()->isVectorTy() ||
        !cast<GEPOperator>(address)->collectOffset(layout_, 64, indices, constant))
      return false;
    for (auto &[index, scale] : indices) {
      Value *growth = loop_.varies(index) ? growthOfIndex(*index, copy, condition) : builder_.getInt64(0);
      if (!growth)
        return false;
      growth = combine(Instruction::Mul, growth, builder_.getInt64(scale.getZExtValue()));
      copy.growth = copy.growth ? combine(Instruction::Add, copy.growth, growth) : growth;
    }
    place = address->getPointerOperand();
  }
  return !condition || !loop_.varies(condition);
}

// As a number of 64 bits. Takes the condition that it makes sure of.
Value *TileCopies::growthOfIndex(Value &index, Copy &copy, CmpInst *&condition) {
  auto *cast = dyn_cast<CastInst>(&index);
  if (!cast || !isa<SExtInst, ZExtInst>(cast))
    return index.getType()->isIntegerTy(64) ? growthOf(index) : nullptr;
  Value *narrow = cast->getOperand(0), *growth = growthOf(*narrow);
  const unsigned width = narrow->getType()->getScalarSizeInBits();
  if (!growth || width > 32 || !index.getType()->isIntegerTy(64))
    return nullptr;
  const bool is_signed = isa<SExtInst>(cast);
  std::int64_t bound = std::int64_t(1) << (is_signed ? width - 1 : width);
  if (condition && condition->getOperand(0) == narrow) {
    auto *constant = dyn_cast<ConstantInt>(condition->getOperand(1));
    if (!constant || condition->getPredicate() != (is_signed ? CmpInst::ICMP_SLT : CmpInst::ICMP_ULT))
      return nullptr;
    bound = is_signed ? constant->getSExtValue() : static_cast<std::int64_t>(constant->getZExtValue());
    condition = nullptr;
  }
  growth = extended(*growth, cast->getOpcode());
  auto *limit =
      find_if(limits_, [&](const Limit &known) { return known.growth == growth && known.bound == bound; });
  const auto number = static_cast<unsigned>(limit - limits_.begin());
  if (limit == limits_.end())
    limits_.push_back({growth, bound});
  copy.indices.push_back({narrow, number, cast->getOpcode()});
  return growth;
}

// By how much an integer grows from one tile to the next, modulo its width; null where that is not known.
Value *TileCopies::growthOf(Value &value) {
  if (!loop_.varies(&value))
    return Constant::getNullValue(value.getType());
  if (auto *phi = dyn_cast<PHINode>(&value))
    return stepOf(*phi);
  auto *operation = dyn_cast<BinaryOperator>(&value);
  if (!operation || !operation->getType()->isIntegerTy())
    return nullptr;
  Value *left = operation->getOperand(0), *right = operation->getOperand(1);
  Value *growth = growthOf(*left), *other = growthOf(*right);
  if (!growth || !other)
    return nullptr;
  switch (operation->getOpcode()) {
  case Instruction::Or:
    if (!cast<PossiblyDisjointInst>(operation)->isDisjoint())
      return nullptr;
    return combine(Instruction::Add, growth, other);
  case Instruction::Add:
  case Instruction::Sub:
    return combine(operation->getOpcode(), growth, other);
  case Instruction::Mul:
    if (loop_.tiles().isLoopInvariant(left))
      std::swap(left, right), std::swap(growth, other);
    [[fallthrough]];
  case Instruction::Shl:
    return loop_.tiles().isLoopInvariant(right) ? combine(operation->getOpcode(), growth, right) : nullptr;
  default:
    return nullptr;
  }
}

Value *TileCopies::stepOf(PHINode &phi) const {
  if (phi.getParent() != loop_.tiles().getHeader() || !phi.getType()->isIntegerTy())
    return nullptr;
  auto *next = dyn_cast<BinaryOperator>(phi.getIncomingValueForBlock(loop_.tiles().getLoopLatch()));
  if (next && next->getOpcode() == Instruction::Add)
    for (unsigned i = 0; i < 2; ++i)
      if (next->getOperand(i) == &phi && loop_.tiles().isLoopInvariant(next->getOperand(1 - i)))
        return next->getOperand(1 - i);
  return nullptr;
}

Value *TileCopies::combine(Instruction::BinaryOps operation, Value *left, Value *right) {
  Value *&result = made_[{operation, left, right}];
  return result ? result : result = builder_.CreateBinOp(operation, left, right);
}
Value *TileCopies::extended(Value &value, Instruction::CastOps extension) {
  Value *&result = made_[{extension, &value, nullptr}];
  return result ? result : result = builder_.CreateCast(extension, &value, builder_.getInt64Ty());
}

} // namespace raddle::vectorize
