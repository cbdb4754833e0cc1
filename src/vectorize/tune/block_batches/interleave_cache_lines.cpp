#include "vectorize/tune/block_batches/interleave_cache_lines.h"

#include "vectorize/prefetches.h"
#include "vectorize/tune/block_batches/frame_layout.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <deque>

using namespace llvm;

namespace raddle::vectorize {

namespace {

class CacheLineInterleaver {
public:
  CacheLineInterleaver(BasicBlock &block, const Value &frame) : block_(block), frame_(frame) {}

  void run() {
    if (!readBlock())
      return;
    sort(stores_, [](const Store &a, const Store &b) {
      return std::pair(a.first_read, a.number) < std::pair(b.first_read, b.number);
    });
    for (auto [store, place, first_read, number] : stores_) {
      if (LoadInst *load = loads_of_frame_.lookup(place))
        moveDown(*load);
      moveDown(*store);
    }
    // The other instructions stay in their order, after all these.
    for (Instruction &instruction : make_early_inc_range(block_)) {
      if (moved_.contains(&instruction) || instruction.isTerminator())
        break;
      moveDown(instruction);
    }
  }

private:
  static constexpr unsigned kNone = ~0u;
  struct Store {
    StoreInst *store;
    std::int64_t place;
    unsigned first_read;
    std::size_t number; // in their order
  };

  std::optional<std::int64_t> placeInFrame(const Value &address) const {
    return raddle::vectorize::placeInFrame(address, frame_, block_.getDataLayout());
  }

  bool readBlock() {
    std::deque<Instruction *> prefetches; // of lines that have not been read yet
    for (Instruction &instruction : block_) {
      if (auto *load = dyn_cast<LoadInst>(&instruction); load && load->isSimple()) {
        if (auto place = placeInFrame(*load->getPointerOperand())) {
          loads_of_frame_[*place] = load;
          continue;
        }
        const std::uint64_t bytes = block_.getDataLayout().getTypeStoreSize(load->getType());
        for (std::uint64_t line = 0; line < bytes && !prefetches.empty(); line += kCacheLineBytes) {
          prefetches_[load].push_back(prefetches.front());
          prefetches.pop_front();
        }
        first_reads_[load] = first_reads_.size();
      } else if (auto *store = dyn_cast<StoreInst>(&instruction)) {
        auto place = placeInFrame(*store->getPointerOperand());
        if (!place || !store->isSimple())
          return false;
        stores_.push_back({store, *place, firstRead(*store->getValueOperand()), stores_.size()});
      } else if (isPrefetch(instruction)) {
        prefetches.push_back(&instruction);
      } else if (isa<PHINode>(instruction) || instruction.mayHaveSideEffects()) {
        return false;
      }
    }
    return true;
  }

  // The number of the first of all loads that a value comes from, in the order in which the block has them.
  unsigned firstRead(Value &value) {
    auto *instruction = dyn_cast<Instruction>(&value);
    if (!instruction || instruction->getParent() != &block_)
      return kNone;
    auto [found, is_new] = first_reads_.try_emplace(instruction, kNone);
    if (!is_new)
      return found->second;
    unsigned first = kNone;
    for (Value *operand : instruction->operands())
      first = std::min(first, firstRead(*operand));
    return first_reads_[instruction] = first;
  }

  // Moves an instruction to the block's end, after what it is computed from.
  void moveDown(Instruction &instruction) {
    if (instruction.getParent() != &block_ || !moved_.insert(&instruction).second)
      return;
    for (Instruction *prefetch : prefetches_.lookup(&instruction))
      moveDown(*prefetch);
    for (Value *operand : instruction.operands())
      if (auto *other = dyn_cast<Instruction>(operand))
        moveDown(*other);
    instruction.moveBefore(block_.getTerminator());
  }

  BasicBlock &block_;
  const Value &frame_;
  DenseMap<std::int64_t, LoadInst *> loads_of_frame_;
  SmallVector<Store, 32> stores_;
  DenseMap<const Instruction *, unsigned> first_reads_;
  DenseMap<const Instruction *, SmallVector<Instruction *, 2>> prefetches_; // by the load that they are for
  SmallPtrSet<const Instruction *, 32> moved_;
};

} // namespace

void interleaveCacheLines(BasicBlock &block, const Value &frame) { CacheLineInterleaver(block, frame).run(); }

} // namespace raddle::vectorize
