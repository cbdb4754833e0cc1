// A thread with 8 x 8 sums in registers is a warp with 64 x 32, which are 128 vector registers where the
// machine has
// 32. All would be loaded and stored again in each iteration. Nobody but itself sees what a sum is, so they
// need not go on together:
//
//   for (i = 0; i < 8; ++i)                       for (i = 0; i < 8; ++i) column[i][x] = shuffles of
//   b[i][...];
//     for (y ...) for (x ...)         becomes     for (i = 0; i < 8; ++i) sums of rows 0 and 1, lanes 0 to 15
//       sum[y][x] += a[i][y] * b[i][x];           for (i = 0; i < 8; ++i) sums of rows 2 and 3, lanes 0 to 15
//                                                 ...
//
// Each sum still gets the same terms in the same order, so results keep their bits. What all parts need is
// loaded in each, where it is just loaded; else it is computed once and kept in an array.

#include "vectorize/split_crowded_loops.h"

#include "vectorize/sums_in_memory.h"

#include <llvm/ADT/EquivalenceClasses.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Of the array that keeps what the parts have in common. It shall stay in the first-level cache.
constexpr std::uint64_t kMostScratchBytes = 16 << 10;

unsigned lengthOf(const Value *value) {
  auto *type = dyn_cast<FixedVectorType>(value->getType());
  return type ? type->getNumElements() : 0;
}

// Lane i of the result depends on lane i of the operands only.
bool isLaneByLane(const Instruction &instruction, unsigned lanes) {
  const bool possible = isa<BinaryOperator, UnaryOperator, CastInst, CmpInst, SelectInst>(instruction) ||
                        (isa<IntrinsicInst>(instruction) &&
                         isTriviallyVectorizable(cast<IntrinsicInst>(instruction).getIntrinsicID()));
  if (!possible || lengthOf(&instruction) != lanes)
    return false;
  auto *call = dyn_cast<CallInst>(&instruction);
  return call
             ? all_of(call->args(), [&](const Use &argument) { return lengthOf(argument) == lanes; })
             : all_of(instruction.operands(), [&](const Use &operand) { return lengthOf(operand) == lanes; });
}

// A loop of one block, whose sums are vectors of the same length.
class CrowdedLoop {
public:
  CrowdedLoop(Loop &loop, ScalarEvolution &evolution, VectorRegisters registers)
      : loop_(loop), body_(loop.getHeader()), preheader_(loop.getLoopPreheader()),
        layout_(body_->getModule()->getDataLayout()), registers_(registers),
        iterations_(evolution.getSmallConstantTripCount(&loop)) {}

  bool maySplit(AAResults &aliases) {
    if (!hasOneBlock() || !findSums() || !isCrowded() || !dependOnlyOnThemselves())
      return false;
    formParts();
    findShared();
    memory_ = findSumsInMemory(loop_, sums_, aliases);
    return shared_.empty() || (iterations_ != 0 && iterations_ * bytes_of_iteration_ <= kMostScratchBytes);
  }

  void split() {
    // Beside the old loop, which goes away.
    BasicBlock *after = loop_.getExitBlock();
    end_ = newBlock(".end", after);
    IRBuilder<>(end_).CreateBr(after);
    straight_ = newStraightBlock();
    preheader_->getTerminator()->replaceUsesOfWith(body_, straight_);
    if (!shared_.empty()) {
      allocateScratch();
      emitProducer();
    }
    for (const Part &part : parts_)
      emitPart(part);
    for (auto [sum, store] : memory_.stores)
      store->eraseFromParent();
    joinResults();
    after->replacePhiUsesWith(body_, end_);
    body_->dropAllReferences();
    body_->eraseFromParent();
  }

private:
  // So many lanes of a value are a register; `index` says which.
  using Piece = std::pair<Value *, unsigned>;
  struct Part {
    SmallVector<PHINode *, 16> sums;
    unsigned piece;
  };
  // Code of one of the new loops.
  struct Clones {
    explicit Clones(BasicBlock *loop) : block(loop), builder(loop) {}
    BasicBlock *block;
    IRBuilder<> builder;
    DenseMap<Value *, Value *> whole;
    DenseMap<Piece, Value *> pieces;
    Value *iteration = nullptr;
  };

