// Counters of the profiler (see insert-counters), for a warp. What is known of all warps costs nothing: the table says how
// often a block runs, and counters say only by how much an access differs from the best one that there can be: one sector, or one
// wavefront, for each request (see profile/access_counts.h).

#include "vectorize/widen/emit/calls/counter_code.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

constexpr std::int64_t kSectorBytes = 32, kBankBytes = 4, kBanks = 32;

using nvvm::Runtime;

class CounterEmitter : CounterCode {
public:
  CounterEmitter(WarpBuilder &warp, CallInst &call)
      : CounterCode(warp, warp.scalar(call.getArgOperand(1)),
                    static_cast<unsigned>(cast<ConstantInt>(call.getArgOperand(2))->getZExtValue())),
        call_(call) {}

  void emitBlock() {
    if (WarpBuilder::isFull(warp_.mask))
      return addBoth(warp_.getInt64(1), warp_.getInt64(kRaddleWarpSize));
    Value *lanes = warp_.CreateUnaryIntrinsic(Intrinsic::ctpop, warp_.bits(warp_.mask));
    Value *warps = warp_.may_be_empty ? widenedToCounter(warp_.anyLane(warp_.mask)) : warp_.getInt64(1);
    addBoth(warps, widenedToCounter(lanes));
  }

  void emitBranch() {
    Value *way = call_.getArgOperand(4);
    if (warp_.isUniform(way))
      return;
    Value *ways = warp_.vector(way);
    Value *ours = warp_.CreateAnd(warp_.CreateICmpEQ(ways, warp_.splat(warp_.ofFirstLane(way))), warp_.mask);
    Value *divides = warp_.CreateICmpNE(warp_.bits(ours), warp_.bits(warp_.mask));
    add(0, widenedToCounter(divides));
  }

  void emitBarrier() {
    call(Runtime::raddle_warp_arrives,
         {warp_.thread, counters_, warp_.getInt32(first_), call_.getArgOperand(4),
          warp_.scalar(call_.getArgOperand(5)), warp_.bits(warp_.mask)});
  }

  void emitAccess() {
    const auto flags = static_cast<unsigned>(cast<ConstantInt>(call_.getArgOperand(5))->getZExtValue());
    const unsigned space = flags >> kRaddleCountSpaceShift & 0xff;
    const bool is_atomic = flags & kRaddleCountAtomic;
    const std::int64_t bytes = flags & 0xff;
    const std::optional<std::int64_t> stride = strideOfAddress();
    const bool is_known = space == kRaddleSpaceGlobal || space == kRaddleSpaceShared;
    // One sector, or one wavefront.
    if (is_known && stride == 0 && !is_atomic)
      return;
    if (!stride)
      return emitCountOfLanes(warp_, counters_, first_, call_.getArgOperand(4), flags);
    const bool has_short_form = is_known && !is_atomic && isPowerOf2_64(static_cast<std::uint64_t>(bytes));
    if (!has_short_form || (space == kRaddleSpaceShared && (bytes < kBankBytes || *stride % kBankBytes != 0)))
      return callForRow(*stride, flags);
    if (space == kRaddleSpaceShared && bytes == kBankBytes && std::abs(*stride) == kBankBytes)
      return;
    // If all lanes are active, the stride tells nearly all.
    if (WarpBuilder::isFull(warp_.mask))
      return space == kRaddleSpaceShared ? addSharedRow(*stride, bytes) : addGlobalRow(*stride, bytes);
    BasicBlock *full = warp_.newBlock("all.counted"), *some = warp_.newBlock("some.counted"),
               *after = warp_.newBlock("counted");
    Value *address = warp_.scalar(call_.getArgOperand(4));
    warp_.CreateCondBr(warp_.CreateICmpEQ(warp_.bits(warp_.mask), warp_.getInt32(~0u)), full, some);
    warp_.SetInsertPoint(full);
    address_ = address;
    space == kRaddleSpaceShared ? addSharedRow(*stride, bytes) : addGlobalRow(*stride, bytes);
    warp_.CreateBr(after);
    warp_.SetInsertPoint(some);
    callForRow(*stride, flags);
    warp_.CreateBr(after);
    warp_.SetInsertPoint(after);
  }

private:
  void addBoth(Value *first, Value *second) {
    add(0, first);
    add(1, second);
  }

  std::optional<std::int64_t> strideOfAddress() const {
    const Value *address = call_.getArgOperand(4);
    if (warp_.isUniform(address))
      return 0;
    const analysis::LaneShape shape = warp_.shapes.of(address);
    return shape.isScalar() ? shape.stride() : std::nullopt;
  }

  Value *address() {
    if (!address_)
      address_ = warp_.scalar(call_.getArgOperand(4));
    return warp_.CreatePtrToInt(address_, warp_.getInt64Ty());
  }

