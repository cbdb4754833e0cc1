#include "vectorize/tune/block_batches/cache_lines_of_step.h"

#include "vectorize/prefetches.h"
#include "vectorize/tune/block_batches/frame_layout.h"

#include <deque>
#include <numeric>

using namespace llvm;

namespace raddle::vectorize {

namespace {

class CacheLineSplitter {
public:
  CacheLineSplitter(BasicBlock &block, const Value &frame)
      : block_(block), frame_(frame), layout_(block.getDataLayout()) {}

  void run() {
    for (Instruction &instruction : reverse(block_))
      if (mayBeSplit(instruction) &&
          all_of(instruction.users(), [&](User *user) { return split_.contains(cast<Instruction>(user)); }))
        split_.insert(&instruction);
    const unsigned lanes = lanesInALine();
    if (lanes == 0)
      return;
    for (Instruction *whole : reverse(split_))
      split(*whole, lanes);
    for (Instruction *whole : split_)
      whole->eraseFromParent();
  }

private:
  static unsigned lanesOf(const Type &type) {
    auto *vector = dyn_cast<FixedVectorType>(&type);
    return vector ? vector->getNumElements() : 0;
  }
  bool isInFrame(const Value &address) const { return placeInFrame(address, frame_, layout_).has_value(); }
  // Stores to the frame settle how many lanes there are.
  bool mayBeSplit(const Instruction &instruction) {
    if (auto *store = dyn_cast<StoreInst>(&instruction)) {
      const unsigned lanes = lanesOf(*store->getValueOperand()->getType());
      if (lanes == 0 || !store->isSimple() || !isInFrame(*store->getPointerOperand()))
        return false;
      lanes_ = lanes_ ? lanes_ : lanes;
      return lanes == lanes_;
    }
    if (instruction.use_empty() || lanes_ == 0 || lanesOf(*instruction.getType()) != lanes_)
      return false;
    if (auto *load = dyn_cast<LoadInst>(&instruction))
      return load->isSimple();
    if (auto *cast = dyn_cast<CastInst>(&instruction))
      return lanesOf(*cast->getSrcTy()) == lanes_;
    if (auto *call = dyn_cast<IntrinsicInst>(&instruction))
      return isTriviallyVectorizable(call->getIntrinsicID()) &&
             all_of(call->args(),
                    [&](const Use &argument) { return lanesOf(*argument->getType()) == lanes_; });
    return isa<BinaryOperator, UnaryOperator, CmpInst, SelectInst>(instruction);
  }

  // The lanes that a cache line holds; 0 where a vector has no more.
  unsigned lanesInALine() const {
    std::uint64_t element = 0; // bytes of the smallest that is read
    for (const Instruction *instruction : split_)
      if (auto *load = dyn_cast<LoadInst>(instruction); load && !isInFrame(*load->getPointerOperand())) {
        const std::uint64_t bytes = layout_.getTypeStoreSize(load->getType()->getScalarType());
        element = element ? std::min(element, bytes) : bytes;
      }
    const std::uint64_t lanes = element ? kCacheLineBytes / element : 0;
    return lanes != 0 && lanes < lanes_ && lanes_ % lanes == 0 ? lanes : 0;
  }

  using Parts = SmallVector<Value *, 4>;

  Parts partsOf(Value &whole, unsigned lanes, IRBuilder<> &builder) {
    if (auto found = parts_.find(&whole); found != parts_.end())
      return found->second;
    Parts parts;
    for (unsigned first = 0; first < lanes_; first += lanes) {
      SmallVector<int, 16> mask(lanes);
      std::iota(mask.begin(), mask.end(), first);
      parts.push_back(lanesOf(*whole.getType()) ? builder.CreateShuffleVector(&whole, mask) : &whole);
    }
    return parts;
  }
  Value *placeOf(Value &address, Type &type, unsigned first, IRBuilder<> &builder) {
    const std::uint64_t offset = first * layout_.getTypeStoreSize(type.getScalarType());
    return offset ? builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), &address, offset) : &address;
  }

  void split(Instruction &whole, unsigned lanes) {
    IRBuilder<> builder(&whole);
    if (auto *store = dyn_cast<StoreInst>(&whole)) {
      Type &type = *store->getValueOperand()->getType();
      for (auto [index, part] : enumerate(partsOf(*store->getValueOperand(), lanes, builder))) {
        Value *place = placeOf(*store->getPointerOperand(), type, index * lanes, builder);
        const std::uint64_t bytes = index * layout_.getTypeStoreSize(part->getType());
        auto *stored = builder.CreateAlignedStore(part, place, commonAlignment(store->getAlign(), bytes));
        stored->copyMetadata(whole);
      }
      return;
    }
    SmallVector<Parts, 3> operands;
    if (!isa<LoadInst>(whole))
      for (Value *operand : isa<IntrinsicInst>(whole) ? cast<IntrinsicInst>(whole).args() : whole.operands())
        operands.push_back(partsOf(*operand, lanes, builder));
    auto *type = FixedVectorType::get(whole.getType()->getScalarType(), lanes);
    Parts &parts = parts_[&whole];
    for (unsigned first = 0; first < lanes_; first += lanes) {
      if (auto *load = dyn_cast<LoadInst>(&whole)) {
        Value *place = placeOf(*load->getPointerOperand(), *type, first, builder);
        const std::uint64_t bytes = first / lanes * layout_.getTypeStoreSize(type);
        LoadInst *part = builder.CreateAlignedLoad(type, place, commonAlignment(load->getAlign(), bytes));
        part->copyMetadata(whole);
        parts.push_back(part);
        continue;
      }
      SmallVector<Value *, 3> part_operands;
      for (const Parts &operand : operands)
        part_operands.push_back(operand[first / lanes]);
      parts.push_back(compute(whole, *type, part_operands, builder));
    }
  }
  static Value *compute(Instruction &whole, FixedVectorType &type, ArrayRef<Value *> operands,
                        IRBuilder<> &builder) {
    if (auto *call = dyn_cast<IntrinsicInst>(&whole)) {
      CallInst *part = builder.CreateIntrinsic(&type, call->getIntrinsicID(), operands);
      part->copyIRFlags(call);
      return part;
    }
    Instruction *part = whole.clone();
    part->mutateType(&type);
    for (auto [index, operand] : enumerate(operands))
      part->setOperand(index, operand);
    return builder.Insert(part);
  }

  BasicBlock &block_;
  const Value &frame_;
  const DataLayout &layout_;
  unsigned lanes_ = 0;
  SmallSetVector<Instruction *, 32> split_; // from the last to the first
  DenseMap<const Value *, Parts> parts_;
};

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

void splitByCacheLines(BasicBlock &block, const Value &frame) { CacheLineSplitter(block, frame).run(); }

void interleaveCacheLines(BasicBlock &block, const Value &frame) { CacheLineInterleaver(block, frame).run(); }

} // namespace raddle::vectorize
