#include "vectorize/block/row_fission.h"

#include "vectorize/block/prepare_kernel.h"
#include "vectorize/block/warp_variance.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Rows that are no further apart are one to the processor.
constexpr std::int64_t kFarAway = 512;
// Each fission point makes one more loop.
constexpr std::size_t kMostPoints = 16;
// Two rows are read and written.
constexpr std::size_t kFewestAccesses = 4;

// An address as a sum: a pointer, multiples of values, and a number of bytes. Conversions to longer integers count for nothing,
// since only the order of accesses depends on this.
struct Address {
  const Value *base;
  SmallVector<std::pair<const Value *, std::int64_t>, 4> terms;
  std::int64_t offset = 0;
};

void addMultiple(Address &address, const Value &value, std::int64_t factor) {
  using namespace PatternMatch;
  const Value *first = nullptr, *second = nullptr;
  const APInt *number = nullptr;
  if (auto *constant = dyn_cast<ConstantInt>(&value)) {
    address.offset += factor * constant->getSExtValue();
  } else if (match(&value, m_ZExtOrSExt(m_Value(first)))) {
    addMultiple(address, *first, factor);
  } else if (match(&value, m_Add(m_Value(first), m_Value(second))) ||
             match(&value, m_DisjointOr(m_Value(first), m_Value(second)))) {
    addMultiple(address, *first, factor);
    addMultiple(address, *second, factor);
  } else if (match(&value, m_Shl(m_Value(first), m_APInt(number))) && number->ult(32)) {
    addMultiple(address, *first, factor << number->getZExtValue());
  } else {
    address.terms.emplace_back(&value, factor);
  }
}

Address addressOf(const Value &pointer, const DataLayout &layout) {
  Address address{&pointer, {}};
  while (auto *place = dyn_cast<GEPOperator>(address.base)) {
    MapVector<Value *, APInt> variables;
    APInt constant(layout.getIndexTypeSizeInBits(place->getType()), 0);
    if (!place->collectOffset(layout, constant.getBitWidth(), variables, constant))
      break;
    for (const auto &[variable, factor] : variables)
      addMultiple(address, *variable, factor.getSExtValue());
    address.offset += constant.getSExtValue();
    address.base = place->getPointerOperand();
  }
  llvm::sort(address.terms);
  return address;
}

// A vector in memory that all blocks reach.
struct Access {
  const Value *pointer;
  std::int64_t bytes;
};

std::optional<Access> asAccess(const Instruction &instruction) {
  const Value *pointer = getLoadStorePointerOperand(&instruction);
  Type *type = pointer ? getLoadStoreType(const_cast<Instruction *>(&instruction)) : nullptr;
  if (auto *call = dyn_cast<IntrinsicInst>(&instruction)) {
    if (call->getIntrinsicID() == Intrinsic::masked_load) {
      pointer = call->getArgOperand(0);
      type = call->getType();
    } else if (call->getIntrinsicID() == Intrinsic::masked_store) {
      pointer = call->getArgOperand(1);
      type = call->getArgOperand(0)->getType();
    }
  }
  if (!type || !type->isVectorTy() || isa<AllocaInst>(getUnderlyingObject(pointer)))
    return std::nullopt;
  return Access{
      pointer, static_cast<std::int64_t>(instruction.getDataLayout().getTypeStoreSize(type).getFixedValue())};
}

class RowFinder {
public:
  explicit RowFinder(Function &kernel)
      : layout_(kernel.getDataLayout()), variance_(kernel), dominators_(kernel), post_dominators_(kernel) {
    for (Instruction &instruction : instructions(kernel))
      if (instruction.getType()->isVectorTy() && !instruction.getType()->isIntOrIntVectorTy(1) &&
          variance_.differs(&instruction))
        vectors_.push_back(&instruction);
    goThrough(kernel.getEntryBlock(), {});
  }

  // The instructions before which all warps have done one row, and none has begun the next.
  ArrayRef<Instruction *> places() const { return places_; }

private:
  // The last access to each array.
  using Row = SmallMapVector<const Value *, std::pair<Address, std::int64_t>, 4>;

