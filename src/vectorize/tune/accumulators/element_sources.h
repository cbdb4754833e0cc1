// Where the elements of vectors come from.
#ifndef RADDLE_VECTORIZE_TUNE_ACCUMULATORS_ELEMENT_SOURCES_H
#define RADDLE_VECTORIZE_TUNE_ACCUMULATORS_ELEMENT_SOURCES_H

#include <llvm/ADT/APInt.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Value.h>

#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "vectorize/widen/plan/address_parts.h"

namespace raddle::vectorize {

/// The number of elements of a vector; 0 for a scalar.
inline unsigned lengthOf(const llvm::Value *value) {
  auto *type = llvm::dyn_cast<llvm::FixedVectorType>(value->getType());
  return type ? type->getNumElements() : 0;
}

/// An element of a vector, or a scalar; null where it is of no matter.
using ElementSource = std::pair<llvm::Value *, unsigned>;

/// Where a lane comes from, before all shuffles and insertions.
ElementSource sourceOf(llvm::Value *value, unsigned lane);

/// Whether two addresses have the same indices, times the same numbers of bytes (AddressParts).
bool areSameTerms(const llvm::MapVector<llvm::Value *, llvm::APInt> &a,
                  const llvm::MapVector<llvm::Value *, llvm::APInt> &b);

/// The elements that one iteration of a loop loads, of all its simple loads.
class LoadedElements {
public:
  /// `body` is that of a loop of one block that writes no memory.
  explicit LoadedElements(llvm::BasicBlock &body);

  /// An address: which base, and how many bytes after it.
  using Place = std::pair<unsigned, std::int64_t>;

  /// Where an element was loaded from.
  std::optional<Place> placeOf(const ElementSource &element) const;

  /// A vector of neighbouring elements, all of which the loop loads; `first` is the one at the place.
  llvm::Value *load(Place place, const ElementSource &first, llvm::FixedVectorType *type);

private:
  std::int64_t bytesOfElement(const llvm::Value &vector) const;

  const llvm::DataLayout &layout_;
  llvm::SmallVector<AddressParts, 8> bases_;
  llvm::DenseMap<const llvm::Value *, Place> places_; // of loads
  std::map<std::pair<Place, llvm::Type *>, llvm::Value *> loaded_;
};

} // namespace raddle::vectorize

#endif
