// Counts accesses whose lanes are apart as the compiler knows.
#ifndef RADDLE_VECTORIZE_WIDEN_EMIT_KNOWN_ACCESSES_H
#define RADDLE_VECTORIZE_WIDEN_EMIT_KNOWN_ACCESSES_H

#include "vectorize/widen/emit/calls/bank_pattern.h"
#include "vectorize/widen/emit/calls/counter_code.h"

#include <optional>

namespace raddle::vectorize {

/// An access to memory of a known kind, of a power of two of bytes, at `address` by its lanes.
class KnownAccessCounter : CounterCode {
public:
  KnownAccessCounter(WarpBuilder &warp, llvm::Value *counters, unsigned first, llvm::Value *address,
                     unsigned flags);

  /// Of lanes in a row of global memory, `stride` bytes from each other, which is not 0.
  void countRow(std::int64_t stride);
  /// Of lanes that access shared memory in such a pattern, with that stride if they have one.
  void countPattern(const BankPattern &pattern, std::optional<std::int64_t> stride);
  /// Of lanes that all update one address of up to 4 bytes.
  void countUpdatesOfOne(bool is_shared);
  /// By a call, whatever the row is.
  void callForRow(std::int64_t stride);

private:
  using Value = llvm::Value;

  // The lanes that are counted, which are in a row: the first one, and how many.
  struct Lanes {
    Value *first, *count;
  };

  Value *addressOf(Value *lane, std::int64_t stride);
  void addWideRow(std::int64_t stride, const Lanes &lanes);
  void addNarrowRow(std::int64_t stride, const Lanes &lanes);
  Value *idealSectors(const Lanes &lanes);
  void addExcessive(Value *excessive, std::int64_t distance);
  void addDistance(std::int64_t distance, Value *times);
  void addGroups(const BankPattern &pattern);
  void addFullPattern(const BankPattern &pattern, std::int64_t distance);
  void addPatternByBanks(const BankPattern &pattern, std::optional<std::int64_t> stride);
  Value *wavefrontsOf(const BankPattern &pattern, unsigned group, Value *bits);
  void countOtherwise(std::optional<std::int64_t> stride);
  void ifAllLanes(llvm::function_ref<void()> all, llvm::function_ref<void()> some);
  void branch(Value *condition, llvm::function_ref<void()> yes, llvm::function_ref<void()> no);
  Value *number(std::int64_t value) { return warp_.getInt64(static_cast<std::uint64_t>(value)); }

  Value *address_;
  const unsigned flags_;
  const std::int64_t bytes_;
};

} // namespace raddle::vectorize

#endif
