// A block that multiplies matrices tile by tile has its warps take turns for each tile. Their sums together
// are more than the first-level cache holds, so for each tile they come and go:
//
//   for (tile ...) {                               for (tile ...) {
//     for (warp ...) shared[...] = ...               for (warp ...) batch[filled][...] = ...
//     for (warp ...)                    becomes      if (++filled == 4 || this is the last tile) {
//       for (i ...) sums[warp] += ...                  for (warp ...)
//   }                                                    for (f < filled) for (i ...) sums[warp] += ...
//                                                      filled = 0;
//                                                  } }
//
// Each sum gets the same terms in the same order. The memory that takes the place of shared memory is the
// kernel's own; nobody else can see the difference. The two loops over f and i are one, which begins anew
// with i for each f. Where that loop will become several (split_accumulator_loops.h), there are two batches, and the next
// one is filled in between (copy_iterations.h).

#include "vectorize/tune/tiles/batch_tiles.h"

#include "nvvm/markers.h"
#include "vectorize/processor.h"
#include "vectorize/remarks.h"
#include "vectorize/tune/accumulators/accumulator_loop.h"
#include "vectorize/tune/memory/share_addresses.h"
#include "vectorize/tune/tiles/copy_iterations.h"
#include "vectorize/tune/tiles/next_tile.h"
#include "vectorize/tune/tiles/tile_loop.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <algorithm>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// All tiles of a batch, which shall stay in the first-level cache beside some of the sums.
constexpr std::uint64_t kMostBatchBytes = 32 << 10;
// The same where the loop becomes several, because each of these reads only a part of a tile.
constexpr std::uint64_t kMostCrowdedBatchBytes = 64 << 10;
// Beyond that sums need no help.
constexpr unsigned kManyIterations = 32;
// So many iterations become one where that is a whole tile: nothing in it has to find out which one it is. An Emerald
// Rapids is 2 % faster, the more the busier its core's other thread is; Zen 4, which waits for multiply-adds either way, 2 %
// slower.
constexpr unsigned kMostIterationsInOne = 2;
// Lines of a tile are announced while this many tiles before it are filled.
constexpr std::uint64_t kTilesAnnounced = 4;
// So many operations of vectors leave the processor's ports for memory enough time for a load and a store.
constexpr std::uint64_t kOperationsPerMove = 4;

class TileBatcher {
public:
  /// With `turns` a second batch is filled while warps add up from the first one: a warp's share of so many tiles in each
  /// part, with so many moves of a tile in an iteration. Where `unrolls`, an iteration becomes a whole tile's.
  TileBatcher(TileLoop &loop, unsigned tiles, std::uint64_t bytes, CopyIterations *turns,
              unsigned tiles_of_part, std::uint64_t most_moves, bool unrolls)
      : loop_(loop), tiles_(tiles), bytes_(alignTo(bytes, kAlign) + kAlign),
        function_(*loop.terms().getHeader()->getParent()), turns_(turns), tiles_of_part_(tiles_of_part),
        most_moves_(most_moves), unrolls_(unrolls) {}

  // False when whether another tile follows is known too late; then nothing has changed.
  bool run() {
    in_front_ = loop_.warps().getLoopPreheader();
    IRBuilder<> builder(in_front_->getTerminator());
    NextTile next(loop_);
    if (!next.isKnownEarly())
      return false;
    placeBatch();
    countTiles(builder, next.follows(builder));
    if (turns_)
      copyAhead();
    else
      for (const TileLoop::Access &writer : loop_.writers())
        moveAccess(writer, place_);
    lengthenTerms();
    function_.addFnAttr(marker::kReadsManyTiles);
    return true;
  }

private:
  // Tiles lie so far apart, too: else their rows would share few sets of the first-level cache.
  static constexpr std::uint64_t kAlign = 128;

  void placeBatch() {
    IRBuilder<> builder(&*function_.getEntryBlock().getFirstInsertionPt());
    auto *batch = builder.CreateAlloca(
        ArrayType::get(builder.getInt8Ty(), bytes_ * tiles_ * (turns_ ? 2 : 1)), nullptr, "batch");
    batch->setAlignment(Align(kAlign));
    for (LoadInst *base : loop_.bases()) {
      base->replaceAllUsesWith(batch);
      base->eraseFromParent();
    }
  }

