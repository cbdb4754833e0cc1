#include "vectorize/tune/memory/non_temporal_stores.h"

#include "nvvm/markers.h"
#include "vectorize/block/code_parts.h"
#include "vectorize/fields.h"
#include "vectorize/prefetches.h"
#include "vectorize/processor.h"
#include "vectorize/tune/preserved_analyses.h"

#include <cstdlib>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Whether this is a call that copies a part of the next tile. No other block can tell when it does so (see tile_loop.h).
bool copiesTile(const Instruction &instruction) {
  auto *call = dyn_cast<CallInst>(&instruction);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->hasFnAttribute(marker::kCopyIteration);
}

// Whether the call ends the launch, or tells the user something.
bool isCold(const CallInst &call) { return call.doesNotReturn() || call.hasFnAttr(marker::kKeepsRegisters); }

// The block's own memory. What is written there only its threads see, which one worker runs.
bool isOfBlock(const Value &address, const Function &entry) {
  auto *load = dyn_cast<LoadInst>(getUnderlyingObject(&address, /*MaxLookup=*/0));
  std::int64_t offset = 0;
  const Value *base = load ? GetPointerBaseWithConstantOffset(load->getPointerOperand(), offset,
                                                              entry.getParent()->getDataLayout())
                           : nullptr;
  return base == entry.getArg(0) &&
         (offset == offsetof(RaddleBlock, shared) || offset == offsetof(RaddleBlock, dynamic_shared));
}

const Value *addressAccessed(const Instruction &instruction) {
  if (auto *update = dyn_cast<AtomicRMWInst>(&instruction))
    return update->getPointerOperand();
  if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
    return exchange->getPointerOperand();
  return getLoadStorePointerOperand(&instruction);
}

// Whether other blocks may find out by this what the function has stored before.
bool mayTell(const Instruction &instruction, const Function &entry) {
  // It holds the compiler back only, as an `asm` without text does.
  if (auto *fence = dyn_cast<FenceInst>(&instruction))
    return fence->getSyncScopeID() != SyncScope::SingleThread;
  if (instruction.isAtomic() || instruction.isVolatile()) {
    // The warp that is at work is noted for reports. A volatile copy has no such address.
    const Value *address = addressAccessed(instruction);
    return !address || !(isOfBlock(*address, entry) || getUnderlyingObject(address) == entry.getArg(0));
  }
  auto *call = dyn_cast<CallInst>(&instruction);
  auto *text = call ? dyn_cast<InlineAsm>(call->getCalledOperand()) : nullptr;
  return call && !isa<IntrinsicInst>(call) && !call->onlyReadsMemory() && !isCold(*call) &&
         !copiesTile(*call) && !(text && text->getAsmString().empty());
}

const Value *addressStored(const Instruction &instruction) {
  if (auto *store = dyn_cast<StoreInst>(&instruction))
    return store->getPointerOperand();
  auto *call = dyn_cast<IntrinsicInst>(&instruction);
  return call && call->getIntrinsicID() == Intrinsic::masked_store ? call->getArgOperand(1) : nullptr;
}

// The blocks at whose end others may still be told something.
SmallPtrSet<const BasicBlock *, 32> blocksBeforeTelling(const Function &entry) {
  SmallPtrSet<const BasicBlock *, 32> before;
  SmallVector<const BasicBlock *, 32> telling;
  for (const BasicBlock &block : entry)
    if (any_of(block, [&](const Instruction &instruction) { return mayTell(instruction, entry); }))
      telling.push_back(&block);
  while (!telling.empty())
    for (const BasicBlock *predecessor : predecessors(telling.pop_back_val()))
      if (before.insert(predecessor).second)
        telling.push_back(predecessor);
  return before;
}

const Value *addressRead(const Instruction &instruction) {
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return load->getPointerOperand();
  if (auto *copy = dyn_cast<AnyMemTransferInst>(&instruction))
    return copy->getRawSource();
  auto *call = dyn_cast<IntrinsicInst>(&instruction);
  const bool reads = call && (call->getIntrinsicID() == Intrinsic::masked_load ||
                              call->getIntrinsicID() == Intrinsic::masked_gather);
  return reads ? call->getArgOperand(0) : nullptr;
}

Argument *blockOf(Function &function) {
  if (!function.hasFnAttribute(marker::kPartOfCode))
    return function.getArg(0);
  for (Argument &argument : function.args())
    if (function.getAttributes().hasParamAttr(argument.getArgNo(), marker::kBlockOfPart))
      return &argument;
  return nullptr;
}

