#include "vectorize/tune/block_batches/split_by_cache_lines.h"

#include "vectorize/tune/block_batches/frame_layout.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

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

} // namespace

void splitByCacheLines(BasicBlock &block, const Value &frame) { CacheLineSplitter(block, frame).run(); }

} // namespace raddle::vectorize
