// What is read in the next iteration of a loop, or read or written by one of the next blocks, is prefetched.

#include "vectorize/reshape/passes.h"

#include "analysis/induction_step.h"
#include "analysis/lane_shapes.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/passes.h"
#include "vectorize/prefetches.h"
#include "vectorize/processor.h"
#include "vectorize/reshape/if_convert_loads.h"
#include "vectorize/reshape/loops/barrier_stages.h"
#include "vectorize/reshape/loops/full_warp_loops.h"
#include "vectorize/reshape/partial_blocks.h"
#include "vectorize/widen/plan/shared_address.h"

#include <algorithm>
#include <vector>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Values that an address or a step is made of; what is longer is left alone.
constexpr unsigned kLongestChain = 12;
// Cycles until memory has answered while other cores use it, too.
constexpr unsigned kCyclesOfMemory = 1024;
// Blocks ahead: the next one may be over before memory has answered.
constexpr unsigned kBlocksAhead = 2;
// Blocks whose warp loop is unrolled prefetch as far ahead as loops over the grid, but not many blocks.
constexpr std::uint64_t kBytesAheadUnrolled = 8192;
constexpr unsigned kMostBlocksAhead = 16;
// Bytes ahead of a store; the places where loads and columns differ say why (see bytesAhead).
constexpr unsigned kBytesAhead = 2048, kBytesAheadOfLoad = 256, kBytesAheadInPieces = 4096;
constexpr auto kLineBytes = static_cast<std::int64_t>(kCacheLineBytes);
// Instructions between barriers, for each fused warp: a shorter piece has no room for prefetches.
constexpr unsigned kLeastInstructions = 48;

// A load or a store of memory that is reached through a parameter.
bool isOfGlobalMemory(const Value &pointer) {
  const Value *object = getUnderlyingObject(&pointer);
  if (auto *load = dyn_cast<LoadInst>(object))
    object = getUnderlyingObject(load->getPointerOperand());
  return isa<Argument>(object);
}

bool isTicket(const Value &value) {
  auto *draw = dyn_cast<AtomicRMWInst>(&value);
  auto *step = draw ? dyn_cast<ConstantInt>(draw->getValOperand()) : nullptr;
  return step && step->isOne() && draw->getOperation() == AtomicRMWInst::Add;
}

// Whether some way of computing `address`, at a constant distance from `base`, is where a ticket is stored.
bool holdsTicket(const Value &base, const APInt &distance, const DataLayout &layout) {
  return any_of(base.users(), [&](const User *user) {
    if (auto *store = dyn_cast<StoreInst>(user))
      return store->getPointerOperand() == &base && distance.isZero() && isTicket(*store->getValueOperand());
    APInt offset(distance.getBitWidth(), 0);
    auto *field = dyn_cast<GetElementPtrInst>(user);
    return field && field->getPointerOperand() == &base && field->accumulateConstantOffset(layout, offset) &&
           holdsTicket(*field, distance - offset, layout);
  });
}

// What one thread of the block has drawn for all of it, as a block of a grid that is numbered in the order in which blocks
// begin: `if (t == 0) tile = atomicAdd(&ticket, 1);`. The next numbers go to other blocks, and soon to this worker's.
bool isTicketOfBlock(const LoadInst &load) {
  if (!load.getType()->isIntegerTy(32) || !isSharedAddress(*load.getPointerOperand()))
    return false;
  const DataLayout &layout = load.getDataLayout();
  APInt distance(layout.getIndexTypeSizeInBits(load.getPointerOperand()->getType()), 0);
  const Value *base = load.getPointerOperand()->stripAndAccumulateConstantOffsets(layout, distance,
                                                                                  /*AllowNonInbounds=*/true);
  return holdsTicket(*base, distance, layout);
}

// Whether a value is made of a field of the block, such as gridDim.x, or of a parameter that may stand for
// it.
bool dependsOn(const Value &value, unsigned field, unsigned bytes, unsigned depth, bool or_parameter = true) {
  if (isa<Argument>(value))
    return or_parameter;
  auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction || depth == 0)
    return false;
  if (auto *load = dyn_cast<LoadInst>(instruction)) {
    if (field == offsetof(RaddleBlock, block_idx.x) && isTicketOfBlock(*load))
      return true;
    const auto offset = analysis::blockFieldOffset(*load);
    return offset >= static_cast<std::int64_t>(field) && offset < static_cast<std::int64_t>(field + bytes);
  }
  return isa<BinaryOperator, CastInst, GetElementPtrInst>(instruction) &&
         any_of(instruction->operands(), [&](const Value *operand) {
           return dependsOn(*operand, field, bytes, depth - 1, or_parameter);
         });
}

