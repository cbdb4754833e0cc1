// A thread with 8 x 8 accumulators in registers is a warp with 64 x 32, which are 128 vector registers where the
// machine has 32. All would be loaded and stored again in each iteration. Nothing but the accumulator itself sees what it
// is in between, so they need not go on together:
//
//   for (i = 0; i < 8; ++i)                       for (i = 0; i < 8; ++i) columns[i] = shuffles of b[i][...]
//     for (y ...) for (x ...)         becomes     for (i = 0; i < 8; ++i) accumulators of rows 0 and 1, lanes 0 to 15
//       sum[y][x] += a[i][y] * b[i][x];           for (i = 0; i < 8; ++i) accumulators of rows 2 and 3, lanes 0 to 15
//                                                 ...
//
// Each accumulator still gets the same terms in the same order, so results keep their bits. What all loops need is
// loaded in each, where it is just loaded; else it is computed once and kept in an array.

#include "vectorize/tune/passes.h"

#include "nvvm/markers.h"
#include "vectorize/remarks.h"
#include "vectorize/tune/accumulators/accumulator_loop.h"
#include "vectorize/tune/accumulators/fission_loop.h"
#include "vectorize/tune/preserved_analyses.h"
#include "vectorize/tune/scheduling_border.h"
#include "vectorize/tune/tiles/copies/copy_iterations.h"

#include <llvm/Transforms/Scalar/EarlyCSE.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

/// Puts fission loops in the place of an accumulator loop.
class AccumulatorLoopSplitter {
public:
  /// `around` is SharedValues::loopAround(): known before any loop is split.
  AccumulatorLoopSplitter(const AccumulatorLoop &loop, Loop *around)
      : loop_(loop), around_(around), body_(loop.body()) {}

  void split() {
    // The new loops stand beside the old one, which goes away.
    BasicBlock *after = loop_.exit();
    findCopyCalls();
    end_ = newBlock(".end", after);
    IRBuilder<>(end_).CreateBr(after);
    straight_ = newStraightBlock();
    loop_.preheader()->getTerminator()->replaceUsesOfWith(body_, straight_);
    if (!loop_.shared().empty()) {
      allocateScratch();
      if (around_)
        computeSharedBefore(*around_);
      else
        computeShared();
    }
    for (std::size_t group = 0; group < loop_.groups().size(); ++group)
      emitGroup(group);
    for (CallInst *copy_iteration : copy_iterations_)
      copy_iteration->eraseFromParent();
    if (moves_)
      moves_->eraseFromParent();
    for (auto [accumulator, store] : loop_.inMemory().stores)
      store->eraseFromParent();
    joinResults();
    after->replacePhiUsesWith(body_, end_);
    body_->dropAllReferences();
    body_->eraseFromParent();
    for (CallInst *moves : moves_of_loops_) {
      if (!is_contained(blocks_with_moves_, moves->getParent()))
        blocks_with_moves_.push_back(moves->getParent());
      InlineFunctionInfo inlining;
      InlineFunction(*moves, inlining);
    }
  }

  ArrayRef<BasicBlock *> blocksWithMoves() const { return blocks_with_moves_; }

private:
  // Calls that fill the next batch of tiles (tune/tiles/copies): iterations after the loop, deferred moves before it.
  void findCopyCalls() {
    for (Instruction &instruction : *loop_.exit())
      if (instruction.hasMetadata(marker::kCopyIteration))
        copy_iterations_.push_back(cast<CallInst>(&instruction));
    for (Instruction &instruction : *loop_.preheader())
      if (instruction.hasMetadata(marker::kDeferredMoves))
        moves_ = cast<CallInst>(&instruction);
  }

  BasicBlock *newBlock(const Twine &name, BasicBlock *before_it) {
    return BasicBlock::Create(body_->getContext(), body_->getName() + name, body_->getParent(), before_it);
  }

  BasicBlock *newStraightBlock() {
    BasicBlock *block = newBlock(".straight", end_);
    IRBuilder<>(block).CreateBr(end_);
    return block;
  }

  FissionLoop newLoop(const Twine &name, FissionLoop::Needs needs) {
    const bool counts = !loop_.shared().empty() || !copy_iterations_.empty() || moves_;
    return {loop_, newBlock(name, end_), straight_, scratch_, counts, needs};
  }