  // Of 32 lanes whose accesses do not cross the borders of sectors.
  void addGlobalRow(std::int64_t stride, std::int64_t bytes) {
    const std::int64_t width = std::abs(stride), ideal = bytes;
    if (width > kSectorBytes) {
      add(kExtra, warp_.getInt64(kRaddleWarpSize - 1));
      add(kExcessive, warp_.getInt64(static_cast<std::uint64_t>(kRaddleWarpSize - ideal)));
      addDistance(stride);
      return;
    }
    Value *lowest = address();
    if (stride < 0)
      lowest = warp_.CreateSub(lowest, warp_.getInt64(static_cast<std::uint64_t>(width * 31)));
    const auto span = static_cast<std::uint64_t>(width * 31 + bytes - 1);
    Value *extra = warp_.CreateSub(warp_.CreateLShr(warp_.CreateAdd(lowest, warp_.getInt64(span)), 5),
                                   warp_.CreateLShr(lowest, 5));
    add(kExtra, extra);
    const auto best = static_cast<std::uint64_t>(ideal - 1);
    if (width <= bytes) {
      // Overlapping ones may touch less than the ideal, and never two more.
      Value *excessive = warp_.CreateSub(extra, warp_.getInt64(best));
      add(kExcessive, width == bytes
                          ? excessive
                          : warp_.CreateBinaryIntrinsic(Intrinsic::smax, excessive, warp_.getInt64(0)));
      return;
    }
    add(kExcessive, warp_.CreateBinaryIntrinsic(Intrinsic::smax, warp_.CreateSub(extra, warp_.getInt64(best)),
                                                warp_.getInt64(0)));
    // Whether that is two or more depends on where the row begins only if it is nearly dense.
    const std::int64_t least = (width * 31 + bytes + kSectorBytes - 1) / kSectorBytes - ideal;
    if (least >= 2)
      return addDistance(stride);
    Value *is_much = warp_.CreateICmpUGE(extra, warp_.getInt64(best + 2));
    addDistance(stride, widenedToCounter(is_much));
  }

  // See kDistances.
  void addDistance(std::int64_t stride, Value *times = nullptr) {
    auto number = [&](std::int64_t value) { return warp_.getInt64(static_cast<std::uint64_t>(value)); };
    if (!times)
      times = number(1);
    add(4, warp_.CreateMul(times, number(stride)));
    add(5, warp_.CreateMul(times, number(stride * stride)));
    add(6, times);
  }

  // Where a row begins does not matter to its conflicts: other banks have them.
  void addSharedRow(std::int64_t stride, std::int64_t bytes) {
    const std::int64_t groups = bytes <= kBankBytes ? 1 : bytes / kBankBytes;
    const std::int64_t lanes = kRaddleWarpSize / groups,
                       words = std::max<std::int64_t>(bytes / kBankBytes, 1);
    std::int64_t most = 1;
    SmallVector<SmallVector<std::int64_t, 4>, kBanks> by_bank(kBanks);
    for (std::int64_t lane = 0; lane < lanes; ++lane)
      for (std::int64_t word = 0; word < words; ++word) {
        const std::int64_t number = stride / kBankBytes * lane + word;
        auto &bank = by_bank[static_cast<std::size_t>((number % kBanks + kBanks) % kBanks)];
        if (!is_contained(bank, number))
          bank.push_back(number);
        most = std::max(most, static_cast<std::int64_t>(bank.size()));
      }
    add(kExtra, warp_.getInt64(static_cast<std::uint64_t>(groups * most - 1)));
    add(kExcessive, warp_.getInt64(static_cast<std::uint64_t>(groups * (most - 1))));
    if (groups * (most - 1) >= 2)
      addDistance(stride);
  }

  void callForRow(std::int64_t stride, unsigned flags) {
    call(Runtime::raddle_count_row,
         {warp_.thread, placeOf(0), address(), warp_.getInt64(static_cast<std::uint64_t>(stride)),
          warp_.bits(warp_.mask), warp_.getInt32(flags)});
  }

  CallInst &call_;
  Value *address_ = nullptr;
};

} // namespace

void emitCounter(WarpBuilder &warp, CallInst &call) {
  CounterEmitter emitter(warp, call);
  if (nvvm::isCallOf(call, Runtime::raddle_count_block))
    emitter.emitBlock();
  else if (nvvm::isCallOf(call, Runtime::raddle_count_branch))
    emitter.emitBranch();
  else if (nvvm::isCallOf(call, Runtime::raddle_count_barrier))
    emitter.emitBarrier();
  else
    emitter.emitAccess();
}

} // namespace raddle::vectorize