bool isWrittenByPart(const Value &address) {
  auto *argument = dyn_cast<Argument>(getUnderlyingObject(&address, /*MaxLookup=*/0));
  return argument &&
         argument->getParent()->getAttributes().hasParamAttr(argument->getArgNo(), marker::kWrittenByPart);
}

class NonTemporalWriter {
public:
  NonTemporalWriter(Function &function, Value &block, function_ref<bool(const Value &)> is_written)
      : function_(function), block_(block), is_written_(is_written),
        layout_(function.getParent()->getDataLayout()) {}

  // Whether there are such stores.
  bool run(std::uint32_t words) {
    using Prefetches = SmallVector<IntrinsicInst *, 4>;
    SmallVector<std::pair<Instruction *, Prefetches>, 16> stores; // and the prefetches before them
    Prefetches others;
    for (BasicBlock &block : function_) {
      const Stores vectors = vectorsStored(block);
      Prefetches prefetches;
      for (Instruction &instruction : block) {
        if (isWorthwhile(instruction) && !isWrittenAgain(instruction, vectors))
          stores.push_back({&instruction, std::exchange(prefetches, {})});
        else if (isPrefetch(instruction) && is_written_(*instruction.getOperand(0)))
          prefetches.push_back(cast<IntrinsicInst>(&instruction));
      }
      others.append(prefetches);
    }
    if (stores.empty())
      return false;
    IRBuilder<> builder(&*function_.getEntryBlock().getFirstInsertionPt());
    is_large_ = builder.CreateICmpULE(
        loadInvariant(builder, &block_, offsetof(RaddleBlock, stream_words), builder.getInt32Ty()),
        builder.getInt32(words));
    // A line that is not read need not be fetched either.
    for (IntrinsicInst *prefetch : others) {
      builder.SetInsertPoint(prefetch);
      prefetch->setArgOperand(0, builder.CreateSelect(is_large_, &block_, prefetch->getArgOperand(0)));
    }
    for (auto &[store, prefetches] : stores) {
      write(*store);
      for (IntrinsicInst *prefetch : prefetches)
        prefetch->moveBefore(store);
    }
    return true;
  }

private:
  // The address and the value of a store, masked or not.
  static std::pair<Value *, Value *> storeOf(Instruction &instruction) {
    if (auto *store = dyn_cast<StoreInst>(&instruction); store && store->isSimple())
      return {store->getPointerOperand(), store->getValueOperand()};
    if (auto *call = dyn_cast<IntrinsicInst>(&instruction);
        call && call->getIntrinsicID() == Intrinsic::masked_store && !isa<Constant>(call->getArgOperand(3)))
      return {call->getArgOperand(1), call->getArgOperand(0)};
    return {};
  }

  bool isWorthwhile(Instruction &instruction) const {
    const auto [address, value] = storeOf(instruction);
    return address && isa<FixedVectorType>(value->getType()) &&
           layout_.getTypeStoreSize(value->getType()).getFixedValue() % kCacheLineBytes == 0 &&
           is_written_(*address);
  }

  // The base that an address is computed from, and the bytes that are added to it.
  struct Place {
    const Value *base;
    std::int64_t first;
  };
  using Stores = SmallVector<std::pair<const Instruction *, Place>, 16>;

  Place placeOf(const Value &address) const {
    Place place{nullptr, 0};
    place.base = GetPointerBaseWithConstantOffset(&address, place.first, layout_);
    return place;
  }

  Stores vectorsStored(BasicBlock &block) const {
    Stores stores;
    for (Instruction &instruction : block)
      if (const auto [address, value] = storeOf(instruction); address && value->getType()->isVectorTy())
        stores.push_back({&instruction, placeOf(*address)});
    return stores;
  }

  // Whether another store writes a part of the same line, which would have to be fetched again just after it has left the cache.
  // For example, 96 bytes are written as two vectors that overlap.
  bool isWrittenAgain(Instruction &instruction, const Stores &stores) const {
    const Place place = placeOf(*storeOf(instruction).first);
    return any_of(stores, [&](const auto &other) {
      return other.first != &instruction && other.second.base == place.base &&
             std::abs(other.second.first - place.first) < static_cast<std::int64_t>(kCacheLineBytes);
    });
  }