bool dependsOnBlock(const Value &address) {
  return dependsOn(address, offsetof(RaddleBlock, block_idx.x), sizeof(std::uint32_t), kLongestChain,
                   /*or_parameter=*/false);
}

// The value in a later block of the row; null where it takes too long to compute.
Value *inLaterBlock(Value &value, unsigned blocks, IRBuilder<> &builder, unsigned &length) {
  auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction || !dependsOnBlock(value))
    return &value;
  if (++length > kLongestChain)
    return nullptr;
  if (isa<LoadInst>(instruction))
    return builder.CreateAdd(instruction, builder.getInt32(blocks));
  Instruction *there = instruction->clone();
  there->dropPoisonGeneratingFlags();
  for (Use &operand : there->operands()) {
    Value *other = inLaterBlock(*operand, blocks, builder, length);
    if (!other) {
      there->deleteValue();
      return nullptr;
    }
    operand.set(other);
  }
  return builder.Insert(there);
}

// A value of a loop, for the first iteration of a later block of the row; null where it takes too long to compute.
Value *inFirstIterationOfLaterBlock(Value &value, const Loop &loop, IRBuilder<> &builder, unsigned &length) {
  auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction || !loop.contains(instruction))
    return inLaterBlock(value, kBlocksAhead, builder, length);
  if (++length > kLongestChain)
    return nullptr;
  if (auto *phi = dyn_cast<PHINode>(instruction); phi && phi->getParent() == loop.getHeader())
    return inFirstIterationOfLaterBlock(*phi->getIncomingValueForBlock(loop.getLoopPreheader()), loop,
                                        builder, length);
  if (!isa<BinaryOperator, CastInst, GetElementPtrInst>(instruction) || instruction->isIntDivRem())
    return nullptr;
  SmallVector<Value *, 4> operands;
  for (Value *operand : instruction->operands()) {
    operands.push_back(inFirstIterationOfLaterBlock(*operand, loop, builder, length));
    if (!operands.back())
      return nullptr;
  }
  Instruction *there = instruction->clone();
  there->dropPoisonGeneratingFlags();
  for (auto [i, operand] : enumerate(operands))
    there->setOperand(static_cast<unsigned>(i), operand);
  return builder.Insert(there);
}

// A loop with barriers, such as one over tiles, prefetches what it reads in later iterations while the block computes
// (tune/tiles/pipeline_tile_copies). For what it reads in the first one a block waits.
void prefetchFirstIterations(const LoopInfo &loops, CacheLevel level) {
  for (const Loop *loop : loops) {
    if (!loop->getLoopPreheader() ||
        none_of(loop->blocks(), [](const BasicBlock *block) { return any_of(*block, nvvm::isSyncthreads); }))
      continue;
    for (BasicBlock *block : loop->blocks())
      for (Instruction &instruction : *block) {
        auto *load = dyn_cast<LoadInst>(&instruction);
        if (!load || loops.getLoopFor(block) != loop)
          continue;
        const auto conditional = asConditionalLoad(*load);
        Value *pointer = conditional ? conditional->pointer : load->getPointerOperand();
        if (!isOfGlobalMemory(*pointer) || !dependsOnBlock(*pointer))
          continue;
        IRBuilder<> builder(loop->getLoopPreheader()->getTerminator());
        unsigned length = 0;
        if (Value *later = inFirstIterationOfLaterBlock(*pointer, *loop, builder, length))
          createPrefetch(builder, later, level);
      }
  }
}

// Whether all threads execute many instructions between a barrier and the next barrier, loop or access to memory that
// may be far away.
bool hasRoomAfter(const Instruction &barrier, unsigned warps, const LoopInfo &loops,
                  PostDominatorTree &post_dominators) {
  unsigned length = 0;
  const Instruction *next = barrier.getNextNode();
  const DomTreeNode *node = post_dominators.getNode(barrier.getParent());
  while (node && node->getBlock() && !loops.getLoopFor(node->getBlock())) {
    for (; next; next = next->getNextNode()) {
      const Value *address = getLoadStorePointerOperand(next);
      if (nvvm::isSyncthreads(*next) || (address && isOfGlobalMemory(*address)))
        return false;
      if (++length == kLeastInstructions * warps)
        return true;
    }
    node = node->getIDom();
    next = node && node->getBlock() ? &node->getBlock()->front() : nullptr;
  }
  return false;
}

