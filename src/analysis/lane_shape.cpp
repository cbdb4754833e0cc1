#include "analysis/lane_shape.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>

namespace raddle::analysis {

namespace {

std::uint64_t lowMask(unsigned bits) { return bits >= 64 ? ~0ull : (1ull << bits) - 1; }

std::int64_t signExtend(std::uint64_t value, unsigned width) {
  const unsigned unused = 64 - width;
  return static_cast<std::int64_t>(value << unused) >> unused;
}

std::int64_t wrapping(std::uint64_t value) { return static_cast<std::int64_t>(value); }

} // namespace

LaneShape LaneShape::varying() {
  LaneShape shape;
  shape.run_ = 1;
  shape.holds_signed_ = shape.holds_unsigned_ = true;
  return shape;
}

LaneShape LaneShape::uniform(unsigned known_bits, std::uint64_t low) {
  LaneShape shape;
  shape.run_ = kLanes;
  shape.known_bits_ = static_cast<std::uint8_t>(std::min(known_bits, kAllBits));
  shape.low_ = low & lowMask(known_bits);
  return shape;
}

LaneShape LaneShape::affine(std::int64_t stride, unsigned known_bits, bool holds_signed,
                            bool holds_unsigned) {
  LaneShape shape = uniform(known_bits);
  for (unsigned lane = 0; lane < kLanes; ++lane)
    shape.offsets_[lane] = wrapping(lane * static_cast<std::uint64_t>(stride));
  shape.holds_signed_ = holds_signed || stride == 0;
  shape.holds_unsigned_ = holds_unsigned || stride == 0;
  return shape;
}

LaneShape LaneShape::constants(const std::array<std::uint64_t, kLanes> &values, unsigned width) {
  LaneShape shape = uniform(kAllBits, values[0] & lowMask(width));
  // As signed numbers or as unsigned ones, whichever is smooth: an offset stands for itself modulo 2^width.
  bool is_signed = false;
  for (std::uint64_t value : values)
    is_signed |= signExtend(value, width) < 0;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    shape.offsets_[lane] = is_signed
                               ? wrapping(static_cast<std::uint64_t>(signExtend(values[lane], width)) -
                                          static_cast<std::uint64_t>(signExtend(values[0], width)))
                               : wrapping((values[lane] & lowMask(width)) - (values[0] & lowMask(width)));
  return shape.withFactsOf(width);
}

LaneShape LaneShape::constantsOf(unsigned width, llvm::function_ref<std::uint64_t(unsigned lane)> value) {
  std::array<std::uint64_t, kLanes> values;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    values[lane] = value(lane);
  return constants(values, width);
}

std::uint64_t LaneShape::valueOf(unsigned lane, unsigned width) const {
  return (low_ + static_cast<std::uint64_t>(offsets_[lane])) & lowMask(width);
}

std::optional<std::int64_t> LaneShape::stride() const {
  if (!isScalar())
    return std::nullopt;
  for (unsigned lane = 1; lane < kLanes; ++lane)
    if (offsets_[lane] != wrapping(lane * static_cast<std::uint64_t>(offsets_[1])))
      return std::nullopt;
  return offsets_[1];
}

unsigned LaneShape::trailingZeros() const {
  return std::min<unsigned>(known_bits_, static_cast<unsigned>(std::countr_zero(low_)));
}

bool LaneShape::differsOnlyBelow(unsigned bits) const {
  if (!isScalar() || bits > known_bits_)
    return false;
  if (isUniformInRuns())
    return true;
  if (bits >= 63)
    return false;
  const std::int64_t low = wrapping(low_ & lowMask(bits)), end = std::int64_t(1) << bits;
  return std::ranges::all_of(offsets_, [&](std::int64_t offset) {
    return offset > -end && offset < end && low + offset >= 0 && low + offset < end;
  });
}

unsigned LaneShape::bitsEqualInAllLanes() const {
  std::uint64_t differences = 0;
  for (std::int64_t offset : offsets_)
    differences |= static_cast<std::uint64_t>(offset);
  return static_cast<unsigned>(std::countr_zero(differences));
}

LaneShape LaneShape::rowOfMatrix(unsigned matrix) const {
  constexpr unsigned kRows = 8, kLanesOfRow = 4, kBits = 32;
  auto laneOf = [&](unsigned lane) { return matrix * kRows % kLanes + lane / kLanesOfRow; };
  if (!isKnown())
    return {};
  if (!isScalar())
    return uniform().inRunsOf(kLanesOfRow);
  LaneShape shape = uniform(known_bits_);
  shape.low_ = (low_ + static_cast<std::uint64_t>(offsets_[laneOf(0)])) & lowMask(known_bits_);
  for (unsigned lane = 0; lane < kLanes; ++lane)
    shape.offsets_[lane] = signExtend(static_cast<std::uint64_t>(offsets_[laneOf(lane)]) -
                                          static_cast<std::uint64_t>(offsets_[laneOf(0)]),
                                      kBits);
  return shape;
}

std::optional<unsigned> LaneShape::varyingBits() const {
  for (unsigned bits = 0; bits <= known_bits_; ++bits)
    if (differsOnlyBelow(bits))
      return bits;
  return std::nullopt;
}

LaneShape LaneShape::inRunsOf(unsigned lanes) const {
  if (lanes >= run_)
    return *this;
  LaneShape shape = *this;
  shape.run_ = static_cast<std::uint8_t>(lanes);
  shape.known_bits_ = 0;
  shape.low_ = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    shape.offsets_[lane] = wrapping(static_cast<std::uint64_t>(offsets_[lane]) -
                                    static_cast<std::uint64_t>(offsets_[lane & ~(lanes - 1)]));
  if (shape.isUniformInRuns())
    shape.holds_signed_ = shape.holds_unsigned_ = true;
  return shape;
}

// What the known bits say about the formula's validity for extended numbers.
LaneShape LaneShape::withFactsOf(unsigned width) const {
  LaneShape shape = *this;
  if (!isKnown())
    return shape;
  if (shape.known_bits_ >= width && shape.isScalar()) {
    shape.known_bits_ = kAllBits;
    shape.low_ &= lowMask(width);
  }
  if (isUniformInRuns()) {
    shape.holds_signed_ = shape.holds_unsigned_ = true;
    return shape;
  }
  if (shape.isConstant()) {
    // Numbers of 64 bits are looked at within 62, so that nothing here overflows.
    const std::int64_t half = std::int64_t(1) << (std::min(width, 62u) - 1);
    auto all = [&](std::int64_t first, std::int64_t begin, std::int64_t end) {
      return first >= begin && first < end && std::ranges::all_of(shape.offsets_, [&](std::int64_t offset) {
               return offset > -2 * half && offset < 2 * half && first + offset >= begin &&
                      first + offset < end;
             });
    };
    shape.holds_signed_ = all(signExtend(shape.low_, width), -half, half);
    shape.holds_unsigned_ = all(wrapping(shape.low_), 0, 2 * half);
  } else if (shape.known_bits_ < width && shape.differsOnlyBelow(shape.known_bits_)) {
    shape.holds_signed_ = shape.holds_unsigned_ = true;
  }
  return shape;
}

LaneShape LaneShape::meet(const LaneShape &a, const LaneShape &b) {
  if (!a.isKnown())
    return b;
  if (!b.isKnown())
    return a;
  unsigned run = std::min(a.run_, b.run_);
  LaneShape shape = a.inRunsOf(run);
  for (; shape.offsets_ != b.inRunsOf(run).offsets_; shape = a.inRunsOf(run))
    run /= 2;
  shape.holds_signed_ = shape.isUniformInRuns() || (a.holds_signed_ && b.holds_signed_);
  shape.holds_unsigned_ = shape.isUniformInRuns() || (a.holds_unsigned_ && b.holds_unsigned_);
  if (run == kLanes) {
    unsigned known = std::min(a.known_bits_, b.known_bits_);
    known = std::min<unsigned>(known, static_cast<unsigned>(std::countr_zero(a.low_ ^ b.low_)));
    shape.known_bits_ = static_cast<std::uint8_t>(known);
    shape.low_ = a.low_ & lowMask(known);
  }
  return shape;
}

LaneShape LaneShape::sum(const LaneShape &a, const LaneShape &b, bool negative, unsigned width, bool nsw,
                         bool nuw) {
  if (!a.isKnown() || !b.isKnown())
    return {};
  const unsigned run = std::min(a.run_, b.run_);
  const LaneShape left = a.inRunsOf(run), right = b.inRunsOf(run);
  auto combine = [&](std::uint64_t x, std::uint64_t y) { return negative ? x - y : x + y; };
  LaneShape shape = left;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    shape.offsets_[lane] = wrapping(combine(static_cast<std::uint64_t>(left.offsets_[lane]),
                                            static_cast<std::uint64_t>(right.offsets_[lane])));
  shape.known_bits_ = std::min(left.known_bits_, right.known_bits_);
  shape.low_ = combine(left.low_, right.low_) & lowMask(shape.known_bits_);
  shape.holds_signed_ = nsw && left.holds_signed_ && right.holds_signed_;
  shape.holds_unsigned_ = nuw && left.holds_unsigned_ && right.holds_unsigned_;
  return shape.withFactsOf(width);
}

LaneShape LaneShape::multiply(const LaneShape &a, const LaneShape &b, unsigned width, bool nsw, bool nuw) {
  if (b.isConstant() && b.isUniform() && a.isKnown()) {
    LaneShape shape = a;
    const std::int64_t factor = signExtend(b.low_, width);
    for (std::int64_t &offset : shape.offsets_)
      offset = wrapping(static_cast<std::uint64_t>(offset) * static_cast<std::uint64_t>(factor));
    shape.holds_signed_ = nsw && a.holds_signed_;
    shape.holds_unsigned_ = nuw && a.holds_unsigned_ && factor >= 0;
    unsigned known = a.known_bits_;
    if (a.isScalar())
      known = factor == 0
                  ? kAllBits
                  : std::min<unsigned>(known + static_cast<unsigned>(std::countr_zero(b.low_)), kAllBits);
    shape.known_bits_ = static_cast<std::uint8_t>(known);
    shape.low_ = (a.low_ * b.low_) & lowMask(known);
    return shape.withFactsOf(width);
  }
  if (a.isConstant() && a.isUniform())
    return multiply(b, a, width, nsw, nuw);
  LaneShape shape = ofEquals(a, b);
  if (shape.isUniform()) {
    // (A * 2^k + la) * (B * 2^m + lb)
    unsigned known =
        std::min({a.known_bits_ + b.trailingZeros(), b.known_bits_ + a.trailingZeros(), kAllBits});
    shape.known_bits_ = static_cast<std::uint8_t>(known);
    shape.low_ = (a.low_ * b.low_) & lowMask(known);
  }
  return shape.withFactsOf(width);
}

LaneShape LaneShape::bitwise(Bitwise operation, const LaneShape &a, const LaneShape &b, unsigned width) {
  auto apply = [&](std::uint64_t x, std::uint64_t y) {
    return operation == Bitwise::kAnd ? x & y : operation == Bitwise::kOr ? x | y : x ^ y;
  };
  // ~x is -1 - x.
  for (auto [x, y] : {std::pair(&a, &b), std::pair(&b, &a)})
    if (operation == Bitwise::kXor && y->isConstant() && y->isUniform() && y->low_ == lowMask(width) &&
        !x->isConstant())
      return subtract(*y, *x, width, true, true);
  // Bits below all those in which the lanes differ.
  for (auto [x, y] : {std::pair(&a, &b), std::pair(&b, &a)})
    if (operation == Bitwise::kAnd && y->isConstant() && y->isUniform() && x->isScalar() &&
        y->low_ <= lowMask(x->bitsEqualInAllLanes())) {
      const bool is_known = y->low_ <= lowMask(x->known_bits_);
      return uniform(is_known ? kAllBits : x->known_bits_, x->low_ & y->low_);
    }
  const unsigned known = std::min(a.known_bits_, b.known_bits_);
  if (known == kAllBits && a.isScalar() && b.isScalar())
    return constantsOf(width,
                       [&](unsigned lane) { return apply(a.valueOf(lane, width), b.valueOf(lane, width)); });
  const std::uint64_t mask = lowMask(known);
  auto low = [&](const LaneShape &shape, unsigned lane) {
    return (shape.low_ + static_cast<std::uint64_t>(shape.offsets_[lane])) & mask;
  };
  if (!a.differsOnlyBelow(known) || !b.differsOnlyBelow(known))
    return ofEquals(a, b);
  LaneShape shape = uniform(known, apply(low(a, 0), low(b, 0)));
  for (unsigned lane = 0; lane < kLanes; ++lane)
    shape.offsets_[lane] = wrapping(apply(low(a, lane), low(b, lane)) - shape.low_);
  // What `and` with a constant clears is known, too.
  if (operation == Bitwise::kAnd) {
    const LaneShape &constant = a.known_bits_ > b.known_bits_ ? a : b;
    if (constant.known_bits_ == kAllBits) {
      const std::uint64_t above = (constant.low_ & lowMask(width)) >> std::min(known, 63u);
      const unsigned cleared = above == 0 ? kAllBits : static_cast<unsigned>(std::countr_zero(above));
      shape.known_bits_ = static_cast<std::uint8_t>(std::min(known + cleared, kAllBits));
    }
  }
  return shape.withFactsOf(width);
}

LaneShape LaneShape::shiftedRight(unsigned distance, unsigned width, bool arithmetic) const {
  if (!isKnown() || distance == 0)
    return *this;
  if (isConstant()) {
    return constantsOf(width, [&](unsigned lane) {
      const std::uint64_t value = valueOf(lane, width);
      return arithmetic ? static_cast<std::uint64_t>(signExtend(value, width) >> distance)
                        : value >> distance;
    });
  }
  LaneShape shape = *this;
  if (differsOnlyBelow(known_bits_)) {
    for (unsigned lane = 0; lane < kLanes; ++lane)
      shape.offsets_[lane] =
          wrapping(((low_ + static_cast<std::uint64_t>(offsets_[lane])) >> distance) - (low_ >> distance));
    shape.known_bits_ = static_cast<std::uint8_t>(known_bits_ > distance ? known_bits_ - distance : 0);
    shape.low_ = shape.known_bits_ == 0 ? 0 : low_ >> distance;
    return shape.withFactsOf(width);
  }
  // (first + m * 2^distance) >> distance, where nothing wraps. Unsigned numbers do for lanes that are off, and a little
  // less than nothing.
  const std::uint64_t dropped = lowMask(distance);
  if (!arithmetic || !holds_signed_ || std::ranges::any_of(offsets_, [&](std::int64_t offset) {
        return (static_cast<std::uint64_t>(offset) & dropped) != 0;
      }))
    return ofEquals(*this, uniform());
  for (std::int64_t &offset : shape.offsets_)
    offset >>= distance;
  shape.known_bits_ = 0;
  shape.low_ = 0;
  shape.holds_signed_ = shape.holds_unsigned_ = true;
  return shape;
}

LaneShape LaneShape::truncated(unsigned width) const {
  if (!isKnown())
    return {};
  if (isConstant())
    return constantsOf(width, [&](unsigned lane) { return valueOf(lane, width); });
  LaneShape shape = *this;
  shape.holds_signed_ = shape.holds_unsigned_ = false;
  return shape.withFactsOf(width);
}

LaneShape LaneShape::extended(unsigned from, unsigned to, bool is_signed, bool is_non_negative) const {
  if (!isKnown())
    return {};
  if (isConstant())
    return constantsOf(to, [&](unsigned lane) {
      const std::uint64_t value = valueOf(lane, from);
      return is_signed ? static_cast<std::uint64_t>(signExtend(value, from)) : value;
    });
  LaneShape shape = *this;
  if (is_signed ? holds_signed_ : holds_unsigned_ || (holds_signed_ && is_non_negative)) {
    // Read as a number of the wider type, a sign-extended one that is negative is a huge unsigned one; its
    // lanes stay on one side only where they did so before.
    shape.holds_signed_ = true;
    shape.holds_unsigned_ = is_signed ? holds_unsigned_ || isUniformInRuns() : true;
    return shape.withFactsOf(to);
  }
  return ofEquals(*this, uniform());
}

LaneShape LaneShape::ofEquals(const LaneShape &a, const LaneShape &b) {
  if (!a.isKnown() || !b.isKnown())
    return {};
  unsigned run = std::min(a.run_, b.run_);
  while (!a.inRunsOf(run).isUniformInRuns() || !b.inRunsOf(run).isUniformInRuns())
    run /= 2;
  LaneShape shape;
  shape.run_ = static_cast<std::uint8_t>(run);
  return shape;
}

std::string describe(const LaneShape &shape) {
  if (!shape.isKnown())
    return "?";
  if (shape.run() == 1)
    return "varying";
  if (shape.isUniform())
    return "uniform";
  if (auto stride = shape.stride())
    return fmt::format("lane * {}", *stride);
  // The longest runs that are regular.
  for (unsigned run = shape.run(); run > 1; run /= 2) {
    const LaneShape part = shape.inRunsOf(run);
    bool regular = true;
    for (unsigned lane = 0; lane < LaneShape::kLanes; ++lane)
      regular &= part.offset(lane) == (lane % run) * part.offset(1);
    if (regular)
      return part.offset(1) == 0 ? fmt::format("the same for {} lanes each", run)
                                 : fmt::format("runs of {} lanes: lane * {}", run, part.offset(1));
  }
  std::string text = shape.isScalar() ? "pattern" : fmt::format("runs of {}:", shape.run());
  for (unsigned lane = 0; lane < shape.run(); ++lane)
    text += fmt::format(" {}", shape.offset(lane));
  return text;
}

} // namespace raddle::analysis
