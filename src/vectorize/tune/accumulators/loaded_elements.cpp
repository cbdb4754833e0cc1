#include "vectorize/tune/accumulators/loaded_elements.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>

using namespace llvm;

namespace raddle::vectorize {

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
