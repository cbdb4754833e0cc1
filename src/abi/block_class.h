// Classes of block shapes. Code for warps is compiled once for each class that a program launches with: who
// the lanes of a warp are then need not be computed, and what nobody launches is not compiled.
#ifndef RADDLE_ABI_BLOCK_CLASS_H
#define RADDLE_ABI_BLOCK_CLASS_H

#include "abi/kernel_abi.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace raddle {

struct BlockClass {
  /// How the threads of a warp lie in the block, lane by lane.
  enum class Layout : std::uint8_t {
    kAny,    // nothing is known; lanes may be missing
    kLine,   // one row of any length: threadIdx.x is the first lane's + lane; the last warp may lack lanes
    kRows,   // blockDim.x is a multiple of 32: part of one row, and no lane is missing
    kNarrow, // whole rows of `row` threads, all in one plane (z), and no lane is missing
    kPlanes, // whole planes of `rows` rows of `row` threads, several of them, and no lane is missing
  };

  Layout layout = Layout::kAny;
  std::uint8_t row = 0;    // kNarrow, kPlanes: blockDim.x, a power of two up to 32
  std::uint8_t rows = 0;   // kPlanes: blockDim.y, a power of two
  bool one_warp = false;   // the block has no other warp
  std::uint8_t group = 1;  // kRows, kNarrow: so many warps at a time lie in one row, or plane: 1, 2, 4 or 8
  bool one_group = false;  // the block has no other warps than these, of which there are several
  bool one_thread = false; // kLine: code for one lane is all it needs
  bool unaligned =
      false; // not a shape: the launch's parameters are not what the kernel's code takes for granted

  bool operator==(const BlockClass &) const = default;

  static BlockClass of(const RaddleDim3 &block) {
    const std::uint32_t plane = block.x * block.y, threads = plane * block.z;
    BlockClass result;
    result.one_warp = threads <= kRaddleWarpSize;
    result.one_thread = threads == 1;
    const auto groups = [](std::uint32_t count) {
      return static_cast<std::uint8_t>(1u << std::min(std::countr_zero(count / kRaddleWarpSize), 3));
    };
    if (block.x <= kRaddleWarpSize && std::has_single_bit(block.x) && plane % kRaddleWarpSize == 0) {
      result.layout = Layout::kNarrow;
      result.row = static_cast<std::uint8_t>(block.x);
      result.group = groups(plane);
    } else if (block.x % kRaddleWarpSize == 0) {
      result.layout = Layout::kRows;
      result.group = groups(block.x);
    } else if (threads == block.x) {
      result.layout = Layout::kLine;
    } else if (plane < kRaddleWarpSize && std::has_single_bit(plane) && threads % kRaddleWarpSize == 0) {
      result.layout = Layout::kPlanes;
      result.row = static_cast<std::uint8_t>(block.x);
      result.rows = static_cast<std::uint8_t>(block.y);
    }
    result.one_group = result.group > 1 && threads == result.group * kRaddleWarpSize;
    return result;
  }

  /// The block's extents; 0 where the class has blocks of several.
  RaddleDim3 extents() const {
    if (layout == Layout::kPlanes)
      return {row, rows, one_warp ? planesOfWarp() : 0};
    const bool has_narrow_rows = layout == Layout::kNarrow;
    if (!one_group && !(one_warp && has_narrow_rows))
      return {row, 0, 0};
    const std::uint32_t threads = group * kRaddleWarpSize;
    return has_narrow_rows ? RaddleDim3{row, threads / row, 1} : RaddleDim3{threads, 1, 1};
  }

  /// kPlanes: how many a warp has.
  std::uint32_t planesOfWarp() const { return kRaddleWarpSize / (std::uint32_t{row} * rows); }

  /// No lane of any warp is missing.
  bool isFull() const {
    return layout == Layout::kRows || layout == Layout::kNarrow || layout == Layout::kPlanes;
  }

  /// A number below kCount, other than any other class's.
  std::size_t index() const {
    const auto bits = [](std::uint8_t power) { return static_cast<std::size_t>(std::countr_zero(power)); };
    constexpr std::size_t kPowers = 6; // up to 32
    std::size_t lanes = static_cast<std::size_t>(layout);
    if (layout == Layout::kNarrow)
      lanes += bits(row);
    else if (layout == Layout::kPlanes) // those of as many lanes follow each other
      lanes += kPowers - 1 + bits(row) + trianglesBelow(bits(row) + bits(rows));
    const std::size_t warps = one_thread ? 5 : one_warp ? 4 : bits(group) + (one_group ? 4 : 0);
    return (unaligned ? kShapes : 0) + lanes * 8 + warps;
  }
  static constexpr std::size_t kShapes = 192, kCount = 2 * kShapes;

  /// "any", "line", "rows", "rows-of-16" or "planes-of-4x4"; then "+one-warp", "+two-warps", "+four-warps",
  /// "+eight-warps", or "+pairs", "+fours", "+eights" (of warps). "line+one-thread" is that of single threads. Last comes
  /// "+unaligned".
  std::string name() const {
    static constexpr const char *kNames[] = {"any", "line", "rows", "rows-of-", "planes-of-"};
    std::string name = kNames[static_cast<std::size_t>(layout)];
    if (layout == Layout::kNarrow || layout == Layout::kPlanes)
      name += std::to_string(row);
    if (layout == Layout::kPlanes)
      name += "x" + std::to_string(rows);
    return name +
           (one_thread   ? "+one-thread"
            : one_warp   ? "+one-warp"
            : group == 2 ? one_group ? "+two-warps" : "+pairs"
            : group == 4 ? one_group ? "+four-warps" : "+fours"
            : group == 8 ? one_group ? "+eight-warps" : "+eights"
                         : "") +
           (unaligned ? "+unaligned" : "");
  }
  static std::optional<BlockClass> named(std::string_view name) {
    for (Layout layout : {Layout::kAny, Layout::kLine, Layout::kRows, Layout::kNarrow, Layout::kPlanes})
      for (std::uint8_t row : powersIf(layout == Layout::kNarrow || layout == Layout::kPlanes))
        for (std::uint8_t rows : powersIf(layout == Layout::kPlanes))
          for (std::uint8_t group : {1, 2, 4, 8})
            for (bool one_warp : {false, true})
              for (bool one_group : {false, true})
                for (bool one_thread : {false, true})
                  for (bool unaligned : {false, true})
                    if (BlockClass found{layout, row, rows, one_warp, group, one_group, one_thread,
                                         unaligned};
                        found.name() == name)
                      return found;
    return {};
  }

private:
  static constexpr std::size_t trianglesBelow(std::size_t n) { return n * (n + 1) / 2; }
  static std::span<const std::uint8_t> powersIf(bool has_rows) {
    static constexpr std::uint8_t kNone[] = {0}, kPowers[] = {1, 2, 4, 8, 16, 32};
    return has_rows ? std::span<const std::uint8_t>(kPowers) : kNone;
  }
};

} // namespace raddle

#endif
