// A thread with 8 x 8 sums in registers is a warp with 64 x 32, which are 128 vector registers where the
// machine has 32. All would be loaded and stored again in each iteration. Nobody but itself sees what a sum
// is, so they need not go on together:
//
//   for (i = 0; i < 8; ++i)                       for (i = 0; i < 8; ++i) columns[i] = shuffles of b[i][...]
//     for (y ...) for (x ...)         becomes     for (i = 0; i < 8; ++i) sums of rows 0 and 1, lanes 0 to 15
//       sum[y][x] += a[i][y] * b[i][x];           for (i = 0; i < 8; ++i) sums of rows 2 and 3, lanes 0 to 15
//                                                 ...
//
// Each sum still gets the same terms in the same order, so results keep their bits. What all parts need is
// loaded in each, where it is just loaded; else it is computed once and kept in an array.

#include "vectorize/tune/accumulators/split_accumulator_loops.h"

#include "nvvm/markers.h"
#include "vectorize/never_unrolled.h"
#include "vectorize/scheduling_border.h"
#include "vectorize/tune/accumulators/accumulator_loop.h"
#include "vectorize/tune/accumulators/load_late.h"
#include "vectorize/tune/tiles/batch_tiles.h"
#include "vectorize/tune/tiles/copy_iterations.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <functional>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Writes the loops of the parts, and takes the old one away.
class AccumulatorLoopSplitter {
public:
  /// `around` is loopAroundShared(): known before any loop is split.
  AccumulatorLoopSplitter(const AccumulatorLoop &loop, Loop *around)
      : loop_(loop), around_(around), body_(loop.body()), preheader_(loop.preheader()),
        layout_(loop.layout()) {}

  void split() {
    // Beside the old loop, which goes away.
    BasicBlock *after = loop_.exit();
    for (Instruction &instruction : *after)
      if (instruction.hasMetadata(marker::kCopyTurn))
        turns_.push_back(cast<CallInst>(&instruction));
    for (Instruction &instruction : *preheader_)
      if (instruction.hasMetadata(marker::kCopyMoves))
        moves_ = cast<CallInst>(&instruction);
    end_ = newBlock(".end", after);
    IRBuilder<>(end_).CreateBr(after);
    straight_ = newStraightBlock();
    preheader_->getTerminator()->replaceUsesOfWith(body_, straight_);
    if (!loop_.shared().empty()) {
      allocateScratch();
      if (around_)
        emitProducerInFrontOf(*around_);
      else
        emitProducer();
    }
    for (std::size_t part = 0; part < loop_.parts().size(); ++part)
      emitPart(part);
    for (CallInst *turn : turns_)
      turn->eraseFromParent();
    if (moves_)
      moves_->eraseFromParent();
    for (auto [sum, store] : loop_.sumsInMemory().stores)
      store->eraseFromParent();
    joinResults();
    after->replacePhiUsesWith(body_, end_);
    body_->dropAllReferences();
    body_->eraseFromParent();
    for (CallInst *moves : moves_of_parts_) {
      if (!is_contained(blocks_with_moves_, moves->getParent()))
        blocks_with_moves_.push_back(moves->getParent());
      InlineFunctionInfo inlining;
      InlineFunction(*moves, inlining);
    }
  }

  ArrayRef<BasicBlock *> blocksWithMoves() const { return blocks_with_moves_; }

private:
  using Piece = AccumulatorLoop::Piece;
  using Part = AccumulatorLoop::Part;

  // Code of one of the new loops.
  struct Clones {
    explicit Clones(BasicBlock *loop) : block(loop), builder(loop) {}
    BasicBlock *block;
    IRBuilder<> builder;
    DenseMap<Value *, Value *> whole;
    DenseMap<Piece, Value *> pieces;
    Value *iteration = nullptr;
    std::function<bool(const PHINode &)> needs = [](const PHINode &) {
      return true;
    }; // of those that are no sums
  };

  void allocateScratch() {
    IRBuilder<> builder(&*body_->getParent()->getEntryBlock().getFirstInsertionPt());
    auto *type = ArrayType::get(builder.getInt8Ty(), loop_.iterations() * loop_.bytesOfIteration());
    scratch_ = builder.CreateAlloca(type, nullptr, "common");
    scratch_->setAlignment(Align(loop_.registerBytes()));
  }

