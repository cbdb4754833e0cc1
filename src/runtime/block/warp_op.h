// What the warp intrinsics compute, as pure functions over the operands of all lanes.
#ifndef RADDLE_RUNTIME_BLOCK_WARP_OP_H
#define RADDLE_RUNTIME_BLOCK_WARP_OP_H

#include "abi/kernel_abi.h"

#include <cstdint>

namespace raddle::runtime {

enum class WarpOp : std::uint8_t {
#define RADDLE_WARP_OPERATION(function, ...) function,
#include "abi/runtime_functions.def"
};

/// How a user calls it.
constexpr const char *spelling(WarpOp op) {
  constexpr const char *kSpellings[] = {
#define RADDLE_WARP_OPERATION(function, form, result, entry, spelling) spelling,
#include "abi/runtime_functions.def"
  };
  return kSpellings[static_cast<unsigned>(op)];
}

/// One slot per lane. A lane's result stays until the lane takes part in its next rendezvous.
struct WarpOperands {
  std::uint64_t value[kRaddleWarpSize]; // of shuffles: see shuffleOperand()
  std::uint64_t result[kRaddleWarpSize];
};

/// A value of 32 bits and the lane to read from, see shuffleSource().
constexpr std::uint64_t shuffleOperand(std::uint32_t value, std::uint32_t source) {
  return value | std::uint64_t{source} << 32;
}

/// Writes the result of every lane of `lanes`, those that take part.
void compute(WarpOp op, WarpOperands &operands, std::uint32_t lanes);

enum class Shuffle { kUp, kDown, kBfly, kIdx };

/// The lane that `lane` reads from in PTX shfl.sync with operands b and c; the lane itself where that is
/// outside the segment. PTX ISA, "shfl.sync".
inline std::uint32_t shuffleSource(Shuffle mode, std::uint32_t lane, std::uint32_t b, std::uint32_t c) {
  const int self = static_cast<int>(lane);
  const int distance = static_cast<int>(b & 0x1f);
  const int clamp = static_cast<int>(c & 0x1f);
  const int segment = static_cast<int>(c >> 8 & 0x1f);
  const int lowest = self & segment;
  const int limit = lowest | (clamp & ~segment);
  int source = self;
  bool inside = false;
  switch (mode) {
  case Shuffle::kUp:
    source = self - distance;
    inside = source >= limit;
    break;
  case Shuffle::kDown:
    source = self + distance;
    inside = source <= limit;
    break;
  case Shuffle::kBfly:
    source = self ^ distance;
    inside = source <= limit;
    break;
  case Shuffle::kIdx:
    source = lowest | (distance & ~segment);
    inside = source <= limit;
    break;
  }
  return inside ? static_cast<std::uint32_t>(source) : lane;
}

} // namespace raddle::runtime

#endif
