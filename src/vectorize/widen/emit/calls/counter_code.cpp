#include "vectorize/widen/emit/calls/counter_code.h"

#include <llvm/IR/MDBuilder.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

using nvvm::Runtime;

// See profile/access_counts.h.
enum Memo : std::int64_t {
  kMemoKey = 32,
  kMemoCounted = 40,
  kMemoWordDistances = 48,
  kMemoBanks = 64,
  kMemoWordKey = 80,
  kMemoNumbers = 88
};
constexpr std::int64_t kBankBytes = 4;

class LaneCounter : CounterCode {
public:
  LaneCounter(WarpBuilder &warp, Value *counters, unsigned first, Value *addresses)
      : CounterCode(warp, counters, first), addresses_(addresses) {}

  void emit(unsigned flags) {
    const unsigned space = flags >> kRaddleCountSpaceShift & 0xff;
    Value *addresses = warp_.CreatePtrToInt(warp_.vector(addresses_),
                                            FixedVectorType::get(warp_.getInt64Ty(), kRaddleWarpSize));
    // Those of lanes that are not active may be anything, but always the same.
    addresses = warp_.CreateFreeze(addresses);
    // It counts for two kinds of memory, or what was counted before helps little: updates are seldom made at the same distances.
    if (space == 0 || flags & kRaddleCountAtomic)
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
    if (space == kRaddleSpaceShared && (flags & 0xff) <= kBankBytes)
      addByBanks(addresses, bits, inMemo(kMemoWordDistances), inMemo(kMemoBanks), inMemo(kMemoWordKey),
                 after);
    callForAddresses(placeOf(0), addresses, inMemo(0), flags | kRaddleCountRemembers);
    warp_.CreateBr(after);
    warp_.SetInsertPoint(after);
  }

private:
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

  Value *addresses_;
};

} // namespace

Value *CounterCode::placeOf(unsigned counter) {
  return warp_.CreateConstInBoundsGEP1_64(warp_.getInt64Ty(), counters_, first_ + counter);
}

void CounterCode::add(unsigned counter, Value *more) {
  if (auto *constant = dyn_cast<ConstantInt>(more); constant && constant->isZero())
    return;
  Value *place = placeOf(counter);
  Value *sum = warp_.CreateAdd(warp_.CreateAlignedLoad(warp_.getInt64Ty(), place, Align(8)), more);
  warp_.CreateAlignedStore(sum, place, Align(8));
}

// Of what the kernel can see, such a call reads and writes only what its operands lead to.
void CounterCode::call(nvvm::Runtime function, ArrayRef<Value *> arguments) {
  CallInst *call = callRuntime(warp_, function, arguments);
  call->setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
  for (unsigned i = 0; i < call->arg_size(); ++i)
    if (call->getArgOperand(i)->getType()->isPointerTy())
      call->addParamAttr(i, Attribute::NoCapture);
  call->addParamAttr(0, Attribute::ReadOnly);
}

void emitCountOfLanes(WarpBuilder &warp, Value *counters, unsigned first, Value *addresses, unsigned flags) {
  LaneCounter(warp, counters, first, addresses).emit(flags);
}

} // namespace raddle::vectorize
