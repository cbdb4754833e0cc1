// Where the elements of vectors come from.
#ifndef RADDLE_VECTORIZE_TUNE_ACCUMULATORS_ELEMENT_SOURCES_H
#define RADDLE_VECTORIZE_TUNE_ACCUMULATORS_ELEMENT_SOURCES_H

#include <llvm/ADT/APInt.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Value.h>

#include <utility>

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

} // namespace raddle::vectorize

#endif
