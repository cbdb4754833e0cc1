#include "vectorize/tune/memory/drop_stores.h"

#include "vectorize/prefetches.h"

#include <algorithm>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Bytes at a base that are overwritten before any instruction reads them, as ranges that do not overlap.
class OverwrittenBytes {
public:
  bool cover(std::int64_t begin, std::int64_t end) const {
    while (begin < end) {
      const auto *range =
          find_if(ranges_, [&](const auto &other) { return other.first <= begin && begin < other.second; });
      if (range == ranges_.end())
        return false;
      begin = range->second;
    }
    return true;
  }
  void add(std::int64_t begin, std::int64_t end) {
    remove(begin, end);
    if (ranges_.size() < kMostRanges)
      ranges_.push_back({begin, end});
  }
  void remove(std::int64_t begin, std::int64_t end) {
    SmallVector<std::pair<std::int64_t, std::int64_t>, 8> left;
    for (auto [from, to] : ranges_) {
      if (from < std::min(to, begin))
        left.push_back({from, std::min(to, begin)});
      if (std::max(from, end) < to)
        left.push_back({std::max(from, end), to});
    }
    ranges_ = std::move(left);
  }

private:
  SmallVector<std::pair<std::int64_t, std::int64_t>, 8> ranges_;
};

// The reads of the block's shared memory from the end of its code upwards.
class LastReads {
public:
  LastReads(const BasicBlock &block, const AccessedMemory &memory, bool is_entry)
      : memory_(memory), are_known_(is_entry && isa<ReturnInst>(block.getTerminator())) {}

  // Where the instruction stores to, if it does nothing else, and no later instruction reads that.
  std::optional<StoresToDrop::Unread> unreadStore(Instruction &instruction) const {
    Value *address = nullptr, *value = nullptr;
    if (auto *store = dyn_cast<StoreInst>(&instruction); store && store->isSimple()) {
      address = store->getPointerOperand();
      value = store->getValueOperand();
    } else if (auto *call = dyn_cast<IntrinsicInst>(&instruction);
               call && call->getIntrinsicID() == Intrinsic::masked_store) {
      address = call->getArgOperand(1);
      value = call->getArgOperand(0);
    }
    if (!are_known_ || !address)
      return std::nullopt;
    const AddressSum place = memory_.addressOf(*address);
    const std::int64_t end = place.constant() + memory_.bytesOf(*value);
    if (!memory_.isOfBlock(place) || any_of(reads_, [&](const auto &read) {
          const auto &[other, other_end] = read;
          return !other.hasConstantDistanceTo(place) ||
                 (other.constant() < end && place.constant() < other_end);
        }))
      return std::nullopt;
    return StoresToDrop::Unread{&instruction, address, place, end, !isa<StoreInst>(instruction)};
  }

  void note(const Instruction &instruction) {
    if (!are_known_ || !instruction.mayReadFromMemory() || isPrefetch(instruction))
      return;
    auto *load = dyn_cast<LoadInst>(&instruction);
    if (!load || !load->isSimple()) {
      are_known_ = false;
      return;
    }
    const AddressSum place = memory_.addressOf(*load->getPointerOperand());
    if (memory_.isOfLaunch(place) || load->hasMetadata(LLVMContext::MD_invariant_load))
      return;
    are_known_ = memory_.isOfBlock(place) && reads_.size() < kMostRanges;
    reads_.push_back({place, place.constant() + memory_.bytesOf(*load)});
  }

private:
  const AccessedMemory &memory_;
  bool are_known_;
  SmallVector<std::pair<AddressSum, std::int64_t>, 8>
      reads_; // where they begin, and the offsets of their ends
};

// Reads the last byte that is stored.
void touch(const StoresToDrop::Unread &store) {
  IRBuilder<> builder(store.instruction);
  Value *last = builder.CreateConstGEP1_64(
      builder.getInt8Ty(), store.address, static_cast<std::uint64_t>(store.end - store.place.constant() - 1));
  builder.CreateAlignedLoad(builder.getInt8Ty(), last, Align(1), /*isVolatile=*/true);
}

} // namespace

StoresToDrop planStoresToDrop(BasicBlock &block, const AccessedMemory &memory, bool is_entry) {
  StoresToDrop plan;
  KnownMemory<OverwrittenBytes> overwritten;
  LastReads last_reads(block, memory, is_entry);
  for (Instruction &instruction : reverse(block)) {
    if (auto store = last_reads.unreadStore(instruction)) {
      plan.unread.push_back(std::move(*store));
      continue;
    }
    last_reads.note(instruction);
    if (auto *store = dyn_cast<StoreInst>(&instruction); store && store->isSimple()) {
      const AddressSum place = memory.addressOf(*store->getPointerOperand());
      const std::int64_t end = place.constant() + memory.bytesOf(*store->getValueOperand());
      OverwrittenBytes &there = overwritten.at(place);
      if (there.cover(place.constant(), end))
        plan.overwritten.push_back(store);
      else
        there.add(place.constant(), end);
    } else if (auto *load = dyn_cast<LoadInst>(&instruction); load && load->isSimple()) {
      const AddressSum place = memory.addressOf(*load->getPointerOperand());
      overwritten.forgetOverlapping(place, memory);
      if (OverwrittenBytes *there = overwritten.find(place))
        there->remove(place.constant(), place.constant() + memory.bytesOf(*load));
    } else if ((instruction.mayReadOrWriteMemory() || instruction.mayThrow() || !instruction.willReturn()) &&
               !isPrefetch(instruction)) {
      overwritten.forgetAll();
    }
  }
  return plan;
}

// It is not known how far a store under a mask goes, so that only others are read for it; one that may go farther than those
// stays.
bool dropStores(const StoresToDrop &plan, std::optional<std::uint64_t> safe_bytes) {
  using Unread = StoresToDrop::Unread;
  auto mayBeMissing = [&](const Unread &store) {
    return safe_bytes && (store.place.hasIndices() || store.end > static_cast<std::int64_t>(*safe_bytes));
  };
  auto lastOf = [&](const Unread &store) {
    const Unread *last = nullptr;
    for (const Unread &other : plan.unread)
      if (!other.is_masked && other.place.hasConstantDistanceTo(store.place) &&
          (!last || other.end > last->end))
        last = &other;
    return last;
  };
  SmallVector<Instruction *, 8> dropped(plan.overwritten);
  for (const Unread &store : plan.unread) {
    const Unread *last = mayBeMissing(store) ? lastOf(store) : nullptr;
    if (last == &store)
      touch(store);
    if (!mayBeMissing(store) || (last && last->end >= store.end))
      dropped.push_back(store.instruction);
  }
  for (Instruction *instruction : dropped)
    instruction->eraseFromParent();
  return !dropped.empty();
}

} // namespace raddle::vectorize
