// Classes of block shapes. Code for warps is compiled once for each class that a program launches with: who
// the lanes of a warp are then need not be computed, and what nobody launches is not compiled.
#ifndef RADDLE_ABI_BLOCK_CLASS_H
#define RADDLE_ABI_BLOCK_CLASS_H

#include "abi/kernel_abi.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace raddle {

struct BlockClass {
  /// How the threads of a warp lie in the block, lane by lane.
  enum class Layout : std::uint8_t {
    kAny,    // nothing is known; lanes may be missing
    kLine,   // one row of any length: threadIdx.x is the first lane's + lane; the last warp may lack lanes
    kRows,   // blockDim.x is a multiple of 32: part of one row, and no lane is missing
    kNarrow, // several whole rows of `row` threads, all in one plane (z), and no lane is missing
  };

  Layout layout = Layout::kAny;
  std::uint8_t row = 0;  // kNarrow: blockDim.x, one of 1, 2, 4, 8, 16
  bool one_warp = false; // the block has no other warp

  bool operator==(const BlockClass &) const = default;

  static BlockClass of(const RaddleDim3 &block) {
    const std::uint32_t plane = block.x * block.y, threads = plane * block.z;
    BlockClass result;
    result.one_warp = threads <= kRaddleWarpSize;
    if (block.x % kRaddleWarpSize == 0) {
      result.layout = Layout::kRows;
    } else if (plane == block.x && threads == block.x) {
      result.layout = Layout::kLine;
    } else if (block.x < kRaddleWarpSize && std::has_single_bit(block.x) && plane % kRaddleWarpSize == 0) {
      result.layout = Layout::kNarrow;
      result.row = static_cast<std::uint8_t>(block.x);
    }
    return result;
  }

  /// No lane of any warp is missing.
  bool isFull() const { return layout == Layout::kRows || layout == Layout::kNarrow; }

  /// A number below kCount, other than any other class's.
  std::size_t index() const {
    const std::size_t row_bits =
        layout == Layout::kNarrow ? static_cast<std::size_t>(std::countr_zero(row)) : 0;
    return (static_cast<std::size_t>(layout) + row_bits) * 2 + one_warp;
  }
  static constexpr std::size_t kCount = 16;

  /// "any", "line", "rows", "rows-of-16"; of one warp: "line+one-warp" and so on.
  std::string name() const {
    static constexpr const char *kNames[] = {"any", "line", "rows", "rows-of-"};
    std::string name = kNames[static_cast<std::size_t>(layout)];
    if (layout == Layout::kNarrow)
      name += std::to_string(row);
    return one_warp ? name + "+one-warp" : name;
  }
  static std::optional<BlockClass> named(std::string_view name) {
    constexpr std::string_view kOneWarp = "+one-warp";
    const bool one_warp = name.ends_with(kOneWarp);
    if (one_warp)
      name.remove_suffix(kOneWarp.size());
    for (Layout layout : {Layout::kAny, Layout::kLine, Layout::kRows, Layout::kNarrow})
      for (std::uint8_t row = 1; row < kRaddleWarpSize; row *= 2)
        if (BlockClass found{layout, row, false}; found.name() == name)
          return BlockClass{layout, layout == Layout::kNarrow ? row : std::uint8_t{0}, one_warp};
    return {};
  }
};

} // namespace raddle

#endif
