// What is known of the memory that the instructions of a basic block access.
#ifndef RADDLE_VECTORIZE_TUNE_MEMORY_KNOWN_MEMORY_H
#define RADDLE_VECTORIZE_TUNE_MEMORY_KNOWN_MEMORY_H

#include "vectorize/widen/plan/address_parts.h"

#include <llvm/IR/BasicBlock.h>

#include <cstdint>
#include <optional>

namespace raddle::vectorize {

/// The memory that the instructions of a basic block access.
class AccessedMemory {
public:
  /// `is_entry`: the basic block belongs to the function that runs a block of the grid.
  AccessedMemory(const llvm::BasicBlock &block, bool is_entry)
      : function_(*block.getParent()), is_entry_(is_entry), layout_(block.getDataLayout()) {}

  AddressSum addressOf(const llvm::Value &pointer) const { return AddressSum(pointer, layout_); }
  /// Bytes that a value of this type takes in memory.
  std::int64_t bytesOf(const llvm::Value &value) const {
    return static_cast<std::int64_t>(layout_.getTypeStoreSize(value.getType()).getKnownMinValue());
  }

  /// Whether two addresses of different bases may overlap: no parameter of the launch leads to the block's own memory.
  bool mayOverlap(const AddressSum &one, const AddressSum &other) const {
    return !one.hasConstantDistanceTo(other) && !(isOfBlock(one) && isOfLaunch(other)) &&
           !(isOfLaunch(one) && isOfBlock(other));
  }
  /// Whether the address lies in the block's shared memory, or in what a parameter of the launch leads to.
  bool isOfBlock(const AddressSum &address) const;
  bool isOfLaunch(const AddressSum &address) const { return loadedFrom(address, 1).has_value(); }

private:
  std::optional<std::int64_t> loadedFrom(const AddressSum &address, unsigned argument) const;

  const llvm::Function &function_;
  const bool is_entry_;
  const llvm::DataLayout &layout_;
};

/// At most so many bases, and so many ranges of the memory at one, are known at a time, so that searching them takes little time:
/// kernels have a few arrays, and an unrolled exchange network accesses some dozens of vectors of each.
inline constexpr unsigned kMostBases = 16, kMostRanges = 128;

/// What is known of the memory at several bases.
template <typename Knowledge> class KnownMemory {
public:
  /// Null where nothing is known.
  Knowledge *find(const AddressSum &address) {
    auto *found = llvm::find_if(
        entries_, [&](const auto &entry) { return entry.first.hasConstantDistanceTo(address); });
    return found == entries_.end() ? nullptr : &found->second;
  }
  Knowledge &at(const AddressSum &address) {
    if (Knowledge *found = find(address))
      return *found;
    if (entries_.size() == kMostBases)
      entries_.clear();
    return entries_.emplace_back(address, Knowledge{}).second;
  }
  void forgetOverlapping(const AddressSum &address, const AccessedMemory &memory) {
    llvm::erase_if(entries_, [&](const auto &entry) { return memory.mayOverlap(entry.first, address); });
  }
  void forgetAll() { entries_.clear(); }

private:
  llvm::SmallVector<std::pair<AddressSum, Knowledge>, 2> entries_;
};

} // namespace raddle::vectorize

#endif