  // Code goes on in a new straight block.
  void endLoop(FissionLoop &loop) {
    BasicBlock *after = newStraightBlock();
    loop.end(after);
    straight_->getTerminator()->replaceUsesOfWith(end_, loop.block());
    straight_ = after;
  }

  void allocateScratch() {
    IRBuilder<> builder(&*body_->getParent()->getEntryBlock().getFirstInsertionPt());
    auto *type = ArrayType::get(builder.getInt8Ty(), loop_.iterations() * loop_.shared().bytesOfIteration());
    scratch_ = builder.CreateAlloca(type, nullptr, "common");
    scratch_->setAlignment(Align(loop_.registerBytes()));
  }

  // The shared values are computed once, rather than in each iteration of the loop around this one.
  void computeSharedBefore(const Loop &around) {
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
    computeShared();
    end_ = own_end;
    straight_ = own_straight;
  }

  void computeShared() {
    const auto needed = loop_.shared().producers();
    FissionLoop loop =
        newLoop(".common", [&](const PHINode &phi) { return needed.contains(const_cast<PHINode *>(&phi)); });
    for (const auto &[own, place] : loop_.shared().places()) {
      Value *piece = shuffledPiece(loop.builder(), loop_, loop.whole(own.first), own.second);
      loop.builder().CreateAlignedStore(piece, loop.addressInScratch(place), Align(loop_.registerBytes()));
    }
    endLoop(loop);
  }

  void emitGroup(std::size_t number) {
    const AccumulatorGroup &group = loop_.groups()[number];
    FissionLoop loop = newLoop(".part", [](const PHINode &) { return true; });
    for (PHINode *accumulator : group.accumulators)
      loop.beginAccumulator(*accumulator, group.piece, firstValue(*accumulator, group.piece));
    copyInLoop(loop, number);
    // The order is that of the old loop.
    for (Instruction *instruction : loop_.instructionsOf(group))
      results_[{instruction, group.piece}] = loop.piece(instruction, group.piece);
    for (PHINode *accumulator : group.accumulators)
      loop.endAccumulator(*accumulator, group.piece);
    for (Instruction &instruction : *body_)
      if (!loop_.isOfAccumulators(&instruction) && loop_.isUsedOutside(instruction))
        others_[&instruction] = loop.whole(&instruction);
    endLoop(loop);
    for (PHINode *accumulator : group.accumulators)
      storeResult(*accumulator, group.piece);
    // Here no accumulators are in registers, and those of the loop are still being added up.
    for (CallInst *copy_iteration : copy_iterations_)
      copy_iteration->clone()->insertBefore(straight_->getTerminator()->getIterator());
  }

  // The first loops do the deferred moves of a tile each.
  void copyInLoop(FissionLoop &loop, std::size_t number) {
    if (!copy_iterations_.empty())
      prefetchListedLines(loop.builder(), *copy_iterations_.front(), loop.iteration());
    if (!moves_ || number >= tilesOfMoves(*moves_))
      return;
    for (auto tile = static_cast<unsigned>(number); tile < tilesOfMoves(*moves_);
         tile += static_cast<unsigned>(loop_.groups().size()))
      moves_of_loops_.push_back(moveInIteration(loop.builder(), *moves_, tile, loop.iteration()));
    // Else LLVM loads much too early, and spills.
    createSchedulingBorder(loop.builder());
  }

  // The place of a piece of an accumulator in memory, and how it is aligned.
  std::pair<Value *, Align> placeOfPiece(IRBuilder<> &builder, Value *address, Align align, Type *type,
                                         unsigned index) const {
    const std::uint64_t offset =
        index * loop_.layout().getTypeStoreSize(loop_.pieceType(type)).getFixedValue();
    return {builder.CreateConstGEP1_64(builder.getInt8Ty(), address, offset), commonAlignment(align, offset)};
  }

  Value *firstValue(PHINode &accumulator, unsigned index) {
    LoadInst *load = loop_.inMemory().loads.lookup(&accumulator);
    if (!load) {
      IRBuilder<> builder(loop_.preheader()->getTerminator());
      return shuffledPiece(builder, loop_, accumulator.getIncomingValueForBlock(loop_.preheader()), index);
    }
    IRBuilder<> builder(straight_->getTerminator());
    auto [place, align] =
        placeOfPiece(builder, load->getPointerOperand(), load->getAlign(), load->getType(), index);
    return builder.CreateAlignedLoad(loop_.pieceType(load->getType()), place, align);
  }

