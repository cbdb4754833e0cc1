#include "vectorize/tune/accumulators/reordered_accesses.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Copies from places to places, one after the other: a bound for the search.
constexpr unsigned kMostCopies = 8;

bool isSameElement(const GEPOperator &a, const GEPOperator &b) {
  return &a == &b ||
         (a.getPointerOperand() == b.getPointerOperand() &&
          a.getSourceElementType() == b.getSourceElementType() && a.getOperand(1) == b.getOperand(1));
}

bool writeSameConstant(const Accesses &stores) {
  auto *value = dyn_cast<Constant>(stores.of_places.front().first->getOperand(0));
  return value && value->getSplatValue() &&
         all_of(stores.of_places, [&](const auto &store) { return store.first->getOperand(0) == value; });
}

std::int64_t bytesOf(Type *type, const DataLayout &layout) {
  return static_cast<std::int64_t>(layout.getTypeStoreSize(type).getFixedValue());
}

} // namespace

bool Accesses::isOnePerPlace(std::size_t places) const {
  SmallDenseSet<unsigned> seen;
  for (auto [access, place] : of_places)
    seen.insert(place);
  return of_places.size() == places && seen.size() == places;
}

bool ReorderedAccesses::find(const Loop &loop, const AccumulatorsInMemory &in_memory,
                             ArrayRef<const PHINode *> accumulators) {
  const DataLayout &layout = loop.getHeader()->getDataLayout();
  const auto *load = in_memory.loads.lookup(accumulators.front());
  const PartOfElement first = partOfElement(load->getPointerOperand(), layout);
  auto *array = dyn_cast_or_null<AllocaInst>(first.array);
  if (!array || !hasOnlyParts(*array))
    return false;
  Places places{array, first.type, load->getType(), {}, {}};
  for (const PHINode *accumulator : accumulators) {
    const LoadInst *own = in_memory.loads.lookup(accumulator);
    const StoreInst *store = in_memory.stores.lookup(accumulator);
    const PartOfElement from = partOfElement(own->getPointerOperand(), layout),
                        to = partOfElement(store->getPointerOperand(), layout);
    if (from.array != array || to.array != array || from.type != first.type || to.type != first.type ||
        from.offset != to.offset || !isSameElement(*from.element, *first.element) ||
        !isSameElement(*to.element, *first.element) || is_contained(places.offsets, from.offset))
      return false;
    places.offsets.push_back(from.offset);
    places.aligns.push_back(std::min(own->getAlign(), store->getAlign()));
    allowed_.insert(own);
    allowed_.insert(store);
  }
  Loop *warps = loop.getParentLoop();
  around_ = warps ? warps->getParentLoop() : nullptr;
  return around_ && findAccesses(places, 0);
}

// All that accesses these places has to write the same constant to all of them, to copy all of them, or to read.
bool ReorderedAccesses::findAccesses(const Places &places, unsigned copies) {
  Found found;
  if (copies > kMostCopies || !collect(places, found))
    return false;
  for (const auto &[where, those] : found.stores)
    if (!those.isOnePerPlace(places.offsets.size()) || !writeSameConstant(those))
      return false;
  SmallVector<Accesses, 4> readers;
  for (auto &[where, those] : found.loads) {
    if (found.writing.contains(where.first) || around_->contains(where.first))
      return false;
    if (!isCopied(those, places, copies))
      readers.push_back(std::move(those));
  }
  if (!readers.empty())
    readers_.push_back({places, std::move(readers)});
  return true;
}

// False where an access touches a place in another way.
bool ReorderedAccesses::collect(const Places &places, Found &found) const {
  const DataLayout &layout = cast<AllocaInst>(places.array)->getDataLayout();
  const std::int64_t bytes = bytesOf(places.type, layout);
  SmallVector<Value *, 16> work{const_cast<Value *>(places.array)};
  while (!work.empty())
    for (Value *address = work.pop_back_val(); User * user : address->users()) {
      if (isa<GetElementPtrInst>(user)) {
        work.push_back(user);
        continue;
      }
      auto *access = cast<Instruction>(user);
      if (access->isLifetimeStartOrEnd())
        continue;
      const PartOfElement part = partOfElement(address, layout);
      Type *type = getLoadStoreType(access);
      const std::int64_t size = bytesOf(type, layout);
      if (part.type != places.element || part.offset < 0 ||
          part.offset + size > static_cast<std::int64_t>(layout.getTypeAllocSize(part.type)))
        return false;
      const auto *place = find_if(places.offsets, [&](std::int64_t offset) {
        return part.offset < offset + bytes && offset < part.offset + size;
      });
      if (place == places.offsets.end())
        continue;
      if (*place != part.offset || type != places.type || access->isVolatile() || access->isAtomic())
        return false;
      if (access->mayWriteToMemory())
        found.writing.insert(access->getParent());
      if (allowed_.contains(access))
        continue;
      Accesses &those =
          (isa<LoadInst>(access) ? found.loads
                                 : found.stores)[{access->getParent(), part.element->getOperand(1)}];
      those.element = part.element;
      those.of_places.push_back({access, static_cast<unsigned>(place - places.offsets.begin())});
    }
  return true;
}

// Whether they are copied to places that keep the order, too.
bool ReorderedAccesses::isCopied(const Accesses &loads, const Places &places, unsigned copies) {
  if (!loads.isOnePerPlace(places.offsets.size()))
    return false;
  Places targets = places;
  SmallVector<const Instruction *, 8> stores;
  for (auto [load, place] : loads.of_places) {
    auto *store = load->hasOneUse() ? dyn_cast<StoreInst>(load->user_back()) : nullptr;
    if (!store || store->getValueOperand() != load || store->getParent() != load->getParent())
      return false;
    const PartOfElement part = partOfElement(store->getPointerOperand(), store->getDataLayout());
    if (part.array != places.array || part.type != places.element ||
        !isSameElement(*part.element, *loads.element) || is_contained(places.offsets, part.offset))
      return false;
    targets.offsets[place] = part.offset;
    targets.aligns[place] = store->getAlign();
    stores.push_back(store);
  }
  const std::size_t known = readers_.size();
  for (const Instruction *store : stores)
    allowed_.insert(store);
  if (findAccesses(targets, copies + 1))
    return true;
  for (const Instruction *store : stores)
    allowed_.erase(store);
  readers_.resize(known);
  return false;
}

} // namespace raddle::vectorize