  bool hasOneBlock() const {
    auto *branch = dyn_cast<BranchInst>(body_->getTerminator());
    if (loop_.getNumBlocks() != 1 || !preheader_ || !loop_.getExitBlock() || !branch ||
        !branch->isConditional() || !isa<BranchInst>(preheader_->getTerminator()))
      return false;
    return all_of(*body_, [](const Instruction &instruction) {
      auto *load = dyn_cast<LoadInst>(&instruction);
      return load ? load->isSimple()
                  : !instruction.mayReadOrWriteMemory() && !instruction.mayHaveSideEffects() &&
                        !instruction.getType()->isTokenTy();
    });
  }

  bool findSums() {
    for (PHINode &phi : body_->phis())
      if (unsigned length = lengthOf(&phi)) {
        if (lanes_ != 0 && length != lanes_)
          return false;
        lanes_ = length;
        sums_.push_back(&phi);
      }
    return lanes_ != 0;
  }

  bool isCrowded() {
    unsigned needed = 0;
    for (PHINode *sum : sums_)
      needed += registersFor(sum->getType());
    pieces_ = registersFor(sums_.front()->getType());
    return needed > registers_.count && pieces_ != 0 && lanes_ % pieces_ == 0;
  }

  unsigned registersFor(Type *type) const {
    return static_cast<unsigned>(
        divideCeil(layout_.getTypeSizeInBits(type).getFixedValue(), std::uint64_t(registers_.bits)));
  }

  // Sorts the sums into sets that do not depend on each other; false where a set has elements that do.
  bool dependOnlyOnThemselves() {
    for (PHINode *sum : sums_) {
      related_.insert(sum);
      root_[sum] = sum;
    }
    for (Instruction &instruction : *body_) {
      if (isa<PHINode>(instruction) || instruction.isTerminator())
        continue;
      for (Value *operand : instruction.operands())
        if (PHINode *sum = root_.lookup(operand)) {
          if (!isLaneByLane(instruction, lanes_))
            return false;
          PHINode *&root = root_[&instruction];
          if (root)
            related_.unionSets(root, sum);
          root = sum;
        }
    }
    for (PHINode *sum : sums_) {
      auto *next = dyn_cast<Instruction>(sum->getIncomingValueForBlock(body_));
      if (!next || !root_.contains(next))
        return false;
      related_.unionSets(sum, root_[next]);
    }
    // The loop's condition and addresses are none of theirs, as these are vectors.
    return true;
  }

  // As many sums as half of the registers hold, in the order in which they are computed: neighbours have most
  // in common.
  void formParts() {
    MapVector<PHINode *, SmallVector<PHINode *, 4>> sets;
    SmallVector<PHINode *, 64> in_order(sums_);
    sort(in_order, [&](PHINode *a, PHINode *b) {
      auto *next_a = cast<Instruction>(a->getIncomingValueForBlock(body_)),
           *next_b = cast<Instruction>(b->getIncomingValueForBlock(body_));
      return next_a == next_b ? a->comesBefore(b) : next_a->comesBefore(next_b);
    });
    for (PHINode *sum : in_order)
      sets[related_.getLeaderValue(sum)].push_back(sum);
    for (unsigned piece = 0; piece < pieces_; ++piece) {
      unsigned used = registers_.count;
      for (auto &[leader, set] : sets) {
        unsigned needed = 0;
        for (PHINode *sum : set)
          needed += static_cast<unsigned>(divideCeil(registersFor(sum->getType()), pieces_));
        if (used + needed > registers_.count / 2) {
          parts_.push_back({{}, piece});
          used = 0;
        }
        used += needed;
        parts_.back().sums.append(set);
      }
    }
  }

  // ---- What the parts have in common.

  bool isInLoop(const Value *value) const {
    auto *instruction = dyn_cast<Instruction>(value);
    return instruction && loop_.contains(instruction);
  }

  bool isOfSums(const Value *value) const { return root_.contains(value); }

  // An element of a vector, or a scalar; null where it is of no matter.
  using Source = std::pair<Value *, unsigned>;