  // How many tiles wait, and where the next one comes.
  void countTiles(IRBuilder<> &builder, Value *goes_on) {
    Loop &tiles = loop_.tiles();
    BasicBlock *header = tiles.getHeader(), *behind = loop_.warps().getExitBlock();
    auto *filled = PHINode::Create(builder.getInt64Ty(), 2, "filled", header->begin());
    place_ = filled;
    Value *end = builder.CreateAdd(filled, builder.getInt64(bytes_), "filled.now", true, true);
    end_ = end;
    Value *waits = builder.CreateAnd(goes_on, builder.CreateICmpULT(end, builder.getInt64(bytes_ * tiles_)));
    BasicBlock *warps = loop_.warps().getHeader();
    BasicBlock *begin = BasicBlock::Create(function_.getContext(), "batch.is.full", &function_, warps);
    BranchInst::Create(warps, begin);
    warps->replacePhiUsesWith(in_front_, begin);
    in_front_->getTerminator()->eraseFromParent();
    builder.SetInsertPoint(in_front_);
    builder.CreateCondBr(waits, behind, begin);
    auto *left = PHINode::Create(builder.getInt64Ty(), 2, "filled.next", behind->begin());
    for (BasicBlock *before : predecessors(behind))
      left->addIncoming(before == in_front_ ? end : builder.getInt64(0), before);
    filled->addIncoming(builder.getInt64(0), tiles.getLoopPreheader());
    filled->addIncoming(left, tiles.getLoopLatch());
    begin_ = begin;
  }

  // The other batch is filled in turns, and then takes the place of this one.
  void copyAhead() {
    Loop &tiles = loop_.tiles();
    BasicBlock *header = tiles.getHeader(), *terms_exit = loop_.terms().getExitBlock(),
               *behind = loop_.warps().getExitBlock();
    const std::uint64_t bytes = bytes_ * tiles_;
    auto *here = PHINode::Create(Type::getInt64Ty(function_.getContext()), 2, "here", header->begin());
    here_ = here;
    IRBuilder<> builder(header, header->getFirstInsertionPt());
    auto behindBatch = [&](Value *begin) {
      return builder.CreateAdd(begin, builder.getInt64(bytes), "", true, true);
    };
    Value *place = builder.CreateAdd(here, place_, "place", true, true), *end = behindBatch(here);
    Value *there = builder.CreateSub(builder.getInt64(bytes), here, "there", true, true);
    turns_->announce(kTilesAnnounced);
    turns_->outline(place, end, bytes_, tiles_, iterations(), most_moves_);
    builder.SetInsertPoint(begin_->getTerminator());
    end_ = builder.CreateAdd(here, end_, "", true, true);
    turns_->nextBatch(builder, there, behindBatch(there));
    if (turns_->lists()) {
      // All at once, and the parts do the moves.
      builder.SetInsertPoint(&*loop_.terms().getLoopPreheader()->getFirstInsertionPt());
      turns_->turn(builder);
      turns_->move(builder);
    } else {
      builder.SetInsertPoint(terms_exit->getTerminator());
      for (unsigned i = 0; i < tiles_of_part_; ++i)
        turns_->turn(builder);
    }
    BasicBlock *finished = turns_->finishBatch(*loop_.warps().getLoopLatch(), *behind);
    auto *next = PHINode::Create(builder.getInt64Ty(), 2, "here.next", behind->begin());
    for (BasicBlock *before : predecessors(behind))
      next->addIncoming(before == finished ? there : here, before);
    here->addIncoming(builder.getInt64(0), tiles.getLoopPreheader());
    here->addIncoming(next, tiles.getLoopLatch());
  }

  static void moveAccess(const TileLoop::Access &access, Value *distance) {
    IRBuilder<> builder(access.instruction);
    access.instruction->setOperand(
        access.operand,
        builder.CreateGEP(builder.getInt8Ty(), access.instruction->getOperand(access.operand), distance));
  }

