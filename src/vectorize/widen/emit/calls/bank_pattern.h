// Which banks of shared memory the lanes of a warp access, where the compiler knows how far they are from each other.
//
// Where the first lane's word lies does not matter to conflicts: other banks have them.
#ifndef RADDLE_VECTORIZE_WIDEN_EMIT_BANK_PATTERN_H
#define RADDLE_VECTORIZE_WIDEN_EMIT_BANK_PATTERN_H

#include "analysis/lane_shape.h"

#include <array>
#include <cstdint>
#include <vector>

namespace raddle::vectorize {

class BankPattern {
public:
  static constexpr unsigned kBanks = 32, kBankBytes = 4;

  /// Whether accesses of so many bytes, whose lanes are apart as `shape` says, have one.
  static bool isKnownFor(const analysis::LaneShape &shape, std::int64_t bytes);
  BankPattern(const analysis::LaneShape &shape, std::int64_t bytes);

  /// Lanes that access shared memory at once: all for 4 bytes, half of them for 8, a quarter for 16.
  unsigned groups() const { return groups_; }
  /// If all lanes are active.
  unsigned wavefronts() const { return wavefronts_; }
  /// No two lanes of a group access the same word, so that the active lanes of a bank are its wavefronts.
  bool hasOwnWords() const { return has_own_words_; }
  /// Of each group, by bank.
  const std::vector<std::uint32_t> &lanesOfBanks() const { return lanes_of_banks_; }

private:
  void addGroup(const analysis::LaneShape &shape, unsigned group);

  std::int64_t words_; // of each lane
  unsigned groups_, wavefronts_ = 0;
  bool has_own_words_ = true;
  std::vector<std::uint32_t> lanes_of_banks_;
};

} // namespace raddle::vectorize

#endif