// Loads and prefetches that come all together wait for each other. So what later blocks read is prefetched after the
// first barrier where a long computation follows, which the warps do one after the other.
Instruction *placeOfPrefetch(Instruction &access, ArrayRef<Instruction *> barriers, unsigned warps,
                             const LoopInfo &loops, const DominatorTree &dominators,
                             PostDominatorTree &post_dominators) {
  if (isa<StoreInst>(access))
    return &access;
  const auto *first =
      find_if(barriers, [&](const Instruction *barrier) { return dominators.dominates(&access, barrier); });
  return first != barriers.end() && hasRoomAfter(**first, warps, loops, post_dominators)
             ? (*first)->getNextNode()
             : &access;
}

// Cache lines of the vectors that a warp, or several fused warps, have for the access.
std::uint64_t linesOf(Instruction &access, unsigned warps) {
  const std::uint64_t bytes =
      access.getDataLayout().getTypeStoreSize(getLoadStoreType(&access)).getFixedValue();
  return warps * divideCeil(kRaddleWarpSize * bytes, kLineBytes);
}

// How far ahead a block without loops and barriers prefetches an access. For loads that go on in the next warp the processor
// reads ahead by itself, to the end of a page; a little ahead helps it, and further costs up to 10 %. A matrix is read by several rows
// at a time, and where the warps of a block lie in different rows, the piece of each is too short for the processor. On two
// Zen 5 cores a stencil on 8192 x 8192 numbers takes 9.0 ms in place of 11.4 by blocks of 32 x 8, 12.5 in place of 16.1 by
// 256 x 1.
unsigned bytesAhead(const Instruction &access) {
  if (dependsOn(*getLoadStorePointerOperand(&access), offsetof(RaddleBlock, block_idx.y),
                sizeof(std::uint32_t), kLongestChain, /*or_parameter=*/false))
    return 1024;
  return isa<LoadInst>(access) ? kBytesAheadOfLoad : kBytesAhead;
}

// Prefetches that come all together have the loads beside them wait, and beyond some they are dropped. So where a warp reads many
// lines, what a later block reads is prefetched throughout this one, equal parts of it after each barrier. Not where a block
// keeps more across barriers than the first level holds: its misses have prefetches dropped, too.
class SpreadPrefetches {
public:
  SpreadPrefetches(ArrayRef<Instruction *> accesses, const LoopInfo &loops, const DominatorTree &dominators,
                   const BlockClass &block, unsigned warps, const Processor &processor) {
    if (!block.one_group || processor.most_bytes_spread == 0)
      return;
    // There may be several ways through the kernel; what is read on one of them leads to the same last barrier.
    DenseMap<const Instruction *, std::uint64_t> lines;
    for (Instruction *access : accesses) {
      if (!isa<LoadInst>(access))
        continue;
      auto stages = stagesAfter(*access, loops);
      // The address is known there only where nothing but the access leads.
      erase_if(stages, [&](const BarrierStage &barriers) {
        return any_of(barriers, [&](Instruction *barrier) { return !dominators.dominates(access, barrier); });
      });
      if (stages.size() > 1) {
        lines[stages.back().front()] += linesOf(*access, warps);
        stages_[access] = std::move(stages);
      }
    }
    stages_.remove_if([&](const auto &entry) {
      const std::uint64_t of_warp = lines[entry.second.back().front()];
      return of_warp <= processor.first_level_misses ||
             of_warp * block.group / warps * kLineBytes > processor.most_bytes_spread;
    });
  }

  /// Where the access is to be prefetched: after barriers of which every thread meets one. Empty for all others.
  ArrayRef<Instruction *> placesFor(Instruction &access) {
    const auto found = stages_.find(&access);
    if (found == stages_.end())
      return {};
    const auto stage = std::ranges::min_element(
        found->second, {}, [&](const BarrierStage &barriers) { return prefetches_[barriers.front()]; });
    ++prefetches_[stage->front()];
    return *stage;
  }

private:
  MapVector<Instruction *, std::vector<BarrierStage>> stages_;
  DenseMap<const Instruction *, unsigned> prefetches_; // by their stage's first barrier
};