  // Of the loop that adds up from a whole batch.
  unsigned iterations() const { return unrolls_ ? tiles_ : loop_.iterations() * tiles_; }

  void lengthenTerms() {
    Loop &terms = loop_.terms();
    BasicBlock *body = terms.getHeader(), *before = terms.getLoopPreheader();
    auto *tile = PHINode::Create(Type::getInt64Ty(function_.getContext()), 2, "tile", body->begin());
    for (const TileLoop::Access &reader : loop_.readers())
      moveAccess(reader, tile);
    auto *branch = cast<BranchInst>(body->getTerminator());
    IRBuilder<> builder(branch);
    const bool leaves_if_true = branch->getSuccessor(0) != body;
    Value *step = builder.getInt64(bytes_);
    SmallVector<PHINode *, 4> counters;
    for (PHINode &phi : body->phis())
      if (&phi != tile && !loop_.isSum(phi))
        counters.push_back(&phi);
    if (unrolls_) {
      unrollTile(counters);
    } else {
      Value *is_over = leaves_if_true ? branch->getCondition() : builder.CreateNot(branch->getCondition());
      step = builder.CreateSelect(is_over, step, builder.getInt64(0));
      for (PHINode *counter : counters) {
        Value *next = counter->getIncomingValueForBlock(body);
        counter->setIncomingValueForBlock(
            body, builder.CreateSelect(is_over, counter->getIncomingValueForBlock(before), next));
      }
    }
    Value *next = builder.CreateAdd(tile, step, "tile.next", true, true);
    tile->addIncoming(here_ ? here_ : builder.getInt64(0), before);
    tile->addIncoming(next, body);
    branch->setCondition(
        builder.CreateICmp(leaves_if_true ? CmpInst::ICMP_EQ : CmpInst::ICMP_NE, next, end_));
    auto note = [&](Instruction &back, StringRef name, unsigned number) {
      back.setMetadata(
          name, MDNode::get(function_.getContext(), ConstantAsMetadata::get(builder.getInt32(number))));
    };
    note(*branch, marker::kMostIterations, iterations());
    note(*loop_.tiles().getLoopLatch()->getTerminator(), marker::kTilesOfBatch, tiles_);
  }

  // So each iteration begins with the counters that the first one of a tile has, and these go.
  void unrollTile(ArrayRef<PHINode *> counters) {
    BasicBlock *body = loop_.terms().getHeader(), *before = loop_.terms().getLoopPreheader();
    auto *branch = cast<BranchInst>(body->getTerminator());
    SmallVector<Instruction *, 256> once;
    for (Instruction &instruction : *body)
      if (!isa<PHINode>(instruction) && &instruction != branch)
        once.push_back(&instruction);
    ValueToValueMapTy last; // of each value, in the iteration that was copied last
    auto inLast = [&](Value *value) {
      Value *copy = last.lookup(value);
      return copy ? copy : value;
    };
    for (unsigned i = 1; i < loop_.iterations(); ++i) {
      SmallVector<std::pair<PHINode *, Value *>, 64> begin;
      for (PHINode &phi : body->phis())
        if (phi.getBasicBlockIndex(body) >= 0)
          begin.emplace_back(&phi, inLast(phi.getIncomingValueForBlock(body)));
      ValueToValueMapTy copies;
      for (auto [phi, value] : begin)
        copies[phi] = value;
      for (Instruction *instruction : once) {
        Instruction *copy = instruction->clone();
        copy->setName(instruction->getName());
        copy->insertBefore(branch->getIterator());
        RemapInstruction(copy, copies, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
        copies[instruction] = copy;
      }
      for (Instruction *instruction : once)
        last[instruction] = copies.lookup(instruction);
    }
    for (Instruction *instruction : once)
      instruction->replaceUsesWithIf(inLast(instruction), [&](const Use &use) {
        auto *user = cast<Instruction>(use.getUser());
        return user == branch || isa<PHINode>(user);
      });
    Value *is_over = branch->getCondition();
    branch->setCondition(ConstantInt::getTrue(branch->getContext()));
    RecursivelyDeleteTriviallyDeadInstructions(is_over);
    for (PHINode *counter : counters) {
      Value *first = counter->getIncomingValueForBlock(before);
      counter->replaceAllUsesWith(first);
      counter->eraseFromParent();
    }
  }

  TileLoop &loop_;
  unsigned tiles_;
  std::uint64_t bytes_;
  Function &function_;
  CopyIterations *turns_;
  unsigned tiles_of_part_;
  std::uint64_t most_moves_;
  bool unrolls_;
  BasicBlock *in_front_ = nullptr, *begin_ = nullptr; // of the loop over warps that adds up
  Value *place_ = nullptr, *end_ = nullptr;           // bytes, of the next tile in the batch
  Value *here_ = nullptr;                             // bytes, of the batch, where there are two
};

class BatchTiles : public PassInfoMixin<BatchTiles> {
public:
  explicit BatchTiles(const CompileJob &job)
      : job_(job), registers_(VectorRegisters::of(job)), shared_bytes_(bytesOfTiles(job)),
        counts_for_free_(Processor::of(job).counts_for_free) {}

