// An address taken apart into what getelementptrs add up.
#ifndef RADDLE_VECTORIZE_WIDEN_PLAN_ADDRESS_PARTS_H
#define RADDLE_VECTORIZE_WIDEN_PLAN_ADDRESS_PARTS_H

#include "vectorize/llvm.h"

#include <llvm/ADT/APInt.h>
#include <llvm/IR/Value.h>

#include <cstdint>
#include <optional>
#include <utility>

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

/// The same where indices that are sums are taken apart too, so that constants in them count as constants of the address.
class AddressSum {
public:
  AddressSum(const llvm::Value &address, const llvm::DataLayout &layout);

  /// How many bytes the other address lies after this one; empty where that depends on more than constants.
  std::optional<std::int64_t> distanceTo(const AddressSum &other) const;
  bool hasConstantDistanceTo(const AddressSum &other) const;

  const llvm::Value *base() const { return base_; }
  bool hasIndices() const { return !bytes_of_.empty(); }
  std::int64_t constant() const { return constant_.getSExtValue(); }

private:
  using Term = std::pair<const llvm::Value *, unsigned>; // the cast that made an index of it; 0: none
  void add(const llvm::Value &index, const llvm::APInt &bytes, unsigned extended, unsigned sums);

  const llvm::Value *base_;
  llvm::MapVector<Term, llvm::APInt> bytes_of_;
  llvm::APInt constant_;
};

} // namespace raddle::vectorize

#endif
