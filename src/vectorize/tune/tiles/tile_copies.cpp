#include "vectorize/tune/tiles/tile_copies.h"

#include "analysis/induction_step.h"

using namespace llvm;

namespace raddle::vectorize {

TileCopies::TileCopies(const TileLoop &loop, LoopInfo &loops, DominatorTree &dominators)
    : loop_(loop), loops_(loops), dominators_(dominators), code_(loop.tiles()),
      layout_(loop.tiles().getHeader()->getDataLayout()) {}

bool TileCopies::find() {
  copying_ = loop_.copyLoop(loops_, dominators_);
  if (!copying_)
    return false;
  for (const TileAccess &writer : loop_.writers()) {
    auto *store = dyn_cast<StoreInst>(writer.instruction);
    if (!store || !store->getValueOperand()->getType()->isVectorTy() ||
        loops_.getLoopFor(store->getParent()) != copying_)
      return false;
    std::optional<Copy> copy = copyBy(*store);
    if (!copy || !dominators_.dominates(store->getParent(), copying_->getLoopLatch()))
      return false;
    copies_.push_back(*copy);
  }
  // All are performed, so each comes before or after another.
  sort(copies_, [&](const Copy &a, const Copy &b) {
    return a.store != b.store && dominators_.dominates(a.store, b.store);
  });
  return true;
}

std::uint64_t TileCopies::bytesOf(const Copy &copy) const {
  return layout_.getTypeStoreSize(copy.load->getType()).getFixedValue();
}

// The store stores what is loaded, or, where an index wraps, something else.
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
      copy.stride == nullptr)
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
      Value *step = loop_.varies(index) ? stepOfIndex(*index, copy, condition) : code_.getInt64(0);
      if (!step)
        return false;
      step = code_.combine(Instruction::Mul, step, code_.getInt64(scale.getZExtValue()));
      copy.stride = copy.stride ? code_.combine(Instruction::Add, copy.stride, step) : step;
    }
    place = address->getPointerOperand();
  }
  return !condition || !loop_.varies(condition);
}

// The step of an index, as a number of 64 bits. Where `condition` only makes sure that the index does not wrap, it is taken
// care of, and becomes null.
Value *TileCopies::stepOfIndex(Value &index, Copy &copy, CmpInst *&condition) {
  auto *cast = dyn_cast<CastInst>(&index);
  if (!cast || !isa<SExtInst, ZExtInst>(cast))
    return index.getType()->isIntegerTy(64) ? stepOf(index) : nullptr;
  Value *narrow = cast->getOperand(0), *step = stepOf(*narrow);
  const unsigned width = narrow->getType()->getScalarSizeInBits();
  if (!step || width > 32 || !index.getType()->isIntegerTy(64))
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
  step = code_.extend(cast->getOpcode(), step);
  auto *limit =
      find_if(limits_, [&](const Limit &known) { return known.step == step && known.bound == bound; });
  const auto number = static_cast<unsigned>(limit - limits_.begin());
  if (limit == limits_.end())
    limits_.push_back({step, bound});
  copy.indices.push_back({narrow, number, cast->getOpcode()});
  return step;
}

// What an integer adds up from one tile to the next, modulo its width; null where that is not known.
Value *TileCopies::stepOf(Value &value) {
  if (!loop_.varies(&value))
    return Constant::getNullValue(value.getType());
  if (auto *phi = dyn_cast<PHINode>(&value))
    return phi->getType()->isIntegerTy() ? analysis::inductionStep(*phi, loop_.tiles()) : nullptr;
  auto *operation = dyn_cast<BinaryOperator>(&value);
  if (!operation || !operation->getType()->isIntegerTy())
    return nullptr;
  Value *left = operation->getOperand(0), *right = operation->getOperand(1);
  Value *step = stepOf(*left), *other = stepOf(*right);
  if (!step || !other)
    return nullptr;
  switch (operation->getOpcode()) {
  case Instruction::Or:
    if (!cast<PossiblyDisjointInst>(operation)->isDisjoint())
      return nullptr;
    return code_.combine(Instruction::Add, step, other);
  case Instruction::Add:
  case Instruction::Sub:
    return code_.combine(operation->getOpcode(), step, other);
  case Instruction::Mul:
    if (loop_.tiles().isLoopInvariant(left))
      std::swap(left, right), std::swap(step, other);
    [[fallthrough]];
  case Instruction::Shl:
    return loop_.tiles().isLoopInvariant(right) ? code_.combine(operation->getOpcode(), step, right)
                                                : nullptr;
  default:
    return nullptr;
  }
}

} // namespace raddle::vectorize
