// A block that multiplies matrices tile by tile has its warps compute with each tile in turn. Their accumulators together
// are more than the first-level cache holds, so for each tile they come and go:
//
//   for (tile ...) {                                   for (tile ...) {
//     for (warp ...) shared[...] = ...                   for (warp ...) batch[filled][...] = ...
//     for (warp ...)                         becomes     if (++filled == 4 || this is the last tile) {
//       for (i ...) accumulators[warp] += ...              for (warp ...)
//   }                                                        for (f < filled) for (i ...) accumulators[warp] += ...
//                                                          filled = 0;
//                                                      } }
//
// Each accumulator gets the same terms in the same order. The memory that takes the place of shared memory is the
// kernel's own; nothing else can see the difference. The two loops over f and i are one, which begins anew
// with i for each f. Where that loop will become several (split-accumulator-loops), there are two batches, and the next
// one is filled in between (copies/copy_iterations.h).

#include "vectorize/tune/passes.h"

#include "nvvm/markers.h"
#include "vectorize/processor.h"
#include "vectorize/remarks.h"
#include "vectorize/tune/accumulators/accumulator_loop.h"
#include "vectorize/tune/noted_numbers.h"
#include "vectorize/tune/preserved_analyses.h"
#include "vectorize/tune/tiles/copies/copy_iterations.h"
#include "vectorize/tune/tiles/next_tile.h"
#include "vectorize/tune/tiles/tile_loop.h"

#include <llvm/Transforms/Utils/ValueMapper.h>

#include <algorithm>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// From so many iterations on, what loading and storing the accumulators costs is little beside them.
constexpr unsigned kManyIterations = 32;
// So many iterations become one where that is a whole tile: nothing in it has to find out which one it is. An Emerald
// Rapids is 2 % faster, the more the busier its core's other thread is; Zen 4, which waits for multiply-adds either way, 2 %
// slower (Processor::counts_for_free).
constexpr unsigned kMostIterationsInOne = 2;
// A tile's lines are prefetched while this many tiles before it are filled.
constexpr std::uint64_t kTilesPrefetchedAhead = 4;
// So many operations on vectors leave the processor's ports for memory enough time for a load and a store.
constexpr std::uint64_t kOperationsPerMove = 4;
// Tiles lie so far apart, too: else their rows would share few sets of the first-level cache.
constexpr std::uint64_t kAlign = 128;

/// What will be done with a loop over tiles.
struct BatchPlan {
  std::uint64_t bytes = 0;   // from one tile of a batch to the next
  unsigned tiles = 0;        // of a batch
  unsigned iterations = 0;   // of the loop that adds up from a whole batch
  bool unrolls = false;      // an iteration of that loop becomes a whole tile's
  bool copies_ahead = false; // warps fill a second batch while they add up from the first one
  // Each fission loop leaves time to copy a warp's part of so many tiles, and each of its iterations for so many moves of
  // one tile.
  unsigned tiles_of_fission_loop = 0;
  std::uint64_t most_moves = 0;

  std::uint64_t bytesOfBatch() const { return bytes * tiles; }
};

/// `fission` is the accumulator loop that will become several, or null: what these have in common shall have room for all
/// tiles, and between them the next batch is filled, if that `may_copy_ahead`.
BatchPlan planBatch(const TileLoop &loop, const AccumulatorLoop *fission, bool may_copy_ahead,
                    std::uint64_t bytes_of_tile, const Processor &processor) {
  std::uint64_t tiles = divideCeil(kManyIterations, loop.iterations());
  BatchPlan plan;
  plan.bytes = alignTo(bytes_of_tile, kAlign) + kAlign;
  if (!fission) {
    tiles = std::min(tiles, processor.bytes_of_tiles / bytes_of_tile);
  } else {
    // Each fission loop reads only a part of a tile, so that twice as many tiles stay in the first-level cache.
    tiles = std::min(
        {tiles, 2 * processor.bytes_of_tiles / bytes_of_tile, fission->mostIterations() / loop.iterations()});
    plan.copies_ahead = may_copy_ahead;
    plan.unrolls = !processor.counts_for_free && may_copy_ahead && loop.iterations() <= kMostIterationsInOne;
    plan.tiles_of_fission_loop = static_cast<unsigned>(divideCeil(tiles, fission->groups().size()));
    if (plan.tiles_of_fission_loop != 0)
      plan.most_moves = fission->operations() * (plan.unrolls ? loop.iterations() : 1) /
                        (kOperationsPerMove * plan.tiles_of_fission_loop);
  }
  plan.tiles = static_cast<unsigned>(tiles);
  plan.iterations = plan.unrolls ? plan.tiles : loop.iterations() * plan.tiles;
  return plan;
}

