// A value of a warp is a vector of several registers. LLVM computes it as a whole, so that where several such values are alive,
// as the items of a thread are on their way to and from shared memory, most of them are spilled. Register by register, few are
// alive at a time:
//
//   x = load <32 x i64>, y = load <32 x i64>               for each register:
//   s = x + first, t = s + y                      becomes    s = load <4 x i64> + first, t = s + load <4 x i64>
//   for each register: transpose, store s and t              transpose, store s and t
//
// The same holds for values that are put together of registers and stored.

#include "vectorize/prefetches.h"
#include "vectorize/tune/passes.h"
#include "vectorize/tune/preserved_analyses.h"
#include "vectorize/widen/plan/vector_registers.h"

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/ValueTracking.h>

#include <algorithm>
#include <numeric>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// To move an instruction further than so many others would take long to decide.
constexpr unsigned kFarthest = 2000;

class BlockSplitter {
public:
  BlockSplitter(BasicBlock &block, AAResults &aliases, const VectorRegisters &registers)
      : block_(block), aliases_(aliases), registers_(registers), layout_(block.getDataLayout()) {}

  // Whether more vectors that the block computes are alive at one time than there are registers.
  bool exceedsRegisters() const {
    DenseSet<const Instruction *> alive;
    std::uint64_t count = 0;
    for (const Instruction &instruction : reverse(block_)) {
      if (alive.erase(&instruction) != 0)
        count -= registersFor(*instruction.getType());
      if (isa<PHINode>(instruction))
        continue;
      for (const Value *operand : instruction.operands()) {
        auto *input = dyn_cast<Instruction>(operand);
        if (input && input->getParent() == &block_ && isVector(*input->getType()) &&
            alive.insert(input).second)
          count += registersFor(*input->getType());
      }
      if (count > registers_.count)
        return true;
    }
    return false;
  }

  bool run() {
    splitStores();
    splitValues();
    if (changed_)
      delay();
    return changed_;
  }

private:
  static bool isVector(Type &type) { return isa<FixedVectorType>(type) && type.getScalarSizeInBits() >= 8; }
  std::uint64_t registersFor(Type &type) const {
    return isVector(type) ? divideCeil(layout_.getTypeSizeInBits(&type).getFixedValue(), registers_.bits) : 0;
  }

  // The elements that a register holds, where a vector fills several; else 0.
  unsigned elementsOfPiece(Type &type) const {
    if (!isVector(type))
      return 0;
    const unsigned bits = type.getScalarSizeInBits(), count = cast<FixedVectorType>(type).getNumElements();
    const unsigned elements = registers_.bits / bits;
    return isPowerOf2_32(bits) && count > elements && count % elements == 0 ? elements : 0;
  }

  // The pieces that a vector is put together of, if they are registers.
  static bool collectPieces(Value &vector, unsigned elements, SmallVectorImpl<Value *> &pieces) {
    if (cast<FixedVectorType>(vector.getType())->getNumElements() == elements) {
      pieces.push_back(&vector);
      return true;
    }
    auto *shuffle = dyn_cast<ShuffleVectorInst>(&vector);
    return shuffle && shuffle->isConcat() && collectPieces(*shuffle->getOperand(0), elements, pieces) &&
           collectPieces(*shuffle->getOperand(1), elements, pieces);
  }

  // ---- Stores of what is put together ----

  void splitStores() {
    for (Instruction &instruction : make_early_inc_range(block_)) {
      auto *store = dyn_cast<StoreInst>(&instruction);
      if (!store || !store->isSimple() || !isa<AllocaInst>(getUnderlyingObject(store->getPointerOperand())))
        continue;
      const unsigned elements = elementsOfPiece(*store->getValueOperand()->getType());
      SmallVector<Value *, 8> pieces;
      if (elements == 0 || !collectPieces(*store->getValueOperand(), elements, pieces))
        continue;
      for (auto [number, piece] : enumerate(pieces))
        storePiece(*store, *piece, number * registers_.bits / 8);
      Value *whole = store->getValueOperand();
      store->eraseFromParent();
      RecursivelyDeleteTriviallyDeadInstructions(whole);
      changed_ = true;
    }
  }

