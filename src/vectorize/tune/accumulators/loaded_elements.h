// What a loop loads, by its addresses.
#ifndef RADDLE_VECTORIZE_TUNE_ACCUMULATORS_LOADED_ELEMENTS_H
#define RADDLE_VECTORIZE_TUNE_ACCUMULATORS_LOADED_ELEMENTS_H

#include "vectorize/tune/accumulators/element_sources.h"
#include "vectorize/widen/plan/address_parts.h"

#include <cstdint>
#include <map>
#include <optional>
#include <utility>

namespace raddle::vectorize {

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
