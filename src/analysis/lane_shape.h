// How one value differs between the lanes of a warp.
//
//   uniform   the same in all active lanes                          blockIdx.x, a kernel's parameters
//   affine    value of lane 0 + lane * stride, stride a constant    threadIdx.x of a warp within one row
//   pattern   value of lane 0 + a constant of the lane              threadIdx.x % 8, (threadIdx.x / 4) * 16
//   runs      the same, but only within runs of 2, 4, 8 or 16       threadIdx.y * n + threadIdx.x in blocks
//             lanes, each counted from its own first lane           that are 16 wide
//   varying   anything else                                         p[threadIdx.x]
//
// All of them are one form: lanes come in runs, and within a run a lane's value is that of the run's first
// lane plus a constant. Uniform, affine and pattern are one run of 32, and varying is runs of one lane.
// "Value of the first lane" is what the formula gives, whether that lane is active or not, so what is one run
// is held in a scalar.
#ifndef RADDLE_ANALYSIS_LANE_SHAPE_H
#define RADDLE_ANALYSIS_LANE_SHAPE_H

#include "abi/kernel_abi.h"

#include <llvm/ADT/STLFunctionalExtras.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace raddle::analysis {

class LaneShape {
public:
  static constexpr unsigned kLanes = kRaddleWarpSize;
  static constexpr unsigned kAllBits = 64;
  using Offsets = std::array<std::int64_t, kLanes>;

  /// Unknown yet: where the analysis begins.
  LaneShape() = default;
  static LaneShape varying();
  /// The low bits of the value that are known; all of them for a constant.
  static LaneShape uniform(unsigned known_bits = 0, std::uint64_t low = 0);
  /// offset(lane) = lane * stride.
  static LaneShape affine(std::int64_t stride, unsigned known_bits, bool holds_signed, bool holds_unsigned);
  /// A number of `width` bits that is known in each lane.
  static LaneShape constants(const std::array<std::uint64_t, kLanes> &values, unsigned width);
  static LaneShape constantsOf(unsigned width, llvm::function_ref<std::uint64_t(unsigned lane)> value);

  bool isKnown() const { return run_ != 0; }
  /// One run of 32 lanes: held as lane 0's value.
  bool isScalar() const { return run_ == kLanes; }
  bool isUniform() const { return isScalar() && isUniformInRuns(); }
  bool isVarying() const { return isKnown() && !isScalar(); }
  bool isUniformInRuns() const { return offsets_ == Offsets{}; }
  /// The difference from lane to lane, where it is the same for all; in bytes for pointers.
  std::optional<std::int64_t> stride() const;

  /// Lanes in a run: a power of two, 1 to 32.
  unsigned run() const { return run_; }
  /// What a lane's value is more than that of its run's first lane; in bytes for pointers.
  std::int64_t offset(unsigned lane) const { return offsets_[lane]; }

  /// A constant in each lane, of `width` bits: see `valueOf`.
  bool isConstant() const { return isScalar() && known_bits_ == kAllBits; }
  std::uint64_t valueOf(unsigned lane, unsigned width) const;

  /// So many low bits of lane 0's value are known, to be `low()`.
  unsigned knownBits() const { return known_bits_; }
  std::uint64_t low() const { return low_; }
  unsigned trailingZeros() const;
  /// Above the lowest `bits` bits, which are known, all lanes are equal.
  bool differsOnlyBelow(unsigned bits) const;
  /// Adding a lane's offset to lane 0's value never carries into unknown bits.
  bool neverCarries() const { return isConstant() || differsOnlyBelow(known_bits_); }
  /// So many low bits are equal in all lanes, where they are one run.
  unsigned bitsEqualInAllLanes() const;
  /// The fewest bits for which differsOnlyBelow() holds, if any.
  std::optional<unsigned> varyingBits() const;

  /// The formula also holds for the value read as a signed (an unsigned) number: extensions keep it.
  bool holdsSigned() const { return holds_signed_; }
  bool holdsUnsigned() const { return holds_unsigned_; }

  /// Runs of at most so many lanes.
  LaneShape inRunsOf(unsigned lanes) const;

  bool operator==(const LaneShape &) const = default;

  // ---- The shape of a result, from those of the operands; `width` is the result's, in bits. `nsw` and `nuw`
  // are the promises of the operation.

  /// What is true of both.
  static LaneShape meet(const LaneShape &a, const LaneShape &b);
  static LaneShape add(const LaneShape &a, const LaneShape &b, unsigned width, bool nsw, bool nuw) {
    return sum(a, b, false, width, nsw, nuw);
  }
  static LaneShape subtract(const LaneShape &a, const LaneShape &b, unsigned width, bool nsw, bool nuw) {
    return sum(a, b, true, width, nsw, nuw);
  }
  static LaneShape multiply(const LaneShape &a, const LaneShape &b, unsigned width, bool nsw, bool nuw);
  enum class Bitwise { kAnd, kOr, kXor };
  static LaneShape bitwise(Bitwise operation, const LaneShape &a, const LaneShape &b, unsigned width);
  LaneShape shiftedRight(unsigned distance, unsigned width, bool arithmetic) const;
  LaneShape truncated(unsigned width) const;
  /// Lanes 4g to 4g + 3 have what lane 8 * matrix + g has: places in shared memory, which extensions keep.
  LaneShape rowOfMatrix(unsigned matrix) const;
  LaneShape extended(unsigned from, unsigned to, bool is_signed, bool is_non_negative) const;
  /// Equal operands give equal results: an operation without effect.
  static LaneShape ofEquals(const LaneShape &a, const LaneShape &b);

private:
  static LaneShape sum(const LaneShape &a, const LaneShape &b, bool negative, unsigned width, bool nsw,
                       bool nuw);
  LaneShape withFactsOf(unsigned width) const;

  std::uint8_t run_ = 0;
  std::uint8_t known_bits_ = 0;
  bool holds_signed_ = true;
  bool holds_unsigned_ = true;
  std::uint64_t low_ = 0;
  Offsets offsets_{};
};

/// "uniform", "lane * 4", "runs of 16 lanes: lane * 4", "the same for 8 lanes each", "pattern 0 5 2 ...",
/// "varying": for `raddle explain` and tests.
std::string describe(const LaneShape &shape);

} // namespace raddle::analysis

#endif
