// What the lanes of a warp have printed, where each of them runs by itself.
//
// A GPU runs the lanes of a warp together: a statement prints for all of them before the next one does. So their lines
// are held back until they can be put into that order, by the places in the program that the lanes had come to
// (RaddlePlace): of what each lane has to print next, what comes first in the program is printed first, for all lanes
// that stand there. A lane's own lines never change their order.
#ifndef RADDLE_RUNTIME_DEVICE_HELD_OUTPUT_H
#define RADDLE_RUNTIME_DEVICE_HELD_OUTPUT_H

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

/// What one block prints.
class HeldOutput {
public:
  explicit HeldOutput(OutputBuffer &output) : output_(output) {}

  /// `thread` prints `text` at its `place`, which is not null.
  void print(const RaddleThread &thread, std::string_view text);

  /// These lanes have waited for each other: what they print from here on comes after what they have printed.
  void meet(std::uint32_t warp, std::uint32_t lanes);

  /// Threads that acquire() from here on print after what this one has printed.
  void release(const RaddleThread &thread);
  void acquire(const RaddleThread &thread);

  /// From here on `warp` prints, and those that have printed before have ended.
  void beginWarp(std::uint32_t warp);

  void writeWarp(std::uint32_t warp);
  void writeAll();

private:
  enum class Kind : std::uint32_t {
    kLine,
    kMeeting, // with the lanes of a mask
    kBehind,  // what comes next is after the first entries of another lane
  };
  struct Entry {
    Kind kind;
    std::uint32_t first,
        second; // bytes of text and numbers of its place; the mask; the lane and how many entries
  };
  // One entry after the other, in three arrays.
  struct Lane {
    std::vector<Entry> entries;
    std::string text;
    std::vector<std::uint32_t> places;
    std::uint32_t released = 0; // so many entries
    bool acquires = false;      // before it prints next
    std::array<std::uint32_t, kRaddleWarpSize> acquired{};
  };
  using Lanes = std::array<Lane, kRaddleWarpSize>;

  class Reader;

  void orderBehindOthers(const RaddleThread &thread);
  static void passMeetings(std::span<Reader> readers);

  OutputBuffer &output_;
  std::vector<Lanes> warps_;
  std::size_t bytes_ = 0;
  std::uint32_t latest_warp_ = 0;
};

} // namespace raddle::runtime

#endif