  PreservedAnalyses run(Function &function, FunctionAnalysisManager &analyses) {
    if (shared_bytes_ == 0 || shared_bytes_ > kMostBatchBytes / 2 ||
        function.hasFnAttribute(marker::kCopyTurn))
      return PreservedAnalyses::all();
    auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
    auto &aliases = analyses.getResult<AAManager>(function);
    TileLoop loop;
    if (!loop.find(function, {analyses.getResult<LoopAnalysis>(function),
                              analyses.getResult<DominatorTreeAnalysis>(function),
                              analyses.getResult<PostDominatorTreeAnalysis>(function), evolution, aliases}))
      return PreservedAnalyses::all();
    std::uint64_t tiles = divideCeil(kManyIterations, loop.iterations());
    // What the parts of a crowded loop have in common shall have room for all tiles. Between the parts the next batch is
    // filled.
    CopyIterations turns(loop, analyses.getResult<LoopAnalysis>(function),
                         analyses.getResult<DominatorTreeAnalysis>(function));
    AccumulatorLoop crowded(loop.terms(), evolution, registers_);
    const bool is_crowded = crowded.maySplit(aliases), takes_turns = is_crowded && turns.find();
    if (is_crowded)
      tiles = std::min(
          {tiles, kMostCrowdedBatchBytes / shared_bytes_, crowded.mostIterations() / loop.iterations()});
    else
      tiles = std::min(tiles, kMostBatchBytes / shared_bytes_);
    if (tiles < 2) {
      refuse(job_, *loop.warps().getLoopLatch()->getTerminator(),
             "one tile has many iterations, or several would not fit into the cache");
      return PreservedAnalyses::all();
    }
    // So many tiles does each part fill, or leave time to fill, so that all are.
    const auto tiles_of_part =
        is_crowded ? static_cast<unsigned>(divideCeil(tiles, crowded.parts().size())) : 0;
    const bool unrolls = !counts_for_free_ && takes_turns && loop.iterations() <= kMostIterationsInOne;
    const std::uint64_t operations = crowded.operations() * (unrolls ? loop.iterations() : 1);
    const std::uint64_t most_moves =
        is_crowded ? operations / (kOperationsPerMove * tiles_of_part) : 0; // of each tile
    if (!TileBatcher(loop, static_cast<unsigned>(tiles), shared_bytes_, takes_turns ? &turns : nullptr,
                     tiles_of_part, most_moves, unrolls)
             .run())
      return PreservedAnalyses::all();
    return PreservedAnalyses::none();
  }

private:
  const CompileJob &job_;
  VectorRegisters registers_;
  std::uint64_t shared_bytes_;
  bool counts_for_free_;
};

} // namespace

void batchTiles(const CompileJob &job, FunctionPassManager &passes) {
  passes.addPass(LoopSimplifyPass());
  passes.addPass(LCSSAPass());
  passes.addPass(BatchTiles(job));
}

} // namespace raddle::vectorize