// With barriers a block waits for what it reads in the beginning, and what it does then is too long for the
// processor to look beyond; what it stores in the end, the next block's stores wait for. Without loops blocks
// are so short that their stores wait for those of the ones before; see bytesAhead().
//
// What is stored two blocks later, or a tile of many lines, is prefetched to `second`: the first level would lose it, and
// what this block stores would wait for it. Small pieces that are read are found sooner in the first: on Zen 4 a
// transposition takes a fifth less time by way of the second level, and a scan on one core a fifth more.
//
// Where the warp loop of a block is unrolled, its loads come at once: what is prefetched beside them to Zen's first level waits
// with them, and what is two blocks ahead comes late. That the loads are prefetched, too, takes 24 % off a scan on Zen 5 and
// 15 % on an Emerald Rapids. Which warp loops are unrolled is known only later, but for most kernels from their block's class.
void prefetchForLaterBlocks(Function &kernel, const BlockClass &block, const Processor &processor,
                            unsigned warps, CacheLevel second, const LoopInfo &loops,
                            const DominatorTree &dominators, PostDominatorTree &post_dominators) {
  SmallVector<Instruction *, 16> barriers;
  for (Instruction &instruction : instructions(kernel))
    if (nvvm::isSyncthreads(instruction))
      barriers.push_back(&instruction);
  const bool has_barriers = !barriers.empty(), is_short = !has_barriers && loops.empty();
  SmallVector<Instruction *, 8> accesses;
  DenseSet<std::pair<const Value *, std::int64_t>> lines;
  for (Instruction &instruction : instructions(kernel)) {
    const Value *address = getLoadStorePointerOperand(&instruction);
    if (!address || loops.getLoopFor(instruction.getParent()) || !isOfGlobalMemory(*address) ||
        !dependsOnBlock(*address) || !(has_barriers || loops.empty()))
      continue;
    // The first one stands for its neighbours.
    APInt offset(64, 0);
    const Value *base =
        address->stripAndAccumulateConstantOffsets(kernel.getDataLayout(), offset, /*AllowNonInbounds=*/true);
    if (lines.insert({base, offset.getSExtValue() / kLineBytes}).second)
      accesses.push_back(&instruction);
  }
  std::uint64_t lines_read = 0;
  for (Instruction *access : accesses)
    if (isa<LoadInst>(access))
      lines_read += linesOf(*access, warps);
  const bool is_unrolled = block.one_group && has_barriers && loops.empty() && lines_read > 0 &&
                           lines_read <= processor.first_level_misses;
  const auto blocks_ahead = is_unrolled && processor.prefetches_several_blocks
                                ? static_cast<unsigned>(std::clamp<std::uint64_t>(
                                      kBytesAheadUnrolled / (lines_read * block.group / warps * kLineBytes),
                                      kBlocksAhead, kMostBlocksAhead))
                                : kBlocksAhead;
  SpreadPrefetches spread(accesses, loops, dominators, block, warps, processor);
  for (Instruction *access : accesses) {
    Value *address = getLoadStorePointerOperand(access);
    const ArrayRef<Instruction *> places = spread.placesFor(*access);
    for (Instruction *barrier : places) {
      IRBuilder<> builder(barrier->getNextNode());
      unsigned length = 0;
      if (Value *later = inLaterBlock(*address, kBlocksAhead, builder, length))
        createPrefetch(builder, later, second);
    }
    if (!places.empty())
      continue;
    IRBuilder<> builder(placeOfPrefetch(*access, barriers, warps, loops, dominators, post_dominators));
    unsigned length = 0;
    if (is_short)
      createPrefetch(builder, builder.CreateConstGEP1_64(builder.getInt8Ty(), address, bytesAhead(*access)),
                     CacheLevel::kFirst);
    else if (Value *later =
                 inLaterBlock(*address, isa<LoadInst>(access) ? blocks_ahead : kBlocksAhead, builder, length))
      createPrefetch(builder, later,
                     isa<StoreInst>(access) || is_unrolled || lines_read > processor.first_level_misses
                         ? second
                         : CacheLevel::kFirst);
  }
}

// The lines of so many warps' accesses fit into the first level, beside what else lies there.
constexpr unsigned kWarpsInFirstLevel = 32;

// An iteration reads too short a piece for the processor's own prefetches to begin, and the next one lies far off.
class LoopOverTheGrid {
public:
  LoopOverTheGrid(Loop &loop, const Processor &processor)
      : loop_(loop), warps_(processor.prefetched_warps), most_iterations_(processor.prefetched_iterations),
        level_(processor.prefetch_level) {}