  void storePiece(StoreInst &store, Value &piece, std::uint64_t offset) {
    Instruction *after = laterOf(piece, *store.getPointerOperand());
    Instruction *place = &store;
    if (after && !isTouchedBetween(*after, store))
      place = isa<PHINode>(after) ? &*block_.getFirstInsertionPt() : after->getNextNode();
    IRBuilder<> builder(place);
    builder.SetCurrentDebugLocation(store.getDebugLoc());
    Value *address =
        builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), store.getPointerOperand(), offset);
    builder.CreateAlignedStore(&piece, address, commonAlignment(store.getAlign(), offset))
        ->setAAMetadata(store.getAAMetadata());
  }

  // The one that comes later in this block; null where neither is in it.
  Instruction *laterOf(Value &one, Value &other) const {
    auto inBlock = [&](Value &value) {
      auto *instruction = dyn_cast<Instruction>(&value);
      return instruction && instruction->getParent() == &block_ ? instruction : nullptr;
    };
    Instruction *first = inBlock(one), *second = inBlock(other);
    if (!first || !second)
      return first ? first : second;
    return first->comesBefore(second) ? second : first;
  }

  bool isTouchedBetween(const Instruction &after, const StoreInst &store) const {
    const MemoryLocation place = MemoryLocation::get(&store);
    unsigned length = 0;
    for (const Instruction *each = after.getNextNode(); each != &store; each = each->getNextNode())
      if (++length > kFarthest || (each->mayReadOrWriteMemory() && !isPrefetch(*each) &&
                                   isModOrRefSet(aliases_.getModRefInfo(each, place))))
        return true;
    return false;
  }

  // ---- Values that are taken apart ----

  // The number of the register that a shuffle takes out of a vector.
  std::optional<unsigned> pieceTaken(const User &user, const Instruction &vector, unsigned elements) const {
    auto *shuffle = dyn_cast<ShuffleVectorInst>(&user);
    if (!shuffle || shuffle->getOperand(0) != &vector || shuffle->getShuffleMask().size() != elements)
      return std::nullopt;
    const ArrayRef<int> order = shuffle->getShuffleMask();
    const int first = order.front(), length = static_cast<int>(elements);
    const bool is_piece =
        first >= 0 && first % length == 0 &&
        first < static_cast<int>(cast<FixedVectorType>(vector.getType())->getNumElements()) &&
        all_of(enumerate(order), [&](const auto &element) {
          return element.value() == first + static_cast<int>(element.index());
        });
    return is_piece ? std::optional(static_cast<unsigned>(first) / elements) : std::nullopt;
  }

  // Values that are loaded, or computed from others element by element, and of which only registers are used. The last comes first.
  void findSplit() {
    for (Instruction &instruction : reverse(block_)) {
      auto *load = dyn_cast<LoadInst>(&instruction);
      const unsigned elements = elementsOfPiece(*instruction.getType());
      if (elements == 0 || instruction.use_empty() ||
          !((load && load->isSimple()) || isa<BinaryOperator>(instruction)))
        continue;
      if (all_of(instruction.users(), [&](const User *user) {
            return cast<Instruction>(user)->getParent() == &block_ &&
                   (pieces_.contains(cast<Instruction>(user)) || pieceTaken(*user, instruction, elements));
          }))
        pieces_[&instruction] = {};
    }
  }

  void splitValues() {
    findSplit();
    for (Instruction &instruction : make_early_inc_range(block_))
      if (pieces_.contains(&instruction))
        split(instruction);
    for (Instruction *shuffle : replaced_)
      shuffle->eraseFromParent();
    // Uses come after definitions, and so they go before them.
    for (Instruction &instruction : make_early_inc_range(reverse(block_)))
      if (pieces_.contains(&instruction)) {
        instruction.eraseFromParent();
        changed_ = true;
      }
  }

  void split(Instruction &instruction) {
    const unsigned elements = elementsOfPiece(*instruction.getType()),
                   count = cast<FixedVectorType>(instruction.getType())->getNumElements() / elements;
    IRBuilder<> builder(&instruction);
    SmallVector<Value *, 8> pieces;
    for (unsigned number = 0; number < count; ++number)
      pieces.push_back(createPiece(builder, instruction, elements, number));
    for (User *user : instruction.users())
      if (const auto number = pieceTaken(*user, instruction, elements)) {
        user->replaceAllUsesWith(pieces[*number]);
        replaced_.push_back(cast<Instruction>(user));
      }
    pieces_[&instruction] = std::move(pieces);
  }

  Value *createPiece(IRBuilder<> &builder, Instruction &instruction, unsigned elements, unsigned number) {
    if (auto *load = dyn_cast<LoadInst>(&instruction)) {
      const std::uint64_t offset = std::uint64_t{number} * registers_.bits / 8;
      auto *type = FixedVectorType::get(load->getType()->getScalarType(), elements);
      Value *address =
          builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), load->getPointerOperand(), offset);
      LoadInst *piece = builder.CreateAlignedLoad(type, address, commonAlignment(load->getAlign(), offset));
      piece->setAAMetadata(load->getAAMetadata());
      return piece;
    }
    auto &operation = cast<BinaryOperator>(instruction);
    Value *one = pieceOf(builder, *operation.getOperand(0), elements, number),
          *other = pieceOf(builder, *operation.getOperand(1), elements, number);
    Value *piece = builder.CreateBinOp(operation.getOpcode(), one, other);
    if (auto *created = dyn_cast<BinaryOperator>(piece))
      created->copyIRFlags(&operation);
    return piece;
  }

  Value *pieceOf(IRBuilder<> &builder, Value &vector, unsigned elements, unsigned number) const {
    if (auto *instruction = dyn_cast<Instruction>(&vector))
      if (const auto found = pieces_.find(instruction); found != pieces_.end())
        return found->second[number];
    SmallVector<int, 32> order(elements);
    std::iota(order.begin(), order.end(), static_cast<int>(number * elements));
    return builder.CreateShuffleVector(&vector, order);
  }

  // ---- The order ----

  // What is loaded, and what is computed from that alone, comes just before its first use.
  void delay() {
    for (Instruction &instruction : make_early_inc_range(reverse(block_))) {
      auto *load = dyn_cast<LoadInst>(&instruction);
      if (!isVector(*instruction.getType()) ||
          !((load && load->isSimple()) || (isa<BinaryOperator>(instruction) && endsALoad(instruction))))
        continue;
      Instruction *first = firstUser(instruction);
      if (first && first != instruction.getNextNode() && !(load && isOverwrittenBetween(*load, *first)))
        instruction.moveBefore(first);
    }
  }

  // Whether an operand is not needed any more, so that the result takes its register.
  bool endsALoad(const Instruction &operation) const {
    return any_of(operation.operands(), [&](const Value *operand) {
      auto *load = dyn_cast<LoadInst>(operand);
      return load && load->hasOneUse() && load->getParent() == &block_;
    });
  }

  Instruction *firstUser(Instruction &instruction) const {
    Instruction *first = nullptr;
    for (User *user : instruction.users())
      if (auto *other = cast<Instruction>(user);
          other->getParent() == &block_ && !isa<PHINode>(other) && (!first || other->comesBefore(first)))
        first = other;
    return first;
  }

  bool isOverwrittenBetween(const LoadInst &load, const Instruction &user) const {
    const MemoryLocation place = MemoryLocation::get(&load);
    unsigned length = 0;
    for (const Instruction *each = load.getNextNode(); each != &user; each = each->getNextNode())
      if (++length > kFarthest ||
          (each->mayWriteToMemory() && !isPrefetch(*each) && isModSet(aliases_.getModRefInfo(each, place))))
        return true;
    return false;
  }

  BasicBlock &block_;
  AAResults &aliases_;
  const VectorRegisters &registers_;
  const DataLayout &layout_;
  DenseMap<const Instruction *, SmallVector<Value *, 8>> pieces_; // of values that are split
  SmallVector<Instruction *, 32> replaced_;                       // shuffles that took registers out of them
  bool changed_ = false;
};

} // namespace

PreservedAnalyses splitVectors(Function &function, FunctionAnalysisManager &analyses,
                               const TargetMachine &machine) {
  const auto registers = VectorRegisters::of(machine);
  AAResults &aliases = analyses.getResult<AAManager>(function);
  bool changed = false;
  for (BasicBlock &block : function) {
    BlockSplitter splitter(block, aliases, registers);
    if (splitter.exceedsRegisters())
      changed |= splitter.run();
  }
  return keepingControlFlow(changed);
}

} // namespace raddle::vectorize
