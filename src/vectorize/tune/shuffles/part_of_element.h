// Variables of which each warp has one: parts of the elements of an array.
#ifndef RADDLE_VECTORIZE_TUNE_SHUFFLES_PART_OF_ELEMENT_H
#define RADDLE_VECTORIZE_TUNE_SHUFFLES_PART_OF_ELEMENT_H

#include "vectorize/llvm.h"

#include <cstdint>

namespace raddle::vectorize {

/// A part of an element of an array, the same part of each element.
struct PartOfElement {
  const llvm::Value *array = nullptr;         // null: the address is not of this kind
  llvm::Type *type = nullptr;                 // of an element
  std::int64_t offset = 0;                    // in the element, bytes
  const llvm::GEPOperator *element = nullptr; // whose first index says which
};

PartOfElement partOfElement(const llvm::Value *address, const llvm::DataLayout &layout);

/// All accesses are loads and stores of such parts.
bool hasOnlyParts(const llvm::AllocaInst &array);

} // namespace raddle::vectorize

#endif
