// Counters of the profiler (see insert-counters), for a warp. What is known of all warps costs nothing: the table says how
// often a block runs, and counters say only by how much an access differs from the best one that there can be: one sector, or one
// wavefront, for each request (see profile/access_counts.h).

#include "vectorize/widen/emit/calls/calls.h"

#include <llvm/IR/MDBuilder.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Of an access; as profile/access_counts.h has them.
enum Counter : unsigned { kExtra = 2, kExcessive = 3 };
enum Memo : std::int64_t {
  kMemoKey = 32,
  kMemoCounted = 40,
  kMemoWordDistances = 48,
  kMemoBanks = 64,
  kMemoWordKey = 80,
  kMemoNumbers = 88
};
constexpr std::int64_t kSectorBytes = 32, kBankBytes = 4, kBanks = 32;

using nvvm::Runtime;

class CounterEmitter {
public:
  CounterEmitter(WarpBuilder &warp, CallInst &call)
      : warp_(warp), call_(call), counters_(warp.scalar(call.getArgOperand(1))),
        first_(static_cast<unsigned>(cast<ConstantInt>(call.getArgOperand(2))->getZExtValue())) {}

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
      return callForLanes(flags);
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
  Value *widenedToCounter(Value *value) { return warp_.CreateZExt(value, warp_.getInt64Ty()); }

  Value *placeOf(unsigned counter) {
    return warp_.CreateConstInBoundsGEP1_64(warp_.getInt64Ty(), counters_, first_ + counter);
  }

  void add(unsigned counter, Value *more) {
    if (auto *constant = dyn_cast<ConstantInt>(more); constant && constant->isZero())
      return;
    Value *place = placeOf(counter);
    Value *sum = warp_.CreateAdd(warp_.CreateAlignedLoad(warp_.getInt64Ty(), place, Align(8)), more);
    warp_.CreateAlignedStore(sum, place, Align(8));
  }

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

  // Of what the kernel can see, such a call reads and writes only what its operands lead to.
  void call(Runtime function, ArrayRef<Value *> arguments) {
    CallInst *call = callRuntime(warp_, function, arguments);
    call->setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
    for (unsigned i = 0; i < call->arg_size(); ++i)
      if (call->getArgOperand(i)->getType()->isPointerTy())
        call->addParamAttr(i, Attribute::NoCapture);
    call->addParamAttr(0, Attribute::ReadOnly);
  }

  void callForRow(std::int64_t stride, unsigned flags) {
    call(Runtime::raddle_count_row,
         {warp_.thread, placeOf(0), address(), warp_.getInt64(static_cast<std::uint64_t>(stride)),
          warp_.bits(warp_.mask), warp_.getInt32(flags)});
  }

  void callForLanes(unsigned flags) {
    const unsigned space = flags >> kRaddleCountSpaceShift & 0xff;
    Value *addresses = warp_.CreatePtrToInt(warp_.vector(call_.getArgOperand(4)),
                                            FixedVectorType::get(warp_.getInt64Ty(), kRaddleWarpSize));
    // Those of lanes that are not active may be anything, but always the same.
    addresses = warp_.CreateFreeze(addresses);
    // It counts for two kinds of memory.
    if (space == 0)
      return callForAddresses(placeOf(0), addresses, slotOfAddresses(), flags);
    // Mostly an access is like the last one at this place, a multiple of 128 bytes on.
    Value *bits = warp_.bits(warp_.mask);
    Value *lane = warp_.CreateAnd(warp_.firstLane(warp_.mask), warp_.getInt32(kRaddleWarpSize - 1));
    Value *first = warp_.CreateExtractElement(addresses, lane);
    Value *distances = warp_.CreateSelect(warp_.mask, warp_.CreateSub(addresses, warp_.splat(first)),
                                          Constant::getNullValue(addresses->getType()));
    Value *key = warp_.CreateOr(
        warp_.CreateOr(widenedToCounter(bits),
                       warp_.CreateShl(warp_.CreateAnd(first, warp_.getInt64(127)), warp_.getInt64(32))),
        warp_.getInt64(std::uint64_t{1} << 63));
    // The memos lie in front of the counters.
    const std::int64_t memo = -static_cast<std::int64_t>(first_ / 8 + 1) * kMemoNumbers;
    auto inMemo = [&](std::int64_t number) {
      return warp_.CreateGEP(warp_.getInt64Ty(), counters_,
                             warp_.getInt64(static_cast<std::uint64_t>(memo + number)));
    };
    Value *last = warp_.CreateAlignedLoad(addresses->getType(), inMemo(0), Align(64));
    Value *is_same = warp_.CreateICmpEQ(warp_.bits(warp_.CreateICmpEQ(distances, last)), warp_.getInt32(~0u));
    is_same = warp_.CreateAnd(
        is_same,
        warp_.CreateICmpEQ(key, warp_.CreateAlignedLoad(warp_.getInt64Ty(), inMemo(kMemoKey), Align(8))));
    BasicBlock *known = warp_.newBlock("counted.before"), *other = warp_.newBlock("other.access"),
               *after = warp_.newBlock("counted");
    warp_.CreateCondBr(is_same, known, other, MDBuilder(warp_.getContext()).createLikelyBranchWeights());
    warp_.SetInsertPoint(known);
    auto *all = FixedVectorType::get(warp_.getInt64Ty(), 8);
    Value *sum = warp_.CreateAdd(warp_.CreateAlignedLoad(all, placeOf(0), Align(64)),
                                 warp_.CreateAlignedLoad(all, inMemo(kMemoCounted), Align(64)));
    warp_.CreateAlignedStore(sum, placeOf(0), Align(64));
    warp_.CreateBr(after);
    warp_.SetInsertPoint(other);
    if (space == kRaddleSpaceShared && (flags & 0xff) <= kBankBytes && !(flags & kRaddleCountAtomic))
      addByBanks(addresses, bits, inMemo(kMemoWordDistances), inMemo(kMemoBanks), inMemo(kMemoWordKey),
                 after);
    callForAddresses(placeOf(0), addresses, inMemo(0), flags | kRaddleCountRemembers);
    warp_.CreateBr(after);
    warp_.SetInsertPoint(after);
  }

