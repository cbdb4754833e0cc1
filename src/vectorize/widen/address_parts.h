// An address taken apart into what getelementptrs add up.
#ifndef RADDLE_VECTORIZE_WIDEN_ADDRESS_PARTS_H
#define RADDLE_VECTORIZE_WIDEN_ADDRESS_PARTS_H

#include <llvm/ADT/APInt.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Value.h>

namespace raddle::vectorize {

/// An address as `base` + the sum of indices, each times a number of bytes, + `constant` bytes. Indices of another
/// width than 64 bits are extended with their sign, or truncated. `base` is no getelementptr, unless it is one
/// whose types have no known size.
struct AddressParts {
  AddressParts(const llvm::Value &address, const llvm::DataLayout &layout);

  const llvm::Value *base;
  llvm::MapVector<llvm::Value *, llvm::APInt> bytes_of; // by index
  llvm::APInt constant;
};

} // namespace raddle::vectorize

#endif
