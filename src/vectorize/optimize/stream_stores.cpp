#include "vectorize/optimize/stream_stores.h"

#include "vectorize/fields.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <optional>

using namespace llvm;

namespace raddle::vectorize {

namespace {

constexpr std::uint64_t kLineBytes = 64;

class StoreStreamer {
public:
  explicit StoreStreamer(Function &entry) : entry_(entry), layout_(entry.getParent()->getDataLayout()) {}

  void run() {
    if (othersCanTell())
      return;
    for (Instruction &instruction : instructions(entry_))
      if (const Value *address = addressRead(instruction))
        if (auto parameter = parameterOf(*address))
          read_.insert(*parameter);
    SmallVector<Instruction *, 16> stores;
    SmallVector<IntrinsicInst *, 8> prefetches;
    for (Instruction &instruction : instructions(entry_)) {
      if (isWorthwhile(instruction))
        stores.push_back(&instruction);
      else if (auto *call = dyn_cast<IntrinsicInst>(&instruction);
               call && call->getIntrinsicID() == Intrinsic::prefetch && isStreamed(*call->getArgOperand(0)))
        prefetches.push_back(call);
    }
    if (stores.empty())
      return;
    IRBuilder<> builder(&*entry_.getEntryBlock().getFirstInsertionPt());
    streams_ = builder.CreateIsNotNull(
        loadInvariant(builder, entry_.getArg(0), offsetof(RaddleBlock, streams), builder.getInt32Ty()));
    // What is not read need not be fetched either.
    for (IntrinsicInst *prefetch : prefetches) {
      builder.SetInsertPoint(prefetch);
      prefetch->setArgOperand(0,
                              builder.CreateSelect(streams_, entry_.getArg(0), prefetch->getArgOperand(0)));
    }
    for (Instruction *store : stores)
      stream(*store);
  }

private:
  static bool isCold(const CallInst &call) {
    const Function *callee = call.getCalledFunction();
    return call.doesNotReturn() || (callee && callee->getName().ends_with("divides_by_zero"));
  }

  // Whether other blocks, or the host, may find out in which order this one stores.
  bool othersCanTell() const {
    return any_of(instructions(entry_), [&](const Instruction &instruction) {
      if (instruction.isAtomic())
        return true;
      // The warp that is at work is noted for reports. A volatile copy has no such address.
      if (instruction.isVolatile()) {
        const Value *address = getLoadStorePointerOperand(&instruction);
        return !address || getUnderlyingObject(address) != entry_.getArg(0);
      }
      auto *call = dyn_cast<CallInst>(&instruction);
      return call && !isa<IntrinsicInst>(call) && !call->onlyReadsMemory() && !isCold(*call);
    });
  }

  // The place among the kernel's parameters of the pointer that an address is computed from.
  std::optional<std::int64_t> parameterOf(const Value &address) const {
    auto *load = dyn_cast<LoadInst>(getUnderlyingObject(&address, /*MaxLookup=*/0));
    if (!load)
      return std::nullopt;
    std::int64_t offset = 0;
    const Value *base = GetPointerBaseWithConstantOffset(load->getPointerOperand(), offset, layout_);
    return base == entry_.getArg(1) ? std::optional(offset) : std::nullopt;
  }

  static const Value *addressRead(const Instruction &instruction) {
    if (auto *load = dyn_cast<LoadInst>(&instruction))
      return load->getPointerOperand();
    if (auto *copy = dyn_cast<AnyMemTransferInst>(&instruction))
      return copy->getRawSource();
    auto *call = dyn_cast<IntrinsicInst>(&instruction);
    const bool reads = call && (call->getIntrinsicID() == Intrinsic::masked_load ||
                                call->getIntrinsicID() == Intrinsic::masked_gather);
    return reads ? call->getArgOperand(0) : nullptr;
  }

  // The address and the value of a store, masked or not.
  static std::pair<Value *, Value *> storeOf(Instruction &instruction) {
    if (auto *store = dyn_cast<StoreInst>(&instruction); store && store->isSimple())
      return {store->getPointerOperand(), store->getValueOperand()};
    if (auto *call = dyn_cast<IntrinsicInst>(&instruction);
        call && call->getIntrinsicID() == Intrinsic::masked_store && !isa<Constant>(call->getArgOperand(3)))
      return {call->getArgOperand(1), call->getArgOperand(0)};
    return {};
  }

  bool isStreamed(const Value &address) const {
    const auto parameter = parameterOf(address);
    return parameter && !read_.contains(*parameter);
  }

  bool isWorthwhile(Instruction &instruction) const {
    const auto [address, value] = storeOf(instruction);
    return address && isa<FixedVectorType>(value->getType()) &&
           layout_.getTypeStoreSize(value->getType()).getFixedValue() % kLineBytes == 0 &&
           isStreamed(*address);
  }

  void stream(Instruction &instruction) const {
    const auto [address, value] = storeOf(instruction);
    IRBuilder<> builder(&instruction);
    Value *place = builder.CreatePtrToInt(address, builder.getInt64Ty());
    Value *whole = builder.CreateIsNull(builder.CreateAnd(place, builder.getInt64(kLineBytes - 1)));
    whole = builder.CreateAnd(streams_, whole);
    if (auto *call = dyn_cast<IntrinsicInst>(&instruction)) {
      Value *mask = call->getArgOperand(3);
      Type *bits = builder.getIntNTy(cast<FixedVectorType>(mask->getType())->getNumElements());
      whole = builder.CreateAnd(
          whole, builder.CreateICmpEQ(builder.CreateBitCast(mask, bits), Constant::getAllOnesValue(bits)));
    }
    Instruction *streamed = nullptr, *ordinary = nullptr;
    SplitBlockAndInsertIfThenElse(whole, instruction.getIterator(), &streamed, &ordinary);
    instruction.moveBefore(ordinary);
    builder.SetInsertPoint(streamed);
    StoreInst *store = builder.CreateAlignedStore(value, address, Align(kLineBytes));
    store->setDebugLoc(instruction.getDebugLoc());
    LLVMContext &context = entry_.getContext();
    store->setMetadata(LLVMContext::MD_nontemporal,
                       MDNode::get(context, ConstantAsMetadata::get(builder.getInt32(1))));
  }

  Function &entry_;
  const DataLayout &layout_;
  DenseSet<std::int64_t> read_; // parameters whose memory the kernel reads
  Value *streams_ = nullptr;
};

} // namespace

void streamStores(Function &block_entry) { StoreStreamer(block_entry).run(); }

} // namespace raddle::vectorize