  // Where all lanes, active or not, are at the distances of the last access, and at most two active ones access the same bank, that is
  // all there is to know of it. Otherwise the code goes on.
  void addByBanks(Value *addresses, Value *bits, Value *distances_of_last, Value *banks_of_last,
                  Value *key_of_last, BasicBlock *after) {
    auto *words = FixedVectorType::get(warp_.getInt32Ty(), kRaddleWarpSize);
    Value *first = warp_.CreateExtractElement(addresses, warp_.getInt64(0));
    Value *distances = warp_.CreateTrunc(warp_.CreateSub(addresses, warp_.splat(first)), words);
    Value *last = warp_.CreateAlignedLoad(words, distances_of_last, Align(64));
    Value *key =
        warp_.CreateOr(warp_.CreateShl(warp_.CreateAnd(first, warp_.getInt64(127)), warp_.getInt64(32)),
                       warp_.getInt64(std::uint64_t{1} << 63));
    Value *is_same = warp_.CreateICmpEQ(warp_.bits(warp_.CreateICmpEQ(distances, last)), warp_.getInt32(~0u));
    is_same = warp_.CreateAnd(
        is_same, warp_.CreateICmpEQ(key, warp_.CreateAlignedLoad(warp_.getInt64Ty(), key_of_last, Align(8))));
    Value *banks = warp_.CreateAlignedLoad(words, banks_of_last, Align(64));
    Value *lanes = warp_.CreateUnaryIntrinsic(Intrinsic::ctpop, warp_.CreateAnd(banks, warp_.splat(bits)));
    Value *wavefronts = warp_.CreateIntMaxReduce(lanes);
    BasicBlock *few = warp_.newBlock("few.wavefronts"), *other = warp_.newBlock("other.banks");
    warp_.CreateCondBr(warp_.CreateAnd(is_same, warp_.CreateICmpULE(wavefronts, warp_.getInt32(2))), few,
                       other);
    warp_.SetInsertPoint(few);
    Value *extra = widenedToCounter(warp_.CreateICmpEQ(wavefronts, warp_.getInt32(2)));
    add(kExtra, extra);
    add(kExcessive, extra);
    warp_.CreateBr(after);
    warp_.SetInsertPoint(other);
  }

  AllocaInst *slotOfAddresses() {
    AllocaInst *&record = warp_.checked_lanes;
    if (!record) {
      record = warp_.slot(ArrayType::get(warp_.getInt8Ty(), sizeof(RaddleCheckedLanes)), "checked");
      record->setAlignment(Align(64));
    }
    return record;
  }

  void callForAddresses(Value *counters, Value *addresses, Value *memory, unsigned flags) {
    warp_.CreateAlignedStore(addresses, memory, Align(64));
    call(Runtime::raddle_count_lanes,
         {warp_.thread, counters, memory, warp_.bits(warp_.mask), warp_.getInt32(flags)});
  }

  WarpBuilder &warp_;
  CallInst &call_;
  Value *counters_, *address_ = nullptr;
  unsigned first_;
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