  // Stores without the caches where the launch is large and the address begins a line.
  void write(Instruction &instruction) const {
    const auto [address, value] = storeOf(instruction);
    IRBuilder<> builder(&instruction);
    Value *place = builder.CreatePtrToInt(address, builder.getInt64Ty());
    Value *whole = builder.CreateIsNull(builder.CreateAnd(place, builder.getInt64(kCacheLineBytes - 1)));
    whole = builder.CreateAnd(is_large_, whole);
    if (auto *call = dyn_cast<IntrinsicInst>(&instruction)) {
      Value *mask = call->getArgOperand(3);
      Type *bits = builder.getIntNTy(cast<FixedVectorType>(mask->getType())->getNumElements());
      whole = builder.CreateAnd(
          whole, builder.CreateICmpEQ(builder.CreateBitCast(mask, bits), Constant::getAllOnesValue(bits)));
    }
    Instruction *non_temporal = nullptr, *ordinary = nullptr;
    SplitBlockAndInsertIfThenElse(whole, instruction.getIterator(), &non_temporal, &ordinary);
    instruction.moveBefore(ordinary);
    builder.SetInsertPoint(non_temporal);
    StoreInst *store = builder.CreateAlignedStore(value, address, Align(kCacheLineBytes));
    store->setDebugLoc(instruction.getDebugLoc());
    LLVMContext &context = function_.getContext();
    store->setMetadata(LLVMContext::MD_nontemporal,
                       MDNode::get(context, ConstantAsMetadata::get(builder.getInt32(1))));
  }

  Function &function_;
  Value &block_;
  function_ref<bool(const Value &)> is_written_;
  const DataLayout &layout_;
  Value *is_large_ = nullptr;
};

} // namespace

WrittenMemory::WrittenMemory(const Function &block_entry) : entry_(block_entry) {
  noteToldStores();
  const bool copies_tiles = any_of(instructions(entry_), copiesTile);
  for (const Instruction &instruction : instructions(entry_)) {
    const Value *address = addressRead(instruction);
    // Such calls read through pointers that are kept for them.
    if (auto *store = dyn_cast<StoreInst>(&instruction);
        copies_tiles && store && store->getValueOperand()->getType()->isPtrOrPtrVectorTy())
      address = store->getValueOperand();
    if (auto parameter = address ? parameterOf(*address) : std::nullopt)
      read_.insert(*parameter);
  }
}

void WrittenMemory::noteToldStores() {
  const auto before_telling = blocksBeforeTelling(entry_);
  for (const BasicBlock &block : entry_) {
    bool is_told = before_telling.contains(&block);
    for (const Instruction &instruction : reverse(block)) {
      is_told |= mayTell(instruction, entry_);
      const Value *address = is_told ? addressStored(instruction) : nullptr;
      if (auto parameter = address ? parameterOf(*address) : std::nullopt)
        told_.insert(*parameter);
    }
  }
}

// The place among the kernel's parameters of the pointer that an address is computed from.
std::optional<std::int64_t> WrittenMemory::parameterOf(const Value &address) const {
  auto *load = dyn_cast<LoadInst>(getUnderlyingObject(&address, /*MaxLookup=*/0));
  if (!load)
    return std::nullopt;
  std::int64_t offset = 0;
  const Value *base = GetPointerBaseWithConstantOffset(load->getPointerOperand(), offset,
                                                       entry_.getParent()->getDataLayout());
  return base == entry_.getArg(1) ? std::optional(offset) : std::nullopt;
}

bool WrittenMemory::contains(const Value &address) const {
  const auto parameter = parameterOf(address);
  return parameter && !read_.contains(*parameter) && !told_.contains(*parameter);
}

PreservedAnalyses makeStoresNonTemporal(Function &function, FunctionAnalysisManager &, const Facts &facts,
                                        const Outputs &outputs) {
  const bool is_part = function.hasFnAttribute(marker::kPartOfCode);
  const std::uint32_t words = facts.stored_words;
  Argument *block = outputs.block_entry && words != 0 && (is_part || &function == outputs.block_entry)
                        ? blockOf(function)
                        : nullptr;
  if (!block)
    return PreservedAnalyses::all();
  if (is_part)
    return preservedUnless(NonTemporalWriter(function, *block, isWrittenByPart).run(words));
  const WrittenMemory written(function);
  return preservedUnless(NonTemporalWriter(function, *block, [&](const Value &address) {
                           return written.contains(address);
                         }).run(words));
}

} // namespace raddle::vectorize
