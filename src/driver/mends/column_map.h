// Where what stands in a mended line stood before.
#ifndef RADDLE_DRIVER_MENDS_COLUMN_MAP_H
#define RADDLE_DRIVER_MENDS_COLUMN_MAP_H

#include <cstddef>
#include <string_view>
#include <vector>

namespace raddle::driver {

/// Longest common pieces of both lines are taken for the same text. Columns count from 0.
class ColumnMap {
public:
  ColumnMap(std::string_view mended, std::string_view original);

  /// Whether the column is of text that the mend has added.
  bool isAdded(std::size_t column) const { return column < columns_.size() && columns_[column] == kAdded; }

  /// Where that text stood; of added text, where what follows it did.
  std::size_t original(std::size_t column) const;

private:
  static constexpr std::size_t kAdded = static_cast<std::size_t>(-1);

  struct Piece {
    std::size_t mended, original, size;
  };
  static Piece longestCommon(std::string_view mended, std::string_view original);
  void match(std::string_view mended, std::size_t mended_at, std::string_view original, std::size_t original_at);

  std::vector<std::size_t> columns_; // of the original line, by those of the mended one
  std::size_t end_;                  // of the original line
};

} // namespace raddle::driver

#endif