  void prefetch() {
    SmallVector<LoadInst *, 8> loads;
    for (BasicBlock *block : loop_.blocks())
      for (Instruction &instruction : *block)
        if (auto *load = dyn_cast<LoadInst>(&instruction); load &&
                                                           isOfGlobalMemory(*load->getPointerOperand()) &&
                                                           !loop_.isLoopInvariant(load->getPointerOperand()))
          loads.push_back(load);
    // Each of the fused warps has loads of its own. What all of them prefetch is under way together.
    iterations_ = warps_ / std::clamp<unsigned>(loads.size(), warps_ / most_iterations_, warps_);
    // Long iterations need few lines at a time. One of them ahead is time enough, and all its lines fit into the first level.
    if (const unsigned needed = divideCeil(kCyclesOfMemory, cyclesOfIteration()); needed < iterations_) {
      iterations_ = needed;
      if (needed * loads.size() < kWarpsInFirstLevel)
        level_ = CacheLevel::kFirst;
    }
    for (LoadInst *load : loads) {
      IRBuilder<> builder(load);
      unsigned length = 0;
      Value *address = ahead(load->getPointerOperand(), builder, length);
      if (address && address != load->getPointerOperand())
        createPrefetch(builder, address, level_);
    }
  }

private:
  // A warp's 32 lanes are two vectors, for which there are two units. Updates of different places go lane by lane.
  unsigned cyclesOfIteration() const {
    unsigned cycles = 0;
    for (const BasicBlock *block : loop_.blocks())
      for (const Instruction &instruction : *block) {
        auto *update = dyn_cast<AtomicRMWInst>(&instruction);
        cycles += update && !loop_.isLoopInvariant(update->getPointerOperand()) ? kRaddleWarpSize : 1;
      }
    return cycles;
  }

  // What the value will be some iterations later; itself where it stays the same; null where that is not
  // known.
  Value *ahead(Value *value, IRBuilder<> &builder, unsigned &length) {
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || loop_.isLoopInvariant(value))
      return value;
    if (++length > kLongestChain)
      return nullptr;
    if (auto *phi = dyn_cast<PHINode>(instruction)) {
      Value *step = stepOf(*phi);
      return step ? builder.CreateAdd(phi,
                                      builder.CreateMul(step, ConstantInt::get(step->getType(), iterations_)))
                  : nullptr;
    }
    if (!isa<BinaryOperator, CastInst, GetElementPtrInst>(instruction) || instruction->isIntDivRem())
      return nullptr;
    SmallVector<Value *, 4> operands;
    for (Value *operand : instruction->operands()) {
      operands.push_back(ahead(operand, builder, length));
      if (!operands.back())
        return nullptr;
    }
    if (equal(operands, instruction->operands()))
      return value;
    Instruction *later = instruction->clone();
    later->dropPoisonGeneratingFlags();
    for (auto [i, operand] : enumerate(operands))
      later->setOperand(static_cast<unsigned>(i), operand);
    return builder.Insert(later);
  }

  // What a counter grows by, where that is more than a block of threads.
  Value *stepOf(PHINode &phi) const {
    Value *step = phi.getType()->isIntegerTy() ? analysis::inductionStep(phi, loop_) : nullptr;
    return step && dependsOn(*step, offsetof(RaddleBlock, grid_dim), sizeof(RaddleDim3), kLongestChain)
               ? step
               : nullptr;
  }

  Loop &loop_;
  const unsigned warps_, most_iterations_;
  CacheLevel level_;
  unsigned iterations_ = 1;
};

// Whether an address is made of what the loop has loaded, in this iteration or in earlier ones.
bool isIndirect(const Value &value, const Loop &loop, unsigned depth = kLongestChain) {
  auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction || depth == 0 || !loop.contains(instruction))
    return false;
  if (auto *phi = dyn_cast<PHINode>(instruction))
    return phi->getParent() == loop.getHeader() &&
           isIndirect(*phi->getIncomingValueForBlock(loop.getLoopLatch()), loop, depth - 1);
  return isa<LoadInst>(instruction) || (isa<BinaryOperator, CastInst, GetElementPtrInst>(instruction) &&
                                        any_of(instruction->operands(), [&](const Value *operand) {
                                          return isIndirect(*operand, loop, depth - 1);
                                        }));
}