  Value *addressInScratch(Clones &clones, std::uint64_t place) {
    IRBuilder<> &builder = clones.builder;
    Value *row =
        builder.CreateMul(clones.iteration, builder.getInt64(loop_.bytesOfIteration()), "", true, true);
    Value *address = builder.CreateInBoundsGEP(builder.getInt8Ty(), scratch_, row);
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), address, place);
  }

  Value *shuffled(IRBuilder<> &builder, Value *value, unsigned piece) const {
    SmallVector<int, 32> lanes;
    for (unsigned lane = 0; lane < loop_.lanesOfPiece(); ++lane)
      lanes.push_back(static_cast<int>(piece * loop_.lanesOfPiece() + lane));
    return builder.CreateShuffleVector(value, lanes);
  }

  // The value itself, in one of the new loops.
  Value *whole(Clones &clones, Value *value) {
    if (!loop_.contains(value))
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

  // One of its pieces.
  Value *piece(Clones &clones, Value *value, unsigned index) {
    if (Value *known = clones.pieces.lookup({value, index}))
      return known;
    Value *made = makePiece(clones, value, index);
    return clones.pieces[{value, index}] = made;
  }

  Value *compute(Clones &clones, Instruction &instruction, unsigned index) {
    Type *type = loop_.pieceType(instruction.getType());
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
    if (!loop_.contains(value)) {
      IRBuilder<> outside(preheader_->getTerminator());
      return shuffled(outside, value, index);
    }
    if (loop_.isOfSums(value))
      return compute(clones, *cast<Instruction>(value), index);
    if (const AccumulatorLoop::Memory memory = loop_.memoryOf(value, index); memory.source) {
      auto *load = dyn_cast<LoadInst>(memory.source);
      if (!load || !lengthOf(load))
        return builder.CreateVectorSplat(loop_.lanesOfPiece(), whole(clones, memory.source));
      Type *type = load->getType()->getScalarType();
      const std::uint64_t offset = memory.element * layout_.getTypeStoreSize(type).getFixedValue();
      Value *address =
          builder.CreateConstGEP1_64(builder.getInt8Ty(), whole(clones, load->getPointerOperand()), offset);
      Value *again = builder.CreateAlignedLoad(memory.is_splat ? type : loop_.pieceType(type), address,
                                               commonAlignment(load->getAlign(), offset));
      return memory.is_splat ? builder.CreateVectorSplat(loop_.lanesOfPiece(), again) : again;
    }
    return builder.CreateAlignedLoad(loop_.pieceType(value->getType()),
                                     addressInScratch(clones, loop_.placeOf(value, index)),
                                     Align(loop_.registerBytes()));
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
    if (!loop_.shared().empty() || !turns_.empty() || moves_) {
      PHINode *iteration = builder.CreatePHI(builder.getInt64Ty(), 2, "iteration");
      iteration->addIncoming(builder.getInt64(0), straight_);
      clones.iteration = iteration;
    }
    for (PHINode &phi : body_->phis())
      if (!loop_.isOfSums(&phi) && clones.needs(phi)) {
        PHINode *copy = clones.builder.CreatePHI(phi.getType(), 2, phi.getName());
        copy->addIncoming(phi.getIncomingValueForBlock(preheader_), straight_);
        clones.whole[&phi] = copy;
      }
  }

  // Then goes on in a new straight block.
  void endLoop(Clones &clones) {
    IRBuilder<> &builder = clones.builder;
    BasicBlock *block = clones.block, *behind = newStraightBlock();
    for (PHINode &phi : body_->phis())
      if (!loop_.isOfSums(&phi) && clones.needs(phi))
        cast<PHINode>(clones.whole[&phi])
            ->addIncoming(whole(clones, phi.getIncomingValueForBlock(body_)), block);
    if (auto *iteration = cast_if_present<PHINode>(clones.iteration))
      iteration->addIncoming(builder.CreateAdd(iteration, builder.getInt64(1), "", true, true), block);
    auto *branch = cast<BranchInst>(body_->getTerminator());
    Value *condition = whole(clones, branch->getCondition());
    const bool goes_on = branch->getSuccessor(0) == body_;
    BranchInst *back = builder.CreateCondBr(condition, goes_on ? block : behind, goes_on ? behind : block);
    // Else all parts would be one piece of code again, in which LLVM mixes them.
    back->setMetadata(LLVMContext::MD_loop, neverUnrolled(body_->getContext()));
    back->setMetadata(marker::kMostIterations, branch->getMetadata(marker::kMostIterations));
    straight_->getTerminator()->replaceUsesOfWith(end_, block);
    straight_ = behind;
  }

  // Once, rather than in each iteration of the loop around this one.
  void emitProducerInFrontOf(const Loop &around) {
    BasicBlock *header = around.getHeader(), *before = nullptr;
    for (BasicBlock *way : predecessors(header))
      if (way != around.getLoopLatch())
        before = way;
    BasicBlock *own_end = end_, *own_straight = straight_;
    end_ = newBlock(".common.end", header);
    IRBuilder<>(end_).CreateBr(header);
    header->replacePhiUsesWith(before, end_);
    straight_ = newStraightBlock();
    before->getTerminator()->replaceUsesOfWith(header, straight_);
    emitProducer();
    end_ = own_end;
    straight_ = own_straight;
  }

  void emitProducer() {
    Clones clones(newBlock(".common", end_));
    const auto needed = loop_.producers();
    clones.needs = [&](const PHINode &phi) { return needed.contains(const_cast<PHINode *>(&phi)); };
    beginLoop(clones);
    for (const auto &[own, place] : loop_.shared())
      clones.builder.CreateAlignedStore(shuffled(clones.builder, whole(clones, own.first), own.second),
                                        addressInScratch(clones, place), Align(loop_.registerBytes()));
    endLoop(clones);
  }

  void emitPart(std::size_t number) {
    const Part &part = loop_.parts()[number];
    Clones clones(newBlock(".part", end_));
    beginLoop(clones);
    for (PHINode *sum : part.sums) {
      PHINode *own = clones.builder.CreatePHI(loop_.pieceType(sum->getType()), 2, sum->getName());
      own->addIncoming(firstValue(*sum, part.piece), straight_);
      clones.pieces[{sum, part.piece}] = own;
    }
    if (!turns_.empty())
      announceLines(clones.builder, *turns_.front(), clones.iteration);
    if (moves_ && number < tilesOfMoves(*moves_)) {
      for (auto tile = static_cast<unsigned>(number); tile < tilesOfMoves(*moves_);
           tile += static_cast<unsigned>(loop_.parts().size()))
        moves_of_parts_.push_back(moveInIteration(clones.builder, *moves_, tile, clones.iteration));
      // Else LLVM loads much too early, and spills.
      createSchedulingBorder(clones.builder);
    }
    // In the order of the old loop.
    for (Instruction *instruction : loop_.instructionsOf(part))
      results_[{instruction, part.piece}] = piece(clones, instruction, part.piece);
    for (PHINode *sum : part.sums)
      cast<PHINode>(clones.pieces[{sum, part.piece}])
          ->addIncoming(clones.pieces[{sum->getIncomingValueForBlock(body_), part.piece}], clones.block);
    for (Instruction &instruction : *body_)
      if (!loop_.isOfSums(&instruction) && loop_.isUsedOutside(instruction))
        others_[&instruction] = whole(clones, &instruction);
    endLoop(clones);
    for (PHINode *sum : part.sums)
      storeResult(*sum, part.piece);
    // Here no sums are in registers, and those of the loop are still being added up.
    for (CallInst *turn : turns_)
      turn->clone()->insertBefore(straight_->getTerminator()->getIterator());
  }

  std::uint64_t offsetOf(unsigned index, Type *type) const {
    return index * layout_.getTypeStoreSize(loop_.pieceType(type)).getFixedValue();
  }

  Value *firstValue(PHINode &sum, unsigned index) {
    LoadInst *load = loop_.sumsInMemory().loads.lookup(&sum);
    if (!load) {
      IRBuilder<> builder(preheader_->getTerminator());
      return shuffled(builder, sum.getIncomingValueForBlock(preheader_), index);
    }
    IRBuilder<> builder(straight_->getTerminator());
    const std::uint64_t offset = offsetOf(index, load->getType());
    return builder.CreateAlignedLoad(
        loop_.pieceType(load->getType()),
        builder.CreateConstGEP1_64(builder.getInt8Ty(), load->getPointerOperand(), offset),
        commonAlignment(load->getAlign(), offset));
  }

  void storeResult(PHINode &sum, unsigned index) {
    StoreInst *store = loop_.sumsInMemory().stores.lookup(&sum);
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

  // Behind the last part, for those that come after the loop.
  void joinResults() {
    IRBuilder<> builder(end_->getTerminator());
    for (Instruction &instruction : *body_) {
      if (!loop_.isUsedOutside(instruction))
        continue;
      Value *joined = nullptr;
      if (loop_.isOfSums(&instruction)) {
        SmallVector<Value *, 4> pieces;
        for (unsigned index = 0; index < loop_.pieces(); ++index)
          pieces.push_back(results_.lookup({&instruction, index}));
        joined = concatenateVectors(builder, pieces);
      } else {
        joined = others_.lookup(&instruction);
      }
      instruction.replaceUsesWithIf(joined, [&](const Use &use) { return !loop_.contains(use.getUser()); });
    }
  }

  const AccumulatorLoop &loop_;
  Loop *around_;
  BasicBlock *body_, *preheader_;
  const DataLayout &layout_;
  AllocaInst *scratch_ = nullptr;
  SmallVector<CallInst *, 2> turns_; // that were taken behind the loop
  CallInst *moves_ = nullptr;        // of what turns have listed, in front of the loop
  SmallVector<CallInst *, 8> moves_of_parts_;
  SmallVector<BasicBlock *, 8> blocks_with_moves_;
  BasicBlock *straight_ = nullptr, *end_ = nullptr; // where code goes on; behind all loops
  DenseMap<Piece, Value *> results_;
  DenseMap<Instruction *, Value *> others_;
};

// Moves come evenly among the operations, as all together they hold these up. They write to a batch that nobody reads
// meanwhile.
void spreadMoves(BasicBlock &block) {
  SmallVector<StoreInst *, 16> stores;
  SmallVector<Instruction *, 128> operations;
  bool is_behind = false;
  for (Instruction &instruction : block) {
    is_behind |= isSchedulingBorder(instruction);
    if (auto *store = dyn_cast<StoreInst>(&instruction); store && !is_behind)
      stores.push_back(store);
    if (is_behind && instruction.getType()->isVectorTy() && isa<BinaryOperator, IntrinsicInst>(instruction))
      operations.push_back(&instruction);
  }
  for (std::size_t i = 1; i < stores.size() && !operations.empty(); ++i) {
    Instruction *place = operations[i * operations.size() / stores.size()];
    IRBuilder<> builder(place);
    createSchedulingBorder(builder);
    stores[i]->moveBefore(place);
  }
  loadLate(block);
}

class SplitCrowdedLoops : public PassInfoMixin<SplitCrowdedLoops> {
public:
  explicit SplitCrowdedLoops(VectorRegisters registers) : registers_(registers) {}

  PreservedAnalyses run(Function &function, FunctionAnalysisManager &analyses) {
    auto &loops = analyses.getResult<LoopAnalysis>(function);
    auto &aliases = analyses.getResult<AAManager>(function);
    auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
    auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
    SmallVector<std::pair<std::unique_ptr<AccumulatorLoop>, Loop *>, 2> crowded;
    for (Loop *loop : loops.getLoopsInPreorder())
      if (loop->isInnermost())
        if (auto candidate = std::make_unique<AccumulatorLoop>(*loop, evolution, registers_);
            candidate->maySplit(aliases)) {
          Loop *around = candidate->loopAroundShared(aliases, dominators);
          crowded.push_back({std::move(candidate), around});
        }
    SmallVector<BasicBlock *, 8> with_moves;
    for (auto &[loop, around] : crowded) {
      AccumulatorLoopSplitter splitter(*loop, around);
      splitter.split();
      append_range(with_moves, splitter.blocksWithMoves());
    }
    if (!with_moves.empty()) {
      // Behind stores LLVM would no longer see which loads are the same.
      analyses.invalidate(function, PreservedAnalyses::none());
      EarlyCSEPass().run(function, analyses);
    }
    for (BasicBlock *block : with_moves)
      spreadMoves(*block);
    return crowded.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
  }

private:
  VectorRegisters registers_;
};

} // namespace

void splitAccumulatorLoops(const CompileJob &job, FunctionPassManager &passes) {
  passes.addPass(SplitCrowdedLoops(VectorRegisters::of(job)));
}

} // namespace raddle::vectorize
