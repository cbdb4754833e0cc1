#include "vectorize/tune/accumulators/element_sources.h"

using namespace llvm;

namespace raddle::vectorize {

ElementSource sourceOf(Value *value, unsigned lane) {
  for (;;) {
    if (auto *shuffle = dyn_cast<ShuffleVectorInst>(value)) {
      const int element = shuffle->getMaskValue(lane);
      if (element == PoisonMaskElem)
        return {};
      const unsigned length = lengthOf(shuffle->getOperand(0));
      value = shuffle->getOperand(static_cast<unsigned>(element) < length ? 0 : 1);
      lane = static_cast<unsigned>(element) % length;
      continue;
    }
    auto *insertion = dyn_cast<InsertElementInst>(value);
    auto *index = insertion ? dyn_cast<ConstantInt>(insertion->getOperand(2)) : nullptr;
    if (!index)
      return {value, lane};
    if (index->equalsInt(lane))
      return {insertion->getOperand(1), 0};
    value = insertion->getOperand(0);
  }
}

bool areSameTerms(const MapVector<Value *, APInt> &a, const MapVector<Value *, APInt> &b) {
  return a.size() == b.size() && all_of(a, [&](const auto &term) {
           const auto *other = b.find(term.first);
           return other != b.end() && other->second == term.second;
         });
}

LoadedElements::LoadedElements(BasicBlock &body) : layout_(body.getDataLayout()) {
  for (Instruction &instruction : body)
    if (auto *load = dyn_cast<LoadInst>(&instruction); load && load->isSimple()) {
      const AddressParts parts(*load->getPointerOperand(), layout_);
      const auto *base = find_if(bases_, [&](const AddressParts &other) {
        return other.base == parts.base && areSameTerms(other.bytes_of, parts.bytes_of);
      });
      places_[load] = {static_cast<unsigned>(base - bases_.begin()), parts.constant.getSExtValue()};
      if (base == bases_.end())
        bases_.push_back(parts);
    }
}

std::optional<LoadedElements::Place> LoadedElements::placeOf(const ElementSource &element) const {
  auto load = places_.find(element.first);
  if (load == places_.end())
    return std::nullopt;
  const auto [base, offset] = load->second;
  return Place(base, offset + element.second * bytesOfElement(*element.first));
}

Value *LoadedElements::load(Place place, const ElementSource &first, FixedVectorType *type) {
  Value *&known = loaded_[{place, type}];
  if (!known) {
    auto *load = cast<LoadInst>(first.first);
    IRBuilder<> builder(load->getNextNode());
    const auto offset = static_cast<std::uint64_t>(first.second * bytesOfElement(*load));
    known = builder.CreateAlignedLoad(
        type, builder.CreateConstGEP1_64(builder.getInt8Ty(), load->getPointerOperand(), offset),
        commonAlignment(load->getAlign(), offset));
  }
  return known;
}

std::int64_t LoadedElements::bytesOfElement(const Value &vector) const {
  return static_cast<std::int64_t>(
      layout_.getTypeStoreSize(vector.getType()->getScalarType()).getFixedValue());
}

} // namespace raddle::vectorize