  // Where a lane comes from, behind all shuffles.
  static Source sourceOf(Value *value, unsigned lane) {
    for (;;) {
      if (auto *shuffle = dyn_cast<ShuffleVectorInst>(value)) {
        const int element = shuffle->getMaskValue(lane);
        if (element == PoisonMaskElem)
          return {};
        const unsigned length = lengthOf(shuffle->getOperand(0));
        value = shuffle->getOperand(static_cast<unsigned>(element) < length ? 0 : 1);
        lane = static_cast<unsigned>(element) % length;
        continue;
      }
      auto *insertion = dyn_cast<InsertElementInst>(value);
      auto *index = insertion ? dyn_cast<ConstantInt>(insertion->getOperand(2)) : nullptr;
      if (!index)
        return {value, lane};
      if (index->equalsInt(lane))
        return {insertion->getOperand(1), 0};
      value = insertion->getOperand(0);
    }
  }

  SmallVector<Source, 16> sourcesOf(Value *value, unsigned piece) const {
    SmallVector<Source, 16> sources;
    for (unsigned lane = 0; lane < lanes_ / pieces_; ++lane)
      sources.push_back(sourceOf(value, piece * (lanes_ / pieces_) + lane));
    return sources;
  }

  // What a piece can be loaded from again: as it lies in memory, or one number for all lanes.
  struct Memory {
    Value *source = nullptr; // a load, or a scalar
    unsigned element = 0;
    bool is_splat = false;
  };
  Memory memoryOf(Value *value, unsigned piece) const {
    const auto sources = sourcesOf(value, piece);
    const auto [first, element] = sources.front();
    // What a load in front of the loop has read may have been overwritten since.
    if (!first || !(isInLoop(first) ? isa<LoadInst>(first) : !lengthOf(first)) ||
        !layout_.typeSizeEqualsStoreSize(first->getType()->getScalarType()))
      return {};
    if (all_of(sources, [&, first = first, element = element](const Source &source) {
          return !source.first || source == Source(first, element);
        }))
      return {first, element, true};
    for (auto [lane, source] : enumerate(sources))
      if (source != Source(first, element + static_cast<unsigned>(lane)))
        return {};
    return {first, element, false};
  }

  bool isCheap(Value *value, unsigned piece) const {
    return !isInLoop(value) || memoryOf(value, piece).source;
  }

  // Pieces that are shuffled out of the same places are the same.
  Piece canonical(Value *value, unsigned piece) const {
    for (unsigned other = 0; other < piece; ++other)
      if (sourcesOf(value, other) == sourcesOf(value, piece))
        return {value, other};
    return {value, piece};
  }

  // What is computed in each iteration without any sum, for the sums: more than a load.
  void findShared() {
    for (Instruction &instruction : *body_) {
      if (!isOfSums(&instruction) || isa<PHINode>(instruction))
        continue;
      for (Value *operand : instruction.operands())
        for (unsigned piece = 0; piece < pieces_; ++piece)
          if (lengthOf(operand) && !isOfSums(operand) && !isCheap(operand, piece) &&
              shared_.insert({canonical(operand, piece), bytes_of_iteration_}).second)
            bytes_of_iteration_ += alignTo(
                layout_.getTypeStoreSize(pieceType(operand->getType())).getFixedValue(), registerBytes());
    }
  }

  void allocateScratch() {
    IRBuilder<> builder(&*body_->getParent()->getEntryBlock().getFirstInsertionPt());
    auto *type = ArrayType::get(builder.getInt8Ty(), iterations_ * bytes_of_iteration_);
    scratch_ = builder.CreateAlloca(type, nullptr, "common");
    scratch_->setAlignment(Align(registerBytes()));
  }
  std::uint64_t registerBytes() const { return registers_.bits / 8; }

