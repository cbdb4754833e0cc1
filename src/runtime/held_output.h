// What the lanes of a warp have printed, where each of them runs by itself.
//
// A GPU runs the lanes of a warp together: a statement prints for all of them before the next one does. So their lines
// are held back until they can be put into that order, by the places in the program that the lanes had come to
// (RaddlePlace): of what each lane has to print next, what comes first in the program is printed first, for all lanes
// that stand there. A lane's own lines never change their order.
#ifndef RADDLE_RUNTIME_HELD_OUTPUT_H
#define RADDLE_RUNTIME_HELD_OUTPUT_H

#include "abi/kernel_abi.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace raddle::runtime {

class OutputBuffer;

/// Of one block.
class HeldOutput {
public:
  explicit HeldOutput(OutputBuffer &output) : output_(output) {}

  /// `thread` prints `text` at its `place`, which is not null.
  void print(const RaddleThread &thread, std::string_view text);

  /// These lanes have waited for each other: what they print from here on comes behind what they have printed.
  void meet(std::uint32_t warp, std::uint32_t lanes);

  /// From here on `warp` prints, and those that have printed before have ended.
  void beginWarp(std::uint32_t warp);

  void writeWarp(std::uint32_t warp);
  void writeAll();

private:
  // A line that the lane has printed, or a meeting with the lanes of a mask.
  struct Entry {
    std::uint32_t lanes_met; // 0: a line
    std::uint32_t text_bytes;
    std::uint32_t place_numbers;
  };
  // One entry after the other, in three arrays.
  struct Lane {
    std::vector<Entry> entries;
    std::string text;
    std::vector<std::uint32_t> places;
  };
  using Lanes = std::array<Lane, kRaddleWarpSize>;

  class Reader;

  static void passMeetings(std::span<Reader> readers);

  OutputBuffer &output_;
  std::vector<Lanes> warps_;
  std::size_t bytes_ = 0;
  std::uint32_t latest_warp_ = 0;
};

} // namespace raddle::runtime

#endif