// Makes one iteration of so many of a loop of one block. So each begins with the counters that the first one has, and these
// phis go. The branch back no longer has a condition: the caller sets it.
void unrollWholeTile(const Loop &loop, unsigned iterations, ArrayRef<PHINode *> counters) {
  BasicBlock *body = loop.getHeader(), *before = loop.getLoopPreheader();
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
  for (unsigned i = 1; i < iterations; ++i) {
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

/// Does it.
class TileBatcher {
public:
  TileBatcher(const BatchPlan &plan, TileLoop &loop, CopyIterations &copies)
      : plan_(plan), loop_(loop), copies_(copies), function_(*loop.accumulation().getHeader()->getParent()) {}

  void run(NextTile &next) {
    before_ = loop_.warps().getLoopPreheader();
    IRBuilder<> builder(before_->getTerminator());
    placeBatch();
    countTiles(builder, next.follows(builder));
    if (plan_.copies_ahead)
      copyAhead();
    else
      for (const TileAccess &writer : loop_.writers())
        writer.moveBy(place_);
    lengthenAccumulation();
    function_.addFnAttr(marker::kReadsManyTiles);
  }

private:
  void placeBatch() {
    IRBuilder<> builder(&*function_.getEntryBlock().getFirstInsertionPt());
    auto *batch = builder.CreateAlloca(
        ArrayType::get(builder.getInt8Ty(), plan_.bytesOfBatch() * (plan_.copies_ahead ? 2 : 1)), nullptr,
        "batch");
    batch->setAlignment(Align(kAlign));
    for (LoadInst *base : loop_.bases()) {
      base->replaceAllUsesWith(batch);
      base->eraseFromParent();
    }
  }

  // Counts the tiles that wait, in bytes, which is where the next one goes.
  void countTiles(IRBuilder<> &builder, Value *goes_on) {
    Loop &tiles = loop_.tiles();
    BasicBlock *header = tiles.getHeader(), *after = loop_.warps().getExitBlock();
    auto *filled = PHINode::Create(builder.getInt64Ty(), 2, "filled", header->begin());
    place_ = filled;
    Value *end = builder.CreateAdd(filled, builder.getInt64(plan_.bytes), "filled.now", true, true);
    end_ = end;
    Value *waits =
        builder.CreateAnd(goes_on, builder.CreateICmpULT(end, builder.getInt64(plan_.bytesOfBatch())));
    BasicBlock *warps = loop_.warps().getHeader();
    begin_ = BasicBlock::Create(function_.getContext(), "batch.is.full", &function_, warps);
    BranchInst::Create(warps, begin_);
    warps->replacePhiUsesWith(before_, begin_);
    before_->getTerminator()->eraseFromParent();
    builder.SetInsertPoint(before_);
    builder.CreateCondBr(waits, after, begin_);
    auto *left = PHINode::Create(builder.getInt64Ty(), 2, "filled.next", after->begin());
    for (BasicBlock *way : predecessors(after))
      left->addIncoming(way == before_ ? end : builder.getInt64(0), way);
    filled->addIncoming(builder.getInt64(0), tiles.getLoopPreheader());
    filled->addIncoming(left, tiles.getLoopLatch());
  }

  // The other batch is filled by copy iterations, and then takes the place of this one.
  void copyAhead() {
    Loop &tiles = loop_.tiles();
    BasicBlock *header = tiles.getHeader(), *after = loop_.warps().getExitBlock();
    auto *here = PHINode::Create(Type::getInt64Ty(function_.getContext()), 2, "here", header->begin());
    here_ = here;
    IRBuilder<> builder(header, header->getFirstInsertionPt());
    Value *bytes = builder.getInt64(plan_.bytesOfBatch());
    auto endOf = [&](Value *batch) { return builder.CreateAdd(batch, bytes, "", true, true); };
    Value *place = builder.CreateAdd(here, place_, "place", true, true), *end = endOf(here);
    Value *there = builder.CreateSub(bytes, here, "there", true, true);
    copies_.outline({.bytes_of_tile = plan_.bytes,
                     .tiles = plan_.tiles,
                     .tiles_ahead = kTilesPrefetchedAhead,
                     .iterations = plan_.iterations,
                     .most_moves = plan_.most_moves},
                    place, end);
    builder.SetInsertPoint(begin_->getTerminator());
    end_ = builder.CreateAdd(here, end_, "", true, true);
    copies_.beginBatch(builder, there, endOf(there));
    if (copies_.defersMoves()) {
      // One call does all iterations of a warp, and the fission loops do the moves.
      builder.SetInsertPoint(&*loop_.accumulation().getLoopPreheader()->getFirstInsertionPt());
      copies_.callIteration(builder);
      copies_.callMoves(builder);
    } else {
      builder.SetInsertPoint(loop_.accumulation().getExitBlock()->getTerminator());
      for (unsigned i = 0; i < plan_.tiles_of_fission_loop; ++i)
        copies_.callIteration(builder);
    }
    BasicBlock *finished = copies_.finishBatch(*loop_.warps().getLoopLatch(), *after);
    auto *next = PHINode::Create(builder.getInt64Ty(), 2, "here.next", after->begin());
    for (BasicBlock *way : predecessors(after))
      next->addIncoming(way == finished ? there : here, way);
    here->addIncoming(builder.getInt64(0), tiles.getLoopPreheader());
    here->addIncoming(next, tiles.getLoopLatch());
  }

  // The loop over what a warp reads of a tile goes on with the next tile of the batch.
  void lengthenAccumulation() {
    Loop &accumulation = loop_.accumulation();
    BasicBlock *body = accumulation.getHeader(), *before = accumulation.getLoopPreheader();
    auto *tile = PHINode::Create(Type::getInt64Ty(function_.getContext()), 2, "tile", body->begin());
    for (const TileAccess &reader : loop_.readers())
      reader.moveBy(tile);
    auto *branch = cast<BranchInst>(body->getTerminator());
    IRBuilder<> builder(branch);
    const bool leaves_if_true = branch->getSuccessor(0) != body;
    Value *step = builder.getInt64(plan_.bytes);
    SmallVector<PHINode *, 4> counters;
    for (PHINode &phi : body->phis())
      if (&phi != tile && !loop_.isAccumulator(phi))
        counters.push_back(&phi);
    if (plan_.unrolls) {
      unrollWholeTile(accumulation, loop_.iterations(), counters);
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
    noteNumber(*branch, marker::kMostIterations, plan_.iterations);
  }

  const BatchPlan &plan_;
  TileLoop &loop_;
  CopyIterations &copies_;
  Function &function_;
  BasicBlock *before_ = nullptr, *begin_ = nullptr; // the loop over warps that adds up
  Value *place_ = nullptr, *end_ = nullptr;         // bytes, of the next tile in the batch
  Value *here_ = nullptr;                           // bytes, of the batch, where there are two
};

} // namespace

PreservedAnalyses batchTiles(Function &function, FunctionAnalysisManager &analyses,
                             const TargetMachine &machine, const CodeParts &parts, const Facts &facts,
                             const Outputs &outputs, const Report &report) {
  const std::uint64_t bytes_of_tile = bytesOfTiles(facts, outputs, parts);
  const Processor &processor = Processor::of(machine);
  const bool is_too_large = bytes_of_tile > processor.bytes_of_tiles / 2;
  if (bytes_of_tile == 0 || (is_too_large && !report.wants_remarks) ||
      function.hasFnAttribute(marker::kCopyIteration))
    return PreservedAnalyses::all();
  TileLoop loop(function, analyses);
  auto &[loops, dominators, post_dominators, evolution, aliases] = loop.analyses();
  const bool is_found = loop.find();
  auto leaveAlone = [&](const char *why) {
    refuse(report, *loop.accumulation().getHeader(), why);
    return PreservedAnalyses::all();
  };
  if (loop.refusal())
    return leaveAlone(loop.refusal());
  if (!is_found)
    return PreservedAnalyses::all();
  if (is_too_large)
    return leaveAlone("a tile takes too much of the first-level cache");
  CopyIterations copies(loop);
  AccumulatorLoop accumulation(loop.accumulation(), evolution, VectorRegisters::of(machine));
  const bool is_split = accumulation.maySplit(aliases);
  const BatchPlan plan = planBatch(loop, is_split ? &accumulation : nullptr,
                                   is_split && copies.find(loops, dominators), bytes_of_tile, processor);
  if (plan.tiles < 2)
    return leaveAlone("one tile has many iterations, or several would not fit into the cache");
  NextTile next(loop);
  if (!next.isKnownEarly())
    return leaveAlone("whether another tile follows depends on what is computed with this one");
  TileBatcher(plan, loop, copies).run(next);
  return PreservedAnalyses::none();
}

} // namespace raddle::vectorize