  void storeResult(PHINode &accumulator, unsigned index) {
    StoreInst *store = loop_.inMemory().stores.lookup(&accumulator);
    if (!store)
      return;
    IRBuilder<> builder(straight_->getTerminator());
    Value *address = store->getPointerOperand();
    if (auto *computed = dyn_cast<Instruction>(address);
        computed && computed->getParent() == store->getParent())
      address = builder.Insert(computed->clone());
    auto [place, align] = placeOfPiece(builder, address, store->getAlign(), accumulator.getType(), index);
    builder.CreateAlignedStore(results_.lookup({accumulator.getIncomingValueForBlock(body_), index}), place,
                               align);
  }

  // After the last group results are put together for the code that comes after the loop.
  void joinResults() {
    IRBuilder<> builder(end_->getTerminator());
    for (Instruction &instruction : *body_) {
      if (!loop_.isUsedOutside(instruction))
        continue;
      Value *joined = others_.lookup(&instruction);
      if (loop_.isOfAccumulators(&instruction)) {
        SmallVector<Value *, 4> pieces;
        for (unsigned index = 0; index < loop_.pieces(); ++index)
          pieces.push_back(results_.lookup({&instruction, index}));
        joined = concatenateVectors(builder, pieces);
      }
      instruction.replaceUsesWithIf(joined, [&](const Use &use) { return !loop_.contains(use.getUser()); });
    }
  }

  const AccumulatorLoop &loop_;
  Loop *around_;
  BasicBlock *body_;
  AllocaInst *scratch_ = nullptr; // of shared values
  SmallVector<CallInst *, 2> copy_iterations_;
  CallInst *moves_ = nullptr;
  SmallVector<CallInst *, 8> moves_of_loops_;
  SmallVector<BasicBlock *, 8> blocks_with_moves_;
  BasicBlock *straight_ = nullptr, *end_ = nullptr; // where code goes on; what comes after all loops
  DenseMap<Piece, Value *> results_;
  DenseMap<Instruction *, Value *> others_;
};

// Moves come evenly among the operations, as all together they hold these up. They write to a batch that nothing reads
// meanwhile.
void spreadMoves(BasicBlock &block) {
  SmallVector<StoreInst *, 16> stores;
  SmallVector<Instruction *, 128> operations;
  bool is_after_moves = false;
  for (Instruction &instruction : block) {
    is_after_moves |= isSchedulingBorder(instruction);
    if (auto *store = dyn_cast<StoreInst>(&instruction); store && !is_after_moves)
      stores.push_back(store);
    if (is_after_moves && instruction.getType()->isVectorTy() &&
        isa<BinaryOperator, IntrinsicInst>(instruction))
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

} // namespace

PreservedAnalyses splitAccumulatorLoops(Function &function, FunctionAnalysisManager &analyses,
                                        const TargetMachine &machine, const Report &report) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  auto &aliases = analyses.getResult<AAManager>(function);
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  SmallVector<std::pair<std::unique_ptr<AccumulatorLoop>, Loop *>, 2> found;
  for (Loop *loop : loops.getLoopsInPreorder()) {
    if (!loop->isInnermost())
      continue;
    auto candidate = std::make_unique<AccumulatorLoop>(*loop, evolution, VectorRegisters::of(machine));
    if (candidate->maySplit(aliases)) {
      Loop *around = candidate->shared().loopAround(aliases, dominators);
      found.push_back({std::move(candidate), around});
    } else if (candidate->refusal()) {
      refuse(report, *loop->getHeader(), candidate->refusal());
    }
  }
  SmallVector<BasicBlock *, 8> with_moves;
  for (auto &[loop, around] : found) {
    AccumulatorLoopSplitter splitter(*loop, around);
    splitter.split();
    append_range(with_moves, splitter.blocksWithMoves());
  }
  if (!with_moves.empty()) {
    // After stores LLVM would no longer see which loads are the same.
    analyses.invalidate(function, PreservedAnalyses::none());
    EarlyCSEPass().run(function, analyses);
  }
  for (BasicBlock *block : with_moves)
    spreadMoves(*block);
  return preservedUnless(!found.empty());
}

} // namespace raddle::vectorize
