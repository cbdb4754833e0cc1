#include "vectorize/widen/emit/calls/known_accesses.h"

#include <cstdlib>

using namespace llvm;

namespace raddle::vectorize {

namespace {

constexpr std::int64_t kSectorBytes = 32;

using nvvm::Runtime;

} // namespace

KnownAccessCounter::KnownAccessCounter(WarpBuilder &warp, Value *counters, unsigned first, Value *address,
                                       unsigned flags)
    : CounterCode(warp, counters, first), address_(address), flags_(flags), bytes_(flags & 0xff) {}

void KnownAccessCounter::branch(Value *condition, function_ref<void()> yes, function_ref<void()> no) {
  BasicBlock *then = warp_.newBlock("counted.so"), *otherwise = warp_.newBlock("counted.otherwise"),
             *after = warp_.newBlock("counted");
  warp_.CreateCondBr(condition, then, otherwise);
  warp_.SetInsertPoint(then);
  warp_.keepingValues(yes);
  warp_.CreateBr(after);
  warp_.SetInsertPoint(otherwise);
  warp_.keepingValues(no);
  warp_.CreateBr(after);
  warp_.SetInsertPoint(after);
}

void KnownAccessCounter::ifAllLanes(function_ref<void()> all, function_ref<void()> some) {
  if (WarpBuilder::isFull(warp_.mask))
    return all();
  branch(warp_.CreateICmpEQ(warp_.bits(warp_.mask), warp_.getInt32(~0u)), all, some);
}

// ---- global memory

void KnownAccessCounter::countRow(std::int64_t stride) {
  auto add = [&](const Lanes &lanes) {
    std::abs(stride) > kSectorBytes ? addWideRow(stride, lanes) : addNarrowRow(stride, lanes);
  };
  warp_.scalar(address_);
  ifAllLanes(
      [&] {
        add({number(0), number(kRaddleWarpSize)});
      },
      [&] {
        Value *bits = warp_.bits(warp_.mask);
        Value *first = warp_.CreateAnd(warp_.firstLane(warp_.mask), kRaddleWarpSize - 1);
        Value *from_first = warp_.CreateLShr(bits, first);
        // Neither none of them, nor one beyond a gap.
        Value *in_row = warp_.CreateICmpEQ(
            warp_.CreateAnd(from_first, warp_.CreateAdd(from_first, warp_.getInt32(1))), warp_.getInt32(0));
        in_row = warp_.CreateAnd(in_row, warp_.CreateICmpNE(bits, warp_.getInt32(0)));
        Value *count = widenedToCounter(warp_.CreateUnaryIntrinsic(Intrinsic::ctpop, bits));
        branch(
            in_row,
            [&] {
              add({widenedToCounter(first), count});
            },
            [&] { callForRow(stride); });
      });
}

Value *KnownAccessCounter::addressOf(Value *lane, std::int64_t stride) {
  return warp_.CreateAdd(warp_.CreatePtrToInt(warp_.scalar(address_), warp_.getInt64Ty()),
                         warp_.CreateMul(lane, number(stride)));
}

Value *KnownAccessCounter::idealSectors(const Lanes &lanes) {
  Value *all = warp_.CreateAdd(warp_.CreateMul(lanes.count, number(bytes_)), number(kSectorBytes - 1));
  return warp_.CreateLShr(all, 5);
}

// Each lane has a sector of its own.
void KnownAccessCounter::addWideRow(std::int64_t stride, const Lanes &lanes) {
  add(kExtra, warp_.CreateSub(lanes.count, number(1)));
  addExcessive(warp_.CreateSub(lanes.count, idealSectors(lanes)), stride);
}

// Each sector from the first to the last one is touched, and no access crosses the border of one.
void KnownAccessCounter::addNarrowRow(std::int64_t stride, const Lanes &lanes) {
  const std::int64_t width = std::abs(stride);
  Value *others = warp_.CreateSub(lanes.count, number(1));
  Value *lowest = addressOf(stride < 0 ? warp_.CreateAdd(lanes.first, others) : lanes.first, stride);
  Value *span = warp_.CreateAdd(warp_.CreateMul(others, number(width)), number(bytes_ - 1));
  Value *extra =
      warp_.CreateSub(warp_.CreateLShr(warp_.CreateAdd(lowest, span), 5), warp_.CreateLShr(lowest, 5));
  add(kExtra, extra);
  Value *excessive = warp_.CreateSub(extra, warp_.CreateSub(idealSectors(lanes), number(1)));
  // A dense row never touches less than the ideal.
  if (width != bytes_)
    excessive = warp_.CreateBinaryIntrinsic(Intrinsic::smax, excessive, number(0));
  // And what overlaps or is dense has one more at most, for which no distance is noted.
  if (width <= bytes_)
    add(kExcessive, excessive);
  else
    addExcessive(excessive, stride);
}

void KnownAccessCounter::addExcessive(Value *excessive, std::int64_t distance) {
  add(kExcessive, excessive);
  addDistance(distance, widenedToCounter(warp_.CreateICmpSGE(excessive, number(2))));
}

// See profile/access_counts.h.
void KnownAccessCounter::addDistance(std::int64_t distance, Value *times) {
  add(kDistances, warp_.CreateMul(times, number(distance)));
  add(kDistanceSquares, warp_.CreateMul(times, number(distance * distance)));
  add(kDistanceCount, times);
}

void KnownAccessCounter::countUpdatesOfOne(bool is_shared) {
  Value *lanes = warp_.CreateUnaryIntrinsic(Intrinsic::ctpop, warp_.bits(warp_.mask));
  Value *others = warp_.CreateBinaryIntrinsic(Intrinsic::usub_sat, widenedToCounter(lanes), number(1));
  add(kConflicts, others);
  // Of a sector they are one request, but each takes a wavefront of its own.
  if (!is_shared)
    return;
  add(kExtra, others);
  addExcessive(others, 0);
}

void KnownAccessCounter::callForRow(std::int64_t stride) {
  call(Runtime::raddle_count_row, {warp_.thread, placeOf(0), addressOf(number(0), stride), number(stride),
                                   warp_.bits(warp_.mask), warp_.getInt32(flags_)});
}

// ---- shared memory

void KnownAccessCounter::countPattern(const BankPattern &pattern, std::optional<std::int64_t> stride) {
  // Then fewer lanes have none either.
  const bool has_conflicts = pattern.wavefronts() != pattern.groups();
  if (!has_conflicts && pattern.groups() == 1)
    return;
  // The distance is that of the first and the last lane.
  const analysis::LaneShape shape = warp_.shapes.of(address_);
  const std::int64_t way = shape.offset(kRaddleWarpSize - 1), gaps = kRaddleWarpSize - 1;
  const std::int64_t distance = way % gaps ? 0 : way / gaps;
  ifAllLanes([&] { addFullPattern(pattern, distance); },
             [&] {
               if (!has_conflicts)
                 addGroups(pattern);
               else if (pattern.hasOwnWords())
                 addPatternByBanks(pattern, stride);
               else
                 countOtherwise(stride);
             });
}

// A wavefront for each that has active lanes.
void KnownAccessCounter::addGroups(const BankPattern &pattern) {
  const unsigned lanes = kRaddleWarpSize / pattern.groups();
  Value *groups = number(0);
  for (unsigned group = 0; group < pattern.groups(); ++group) {
    const std::uint32_t of_group = ((1u << lanes) - 1) << group * lanes;
    Value *active = warp_.CreateAnd(warp_.bits(warp_.mask), of_group);
    groups = warp_.CreateAdd(groups, widenedToCounter(warp_.CreateICmpNE(active, warp_.getInt32(0))));
  }
  add(kExtra, warp_.CreateBinaryIntrinsic(Intrinsic::usub_sat, groups, number(1)));
}

void KnownAccessCounter::addFullPattern(const BankPattern &pattern, std::int64_t distance) {
  const std::int64_t excessive = std::int64_t{pattern.wavefronts()} - pattern.groups();
  add(kExtra, number(std::int64_t{pattern.wavefronts()} - 1));
  addExcessive(number(excessive), distance);
}

Value *KnownAccessCounter::wavefrontsOf(const BankPattern &pattern, unsigned group, Value *bits) {
  const auto lanes = ArrayRef(pattern.lanesOfBanks()).slice(group * BankPattern::kBanks, BankPattern::kBanks);
  Value *table = ConstantDataVector::get(warp_.getContext(), lanes);
  Value *active = warp_.CreateAnd(table, warp_.CreateVectorSplat(BankPattern::kBanks, bits));
  return widenedToCounter(warp_.CreateIntMaxReduce(warp_.CreateUnaryIntrinsic(Intrinsic::ctpop, active)));
}

void KnownAccessCounter::addPatternByBanks(const BankPattern &pattern, std::optional<std::int64_t> stride) {
  Value *bits = warp_.bits(warp_.mask);
  Value *wavefronts = number(0), *groups = number(0);
  for (unsigned group = 0; group < pattern.groups(); ++group) {
    Value *of_group = wavefrontsOf(pattern, group, bits);
    wavefronts = warp_.CreateAdd(wavefronts, of_group);
    groups = warp_.CreateAdd(groups, widenedToCounter(warp_.CreateICmpNE(of_group, number(0))));
  }
  Value *excessive = warp_.CreateSub(wavefronts, groups);
  auto addAll = [&] {
    // None, where no lane is active.
    add(kExtra, warp_.CreateBinaryIntrinsic(Intrinsic::usub_sat, wavefronts, number(1)));
    if (stride)
      return addExcessive(excessive, *stride);
    add(kExcessive, excessive);
  };
  // How far lanes without a stride are apart depends on which are the first and the last one.
  if (stride)
    return addAll();
  branch(warp_.CreateICmpULT(excessive, number(2)), addAll, [&] { countOtherwise(stride); });
}

void KnownAccessCounter::countOtherwise(std::optional<std::int64_t> stride) {
  if (stride)
    return callForRow(*stride);
  emitCountOfLanes(warp_, counters_, first_, address_, flags_);
}

} // namespace raddle::vectorize