// Loops such as `sum += values[i] * x[columns[i]]` are short, and begin where the warp before has ended: a row of
// a sparse matrix, the neighbours of a node. Gathers wait for their indices, and the processor's own prefetches
// begin anew in each page. Beside a gather a prefetch costs nothing. On Zen 4 1 KiB ahead is 2 to 3 % faster than 2.
bool prefetchForGathers(const Loop &loop, unsigned bytes_ahead) {
  SmallVector<LoadInst *, 8> in_order;
  bool gathers = false;
  for (BasicBlock *block : loop.blocks())
    for (Instruction &instruction : *block) {
      auto *load = dyn_cast<LoadInst>(&instruction);
      if (!load || !isOfGlobalMemory(*load->getPointerOperand()))
        continue;
      if (isIndirect(*load->getPointerOperand(), loop))
        gathers = true;
      else if (!loop.isLoopInvariant(load->getPointerOperand()))
        in_order.push_back(load);
    }
  if (!gathers)
    return false;
  for (LoadInst *load : in_order) {
    IRBuilder<> builder(load);
    createPrefetch(builder,
                   builder.CreateConstGEP1_64(builder.getInt8Ty(), load->getPointerOperand(), bytes_ahead),
                   CacheLevel::kFirst);
  }
  return true;
}

// Whether the block has read from memory where this lies.
bool isFoundByBlock(const Value &value, unsigned depth = kLongestChain) {
  auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction || depth == 0)
    return false;
  if (auto *load = dyn_cast<LoadInst>(instruction))
    return isOfGlobalMemory(*load->getPointerOperand()) && dependsOnBlock(*load->getPointerOperand());
  return isa<BinaryOperator, CastInst, GetElementPtrInst>(instruction) &&
         any_of(instruction->operands(),
                [&](const Value *operand) { return isFoundByBlock(*operand, depth - 1); });
}

// Where each block has a piece of an array, of a length of its own, the next one most often goes on where it ends.
void prefetchAheadInPiece(LoadInst &load, unsigned bytes_ahead) {
  Value *address = load.getPointerOperand();
  if (!isOfGlobalMemory(*address) || dependsOnBlock(*address) || !isFoundByBlock(*address))
    return;
  IRBuilder<> builder(&load);
  createPrefetch(builder, builder.CreateConstGEP1_64(builder.getInt8Ty(), address, bytes_ahead),
                 CacheLevel::kFirst);
}

// With loads under a mask, as short pieces have, a Zen 5 does not read ahead. In sums of 64 elements of 8 bytes, 32 MiB in all,
// a block takes 27 ns with these prefetches in place of 70.
void prefetchInShortPieces(Function &kernel, const LoopInfo &loops,
                           const SmallPtrSetImpl<const BasicBlock *> &partial) {
  for (Instruction &instruction : instructions(kernel))
    if (auto *load = dyn_cast<LoadInst>(&instruction);
        load && partial.contains(load->getParent()) && !loops.getLoopFor(load->getParent()))
      prefetchAheadInPiece(*load, kBytesAheadOfLoad);
}

// Of a longer piece a warp goes through all its part before the next warp begins, and the processor does not follow either.
void prefetchInPieces(const Loop &loop) {
  for (BasicBlock *block : loop.blocks())
    for (Instruction &instruction : *block)
      if (auto *load = dyn_cast<LoadInst>(&instruction);
          load && !loop.isLoopInvariant(load->getPointerOperand()))
        prefetchAheadInPiece(*load, kBytesAheadInPieces);
}

} // namespace

void insertPrefetches(Function &kernel, const Input &input, const TargetMachine &machine, Facts &facts) {
  DominatorTree dominators(kernel);
  LoopInfo loops(dominators);
  PostDominatorTree post_dominators(kernel);
  const Processor &processor = Processor::of(machine);
  const CacheLevel second = processor.prefetch_level;
  prefetchForLaterBlocks(kernel, input.block, processor, facts.fused_warps, second, loops, dominators,
                         post_dominators);
  prefetchFirstIterations(loops, second);
  prefetchInShortPieces(kernel, loops,
                        partialBlocks(kernel, facts.shapes.of(kernel, input.block), post_dominators));
  for (Loop *loop : loops.getLoopsInPreorder()) {
    if (!loop->isInnermost() || !loop->getLoopLatch())
      continue;
    if (facts.fused_warps > 1 && isFullWarpBranch(*loop->getLoopLatch()))
      LoopOverTheGrid(*loop, processor).prefetch();
    else if (!prefetchForGathers(*loop, processor.bytes_ahead_of_gathers) &&
             isFullWarpBranch(*loop->getLoopLatch()))
      prefetchInPieces(*loop);
  }
}

} // namespace raddle::vectorize