  // Follows a way that all warps go together, from one block to the next.
  void goThrough(BasicBlock &block, Row row) {
    Instruction *place = &*block.getFirstInsertionPt();
    for (Instruction &instruction : block)
      if (auto access = asAccess(instruction)) {
        if (!row.empty() && isElsewhere(*access, row))
          beginRow(*place, row);
        note(*access, row);
        place = instruction.getNextNode();
      }
    const Instruction *end = block.getTerminator();
    const bool together = end->getNumSuccessors() < 2 || !variance_.differs(end->getOperand(0));
    BasicBlock *after = nullptr;
    Row beside = row;
    bool has_ways = false;
    for (const DomTreeNode *child : *dominators_.getNode(&block)) {
      BasicBlock &next = *child->getBlock();
      if (post_dominators_.dominates(&next, &block)) {
        after = &next;
      } else if (together && next.getSinglePredecessor() == &block) {
        goThrough(next, row);
        has_ways = true;
      } else {
        addAccessesFrom(*child, *place, row, beside);
      }
    }
    if (after)
      goThrough(*after, has_ways ? Row() : beside);
  }

  // Only some warps come here, and may not wait. What they access belongs to the row, or begins the next.
  void addAccessesFrom(const DomTreeNode &node, Instruction &place, const Row &row, Row &next) {
    for (Instruction &instruction : *node.getBlock())
      if (auto access = asAccess(instruction)) {
        if (!row.empty() && isElsewhere(*access, row) && !is_contained(places_, &place))
          beginRow(place, next);
        note(*access, next);
      }
    for (const DomTreeNode *child : node)
      addAccessesFrom(*child, place, row, next);
  }

  void beginRow(Instruction &place, Row &row) {
    if (places_.size() == kMostPoints || keepsVectorsAt(place))
      return;
    places_.push_back(&place);
    row.clear();
  }

  void note(const Access &access, Row &row) const {
    const Address address = addressOf(*access.pointer, layout_);
    row[address.base] = {address, access.bytes};
  }

  // Whether an access lies far from the last one to the same array, and not because that belongs to other warps.
  bool isElsewhere(const Access &access, const Row &row) const {
    const Address address = addressOf(*access.pointer, layout_);
    const auto *found = row.find(address.base);
    if (found == row.end())
      return false;
    const auto &[last, bytes] = found->second;
    if (address.terms == last.terms)
      return address.offset + access.bytes + kFarAway <= last.offset ||
             last.offset + bytes + kFarAway <= address.offset;
    SmallVector<std::pair<const Value *, std::int64_t>, 8> different;
    std::set_symmetric_difference(address.terms.begin(), address.terms.end(), last.terms.begin(),
                                  last.terms.end(), std::back_inserter(different));
    return none_of(different, [&](const auto &term) { return variance_.differs(term.first); });
  }

  // Whether a warp has a vector there that it needs again: to store it and to load it costs as much as an access.
  bool keepsVectorsAt(const Instruction &place) const {
    return any_of(vectors_, [&](const Instruction *vector) {
      return dominators_.dominates(vector, &place) && any_of(vector->uses(), [&](const Use &use) {
               auto *user = cast<Instruction>(use.getUser());
               auto *phi = dyn_cast<PHINode>(user);
               const Instruction *needed = phi ? phi->getIncomingBlock(use)->getTerminator() : user;
               return needed == &place || isPotentiallyReachable(&place, needed, nullptr, &dominators_);
             });
    });
  }

  const DataLayout &layout_;
  const WarpVariance variance_;
  const DominatorTree dominators_;
  const PostDominatorTree post_dominators_;
  SmallVector<const Instruction *, 64> vectors_; // that warps have of their own
  SmallVector<Instruction *, 4> places_;
};

} // namespace

bool mayHaveRows(const Function &kernel) {
  std::size_t accesses = 0;
  for (const Instruction &instruction : instructions(kernel)) {
    // Messages stay in the order of the warps, and so does whatever else the runtime does.
    if (auto *call = dyn_cast<CallBase>(&instruction);
        (call && !isa<IntrinsicInst>(call) && !call->doesNotAccessMemory()) || instruction.isAtomic() ||
        instruction.isVolatile())
      return false;
    accesses += asAccess(instruction).has_value();
  }
  const DominatorTree dominators(const_cast<Function &>(kernel));
  return accesses >= kFewestAccesses && LoopInfo(dominators).empty();
}

bool divideBetweenRows(Function &kernel) {
  const RowFinder finder(kernel);
  for (Instruction *place : finder.places())
    createFissionPoint(*place);
  return !finder.places().empty();
}

} // namespace raddle::vectorize