  Value *addressInScratch(Clones &clones, std::uint64_t place) {
    IRBuilder<> &builder = clones.builder;
    Value *row = builder.CreateMul(clones.iteration, builder.getInt64(bytes_of_iteration_), "", true, true);
    Value *address = builder.CreateInBoundsGEP(builder.getInt8Ty(), scratch_, row);
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), address, place);
  }

  // ---- The new loops.

  FixedVectorType *pieceType(Type *type) const { return FixedVectorType::get(type->getScalarType(), lanes_ / pieces_); }

  Value *shuffled(IRBuilder<> &builder, Value *value, unsigned piece) const {
    SmallVector<int, 32> lanes;
    for (unsigned lane = 0; lane < lanes_ / pieces_; ++lane)
      lanes.push_back(static_cast<int>(piece * (lanes_ / pieces_) + lane));
    return builder.CreateShuffleVector(value, lanes);
  }

  Value *whole(Clones &clones, Value *value) {
    if (!isInLoop(value))
      return value;
    if (Value *known = clones.whole.lookup(value))
      return known;
    auto *instruction = cast<Instruction>(value);
    Instruction *copy = instruction->clone();
    for (Use &operand : copy->operands())
      operand.set(whole(clones, operand));
    clones.builder.Insert(copy, instruction->getName());
    return clones.whole[value] = copy;
  }

  Value *piece(Clones &clones, Value *value, unsigned index) {
    if (Value *known = clones.pieces.lookup({value, index}))
      return known;
    Value *made = makePiece(clones, value, index);
    return clones.pieces[{value, index}] = made;
  }

  Value *compute(Clones &clones, Instruction &instruction, unsigned index) {
    Type *type = pieceType(instruction.getType());
    SmallVector<Value *, 4> operands;
    auto *call = dyn_cast<IntrinsicInst>(&instruction);
    for (Value *operand : call ? make_range(call->arg_begin(), call->arg_end()) : instruction.operands())
      operands.push_back(piece(clones, operand, index));
    if (call) {
      CallInst *copy = clones.builder.CreateIntrinsic(type, call->getIntrinsicID(), operands);
      copy->copyIRFlags(call);
      return copy;
    }
    Instruction *copy = instruction.clone();
    copy->mutateType(type);
    for (auto [i, operand] : enumerate(operands))
      copy->setOperand(static_cast<unsigned>(i), operand);
    return clones.builder.Insert(copy, instruction.getName());
  }

  Value *makePiece(Clones &clones, Value *value, unsigned index) {
    IRBuilder<> &builder = clones.builder;
    if (!isInLoop(value)) {
      IRBuilder<> outside(preheader_->getTerminator());
      return shuffled(outside, value, index);
    }
    if (isOfSums(value))
      return compute(clones, *cast<Instruction>(value), index);
    if (const Memory memory = memoryOf(value, index); memory.source) {
      auto *load = dyn_cast<LoadInst>(memory.source);
      if (!load || !lengthOf(load))
        return builder.CreateVectorSplat(lanes_ / pieces_, whole(clones, memory.source));
      Type *type = load->getType()->getScalarType();
      const std::uint64_t offset = memory.element * layout_.getTypeStoreSize(type).getFixedValue();
      Value *address =
          builder.CreateConstGEP1_64(builder.getInt8Ty(), whole(clones, load->getPointerOperand()), offset);
      Value *again = builder.CreateAlignedLoad(memory.is_splat ? type : pieceType(type), address,
                                               commonAlignment(load->getAlign(), offset));
      return memory.is_splat ? builder.CreateVectorSplat(lanes_ / pieces_, again) : again;
    }
    return builder.CreateAlignedLoad(pieceType(value->getType()),
                                     addressInScratch(clones, shared_.lookup(canonical(value, index))),
                                     Align(registerBytes()));
  }

  BasicBlock *newBlock(const Twine &name, BasicBlock *behind_it) {
    return BasicBlock::Create(body_->getContext(), body_->getName() + name, body_->getParent(), behind_it);
  }

  BasicBlock *newStraightBlock() {
    BasicBlock *block = newBlock(".straight", end_);
    IRBuilder<>(block).CreateBr(end_);
    return block;
  }

  // Of as many iterations as the old one.
  void beginLoop(Clones &clones) {
    IRBuilder<> &builder = clones.builder;
    if (!shared_.empty()) {
      PHINode *iteration = builder.CreatePHI(builder.getInt64Ty(), 2, "iteration");
      iteration->addIncoming(builder.getInt64(0), straight_);
      clones.iteration = iteration;
    }
    for (PHINode &phi : body_->phis())
      if (!isOfSums(&phi)) {
        PHINode *copy = clones.builder.CreatePHI(phi.getType(), 2, phi.getName());
        copy->addIncoming(phi.getIncomingValueForBlock(preheader_), straight_);
        clones.whole[&phi] = copy;
      }
  }

  MDNode *neverUnrolled() const {
    LLVMContext &context = body_->getContext();
    MDNode *never = MDNode::get(context, MDString::get(context, "llvm.loop.unroll.disable"));
    MDNode *id = MDNode::getDistinct(context, {nullptr, never});
    id->replaceOperandWith(0, id);
    return id;
  }

  // Then goes on in a new straight block.
  void endLoop(Clones &clones) {
    IRBuilder<> &builder = clones.builder;
    BasicBlock *block = clones.block, *behind = newStraightBlock();
    for (PHINode &phi : body_->phis())
      if (!isOfSums(&phi))
        cast<PHINode>(clones.whole[&phi])
            ->addIncoming(whole(clones, phi.getIncomingValueForBlock(body_)), block);
    if (auto *iteration = cast_if_present<PHINode>(clones.iteration))
      iteration->addIncoming(builder.CreateAdd(iteration, builder.getInt64(1), "", true, true), block);
    auto *branch = cast<BranchInst>(body_->getTerminator());
    Value *condition = whole(clones, branch->getCondition());
    const bool goes_on = branch->getSuccessor(0) == body_;
    BranchInst *back = builder.CreateCondBr(condition, goes_on ? block : behind, goes_on ? behind : block);
    // Else all parts would be one piece of code again, in which LLVM mixes them.
    back->setMetadata(LLVMContext::MD_loop, neverUnrolled());
    straight_->getTerminator()->replaceUsesOfWith(end_, block);
    straight_ = behind;
  }

  void emitProducer() {
    Clones clones(newBlock(".common", end_));
    beginLoop(clones);
    for (const auto &[own, place] : shared_)
      clones.builder.CreateAlignedStore(shuffled(clones.builder, whole(clones, own.first), own.second),
                                        addressInScratch(clones, place), Align(registerBytes()));
    endLoop(clones);
  }

  void emitPart(const Part &part) {
    Clones clones(newBlock(".part", end_));
    beginLoop(clones);
    for (PHINode *sum : part.sums) {
      PHINode *own = clones.builder.CreatePHI(pieceType(sum->getType()), 2, sum->getName());
      own->addIncoming(firstValue(*sum, part.piece), straight_);
      clones.pieces[{sum, part.piece}] = own;
    }
    // In the order of the old loop.
    SmallPtrSet<const PHINode *, 16> own_sets;
    for (PHINode *sum : part.sums)
      own_sets.insert(related_.getLeaderValue(sum));
    for (Instruction &instruction : *body_)
      if (auto root = root_.find(&instruction);
          root != root_.end() && own_sets.contains(related_.getLeaderValue(root->second)))
        results_[{&instruction, part.piece}] = piece(clones, &instruction, part.piece);
    for (PHINode *sum : part.sums)
      cast<PHINode>(clones.pieces[{sum, part.piece}])
          ->addIncoming(clones.pieces[{sum->getIncomingValueForBlock(body_), part.piece}], clones.block);
    for (Instruction &instruction : *body_)
      if (!isOfSums(&instruction) && isUsedOutside(instruction))
        others_[&instruction] = whole(clones, &instruction);
    endLoop(clones);
    for (PHINode *sum : part.sums)
      storeResult(*sum, part.piece);
  }

  std::uint64_t offsetOf(unsigned index, Type *type) const {
    return index * layout_.getTypeStoreSize(pieceType(type)).getFixedValue();
  }

  Value *firstValue(PHINode &sum, unsigned index) {
    LoadInst *load = memory_.loads.lookup(&sum);
    if (!load) {
      IRBuilder<> builder(preheader_->getTerminator());
      return shuffled(builder, sum.getIncomingValueForBlock(preheader_), index);
    }
    IRBuilder<> builder(straight_->getTerminator());
    const std::uint64_t offset = offsetOf(index, load->getType());
    return builder.CreateAlignedLoad(
        pieceType(load->getType()),
        builder.CreateConstGEP1_64(builder.getInt8Ty(), load->getPointerOperand(), offset),
        commonAlignment(load->getAlign(), offset));
  }

  void storeResult(PHINode &sum, unsigned index) {
    StoreInst *store = memory_.stores.lookup(&sum);
    if (!store)
      return;
    IRBuilder<> builder(straight_->getTerminator());
    Value *address = store->getPointerOperand();
    if (auto *computed = dyn_cast<Instruction>(address);
        computed && computed->getParent() == store->getParent())
      address = builder.Insert(computed->clone());
    const std::uint64_t offset = offsetOf(index, sum.getType());
    builder.CreateAlignedStore(results_.lookup({sum.getIncomingValueForBlock(body_), index}),
                               builder.CreateConstGEP1_64(builder.getInt8Ty(), address, offset),
                               commonAlignment(store->getAlign(), offset));
  }

  bool isUsedOutside(const Instruction &instruction) const {
    return any_of(instruction.users(),
                  [&](const User *user) { return !loop_.contains(cast<Instruction>(user)); });
  }

  // Behind the last part, for those that come after the loop.
  void joinResults() {
    IRBuilder<> builder(end_->getTerminator());
    for (Instruction &instruction : *body_) {
      if (!isUsedOutside(instruction))
        continue;
      Value *joined = nullptr;
      if (isOfSums(&instruction)) {
        SmallVector<Value *, 4> pieces;
        for (unsigned index = 0; index < pieces_; ++index)
          pieces.push_back(results_.lookup({&instruction, index}));
        joined = concatenateVectors(builder, pieces);
      } else {
        joined = others_.lookup(&instruction);
      }
      instruction.replaceUsesWithIf(
          joined, [&](const Use &use) { return !loop_.contains(cast<Instruction>(use.getUser())); });
    }
  }

  Loop &loop_;
  BasicBlock *body_, *preheader_;
  const DataLayout &layout_;
  VectorRegisters registers_;
  unsigned iterations_; // 0: unknown
  unsigned lanes_ = 0, pieces_ = 0;
  SmallVector<PHINode *, 64> sums_;
  EquivalenceClasses<PHINode *> related_;
  DenseMap<const Value *, PHINode *> root_; // of values that depend on a sum: one of these
  SmallVector<Part, 8> parts_;
  MapVector<Piece, std::uint64_t> shared_; // pieces in the array, and where: bytes
  std::uint64_t bytes_of_iteration_ = 0;   // of them all
  AllocaInst *scratch_ = nullptr;
  SumsInMemory memory_;
  BasicBlock *straight_ = nullptr, *end_ = nullptr; // where code goes on; behind all loops
  DenseMap<Piece, Value *> results_;
  DenseMap<Instruction *, Value *> others_;
};

