// Counters of the profiler (see insert-counters), for a warp. What is known of all warps costs nothing: the table says how
// often a block runs, and counters say only by how much an access differs from the best one that there can be: one sector, or one
// wavefront, for each request (see profile/access_counts.h).

#include "vectorize/widen/emit/calls/known_accesses.h"

#include <cstdlib>

using namespace llvm;

namespace raddle::vectorize {

namespace {

using nvvm::Runtime;

class CounterEmitter : CounterCode {
public:
  CounterEmitter(WarpBuilder &warp, CallInst &call)
      : CounterCode(warp, warp.scalar(call.getArgOperand(1)),
                    static_cast<unsigned>(cast<ConstantInt>(call.getArgOperand(2))->getZExtValue())),
        call_(call) {}

  void emitBlock() {
    Value *warps = warp_.getInt64(1), *lanes = warp_.getInt64(kRaddleWarpSize);
    if (!WarpBuilder::isFull(warp_.mask)) {
      lanes = widenedToCounter(warp_.CreateUnaryIntrinsic(Intrinsic::ctpop, warp_.bits(warp_.mask)));
      if (warp_.may_be_empty)
        warps = widenedToCounter(warp_.anyLane(warp_.mask));
    }
    add(0, warps);
    add(1, lanes);
    if (!isa<ConstantPointerNull>(call_.getArgOperand(4)))
      addWork(warps);
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
    call(Runtime::raddle_warp_arrives, {warp_.thread, counters_, warp_.getInt32(first_),
                                        warp_.scalar(call_.getArgOperand(4)), warp_.bits(warp_.mask)});
  }

  void emitAccess() {
    const auto flags = static_cast<unsigned>(cast<ConstantInt>(call_.getArgOperand(5))->getZExtValue());
    const unsigned space = flags >> kRaddleCountSpaceShift & 0xff;
    const bool is_shared = space == kRaddleSpaceShared;
    Value *address = call_.getArgOperand(4);
    const analysis::LaneShape shape = warp_.shapes.of(address);
    const std::optional<std::int64_t> stride = strideOf(*address, shape);
    KnownAccessCounter known(warp_, counters_, first_, address, flags);
    const bool has_form = (is_shared || space == kRaddleSpaceGlobal) && isPowerOf2_32(flags & 0xff);
    if (has_form &&
        (is_shared ? countShared(known, shape, stride, flags) : countGlobal(known, stride, flags)))
      return;
    if (stride)
      return known.callForRow(*stride);
    emitCountOfLanes(warp_, counters_, first_, address, flags);
  }

private:
  // The instructions of the block to those that the warp has executed.
  void addWork(Value *warps) {
    Value *warp = widenedToCounter(warp_.scalar(call_.getArgOperand(5)));
    Value *place = warp_.CreateInBoundsGEP(warp_.getInt64Ty(), warp_.scalar(call_.getArgOperand(4)), warp);
    Value *more = warp_.CreateMul(warps, widenedToCounter(call_.getArgOperand(6)));
    Value *sum = warp_.CreateAdd(warp_.CreateAlignedLoad(warp_.getInt64Ty(), place, Align(8)), more);
    warp_.CreateAlignedStore(sum, place, Align(8));
  }

  // Counts an access to global memory whose lanes are at known distances. False where they are not known, or have no short form.
  static bool countGlobal(KnownAccessCounter &known, std::optional<std::int64_t> stride, unsigned flags) {
    if (!stride || (flags & kRaddleCountAtomic && *stride != 0))
      return false;
    if (flags & kRaddleCountAtomic)
      known.countUpdatesOfOne(false);
    else if (*stride != 0) // else it is one sector
      known.countRow(*stride);
    return true;
  }

  // The same for shared memory.
  static bool countShared(KnownAccessCounter &known, const analysis::LaneShape &shape,
                          std::optional<std::int64_t> stride, unsigned flags) {
    const unsigned bytes = flags & 0xff;
    const bool is_one_word = stride == 0 && bytes <= BankPattern::kBankBytes;
    if (flags & kRaddleCountAtomic) {
      if (is_one_word)
        known.countUpdatesOfOne(true);
      return is_one_word;
    }
    // Neighbouring words are in banks of their own, wherever the row begins.
    const std::int64_t row = stride ? std::abs(*stride) * (kRaddleWarpSize - 1) + bytes : 0;
    constexpr std::int64_t kAllBanks = BankPattern::kBanks * BankPattern::kBankBytes;
    if (is_one_word || (stride && bytes < BankPattern::kBankBytes && row < kAllBanks - bytes))
      return true;
    if (!BankPattern::isKnownFor(shape, bytes))
      return false;
    known.countPattern(BankPattern(shape, bytes), stride);
    return true;
  }

  std::optional<std::int64_t> strideOf(const Value &address, const analysis::LaneShape &shape) const {
    if (warp_.isUniform(&address))
      return 0;
    return shape.isScalar() ? shape.stride() : std::nullopt;
  }

  CallInst &call_;
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
