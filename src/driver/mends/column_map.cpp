#include "driver/mends/column_map.h"

#include <algorithm>

namespace raddle::driver {

ColumnMap::ColumnMap(std::string_view mended, std::string_view original)
    : columns_(mended.size(), kAdded), end_(original.size()) {
  match(mended, 0, original, 0);
}

std::size_t ColumnMap::original(std::size_t column) const {
  const auto next = std::find_if(columns_.begin() + static_cast<std::ptrdiff_t>(std::min(column, columns_.size())),
                                 columns_.end(), [](std::size_t of_original) { return of_original != kAdded; });
  return next != columns_.end() ? *next : end_;
}

ColumnMap::Piece ColumnMap::longestCommon(std::string_view mended, std::string_view original) {
  Piece longest{0, 0, 0};
  // How long a piece is that ends before these columns, for one column of `mended` after the other.
  std::vector<std::size_t> lengths(original.size() + 1);
  for (std::size_t i = 0; i < mended.size(); ++i)
    for (std::size_t j = original.size(); j-- > 0;) {
      lengths[j + 1] = mended[i] == original[j] ? lengths[j] + 1 : 0;
      if (const std::size_t size = lengths[j + 1]; size > longest.size)
        longest = {i + 1 - size, j + 1 - size, size};
    }
  return longest;
}

void ColumnMap::match(std::string_view mended, std::size_t mended_at, std::string_view original,
                      std::size_t original_at) {
  const Piece piece = longestCommon(mended, original);
  if (piece.size == 0)
    return;
  for (std::size_t i = 0; i < piece.size; ++i)
    columns_[mended_at + piece.mended + i] = original_at + piece.original + i;
  match(mended.substr(0, piece.mended), mended_at, original.substr(0, piece.original), original_at);
  const std::size_t mended_end = piece.mended + piece.size, original_end = piece.original + piece.size;
  match(mended.substr(mended_end), mended_at + mended_end, original.substr(original_end), original_at + original_end);
}

} // namespace raddle::driver