class SplitCrowdedLoops : public PassInfoMixin<SplitCrowdedLoops> {
public:
  explicit SplitCrowdedLoops(VectorRegisters registers) : registers_(registers) {}

  PreservedAnalyses run(Function &function, FunctionAnalysisManager &analyses) {
    auto &loops = analyses.getResult<LoopAnalysis>(function);
    auto &aliases = analyses.getResult<AAManager>(function);
    auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
    SmallVector<std::unique_ptr<CrowdedLoop>, 2> crowded;
    for (Loop *loop : loops.getLoopsInPreorder())
      if (loop->isInnermost())
        if (auto candidate = std::make_unique<CrowdedLoop>(*loop, evolution, registers_);
            candidate->maySplit(aliases))
          crowded.push_back(std::move(candidate));
    for (auto &loop : crowded)
      loop->split();
    return crowded.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
  }

private:
  VectorRegisters registers_;
};

} // namespace

void splitCrowdedLoops(PassBuilder &builder, VectorRegisters registers) {
  builder.registerPipelineParsingCallback(
      [registers](StringRef name, FunctionPassManager &passes, ArrayRef<PassBuilder::PipelineElement>) {
        if (name != "split-crowded-loops")
          return false;
        passes.addPass(SplitCrowdedLoops(registers));
        return true;
      });
}

} // namespace raddle::vectorize
