// Addresses in the shared memory of the block, as they look before the width changes.
#ifndef RADDLE_VECTORIZE_WIDEN_PLAN_SHARED_ADDRESS_H
#define RADDLE_VECTORIZE_WIDEN_PLAN_SHARED_ADDRESS_H

#include "analysis/lane_shapes.h"
#include "vectorize/llvm.h"

#include <cstdint>

namespace raddle::vectorize {

/// Whether the address is computed from RaddleBlock.shared.
bool isSharedAddress(const llvm::Value &address);

/// How far the address `to` is from `from`, in bytes and modulo 2^32: a sum of numbers times factors, and a
/// constant. Both are accessed and lie in a block's shared memory, which is smaller; so it does not count
/// whether indices wrap where they are made wider.
class SharedDistance {
public:
  SharedDistance(const llvm::Value &from, const llvm::Value &to, const llvm::DataLayout &layout);

  /// Whether the distance and `offset` bytes more are `bytes` or more, either way, for all numbers that
  /// `shapes` allows and that are the same in all lanes.
  bool isAtLeast(std::int64_t bytes, std::int64_t offset, const analysis::LaneShapes &shapes) const;

private:
  void addAddress(const llvm::Value &address, std::uint32_t factor);
  void add(const llvm::Value &number, std::uint32_t factor, unsigned depth = 0);
  void addNumber(const llvm::Value &number, std::uint32_t factor);

  const llvm::DataLayout &layout_;
  llvm::DenseMap<const llvm::Value *, std::uint32_t> factors_;
  llvm::DenseMap<const llvm::Function *, const llvm::Value *> fields_; // first mention of a thread's field
  std::uint32_t constant_ = 0;
};

} // namespace raddle::vectorize

#endif
