#include "vectorize/widen/emit/calls/bank_pattern.h"

#include <algorithm>
#include <set>

namespace raddle::vectorize {

bool BankPattern::isKnownFor(const analysis::LaneShape &shape, std::int64_t bytes) {
  if (!shape.isScalar() || (bytes != 4 && bytes != 8 && bytes != 16))
    return false;
  for (unsigned lane = 0; lane < kRaddleWarpSize; ++lane)
    if (shape.offset(lane) % bytes != 0)
      return false;
  return true;
}

BankPattern::BankPattern(const analysis::LaneShape &shape, std::int64_t bytes)
    : words_(bytes / kBankBytes), groups_(static_cast<unsigned>(words_)), lanes_of_banks_(groups_ * kBanks) {
  for (unsigned group = 0; group < groups_; ++group)
    addGroup(shape, group);
}

void BankPattern::addGroup(const analysis::LaneShape &shape, unsigned group) {
  const unsigned lanes = kRaddleWarpSize / groups_;
  std::array<std::set<std::int64_t>, kBanks> words_of_bank;
  std::size_t most = 0;
  for (unsigned lane = group * lanes; lane < (group + 1) * lanes; ++lane)
    for (std::int64_t word = 0; word < words_; ++word) {
      const std::int64_t number = shape.offset(lane) / kBankBytes + word;
      const auto bank = static_cast<std::size_t>((number % kBanks + kBanks) % kBanks);
      if (!words_of_bank[bank].insert(number).second)
        has_own_words_ = false;
      lanes_of_banks_[group * kBanks + bank] |= 1u << lane;
      most = std::max(most, words_of_bank[bank].size());
    }
  wavefronts_ += static_cast<unsigned>(most);
}

} // namespace raddle::vectorize
