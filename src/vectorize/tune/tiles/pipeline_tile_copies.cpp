// A block that multiplies matrices copies a tile, which keeps the memory busy and the arithmetic idle, and then
// computes with it, the other way round. So it copies the next tile while it computes with this one:
//
//   for (tile ...) {                                   for (tile ...) {
//     for (warp ...) *place = *address;                  if (!copied) for (warp ...) { *place = *address; list them }
//                                                        copied = another tile follows, and addresses go on evenly;
//     for (warp ...)                         becomes     for (warp ...)
//       for (i ...) accumulators[warp] += ...              for (i ...) { accumulators[warp] += ...
//   }                                                        if (copied) *(place + other) = *(address += stride); }
//                                                        if (copied) swap this and the other memory; }
//
// Nothing is loaded that the block would not load: addresses have a stride from tile to tile that is known before
// the loop, and before each tile it is made sure that no index wraps. Where one would, or no tile follows, the
// loop copies a spare place to itself, and the tile is copied as before. Nothing writes to global memory while a
// block goes from tile to tile (see tile_loop.h), so it does not matter when it is read.

#include "vectorize/tune/passes.h"

#include "nvvm/markers.h"
#include "vectorize/never_unrolled.h"
#include "vectorize/processor.h"
#include "vectorize/remarks.h"
#include "vectorize/tune/accumulators/accumulator_loop.h"
#include "vectorize/tune/preserved_analyses.h"
#include "vectorize/tune/scheduling_border.h"
#include "vectorize/tune/tiles/copy_list.h"
#include "vectorize/tune/tiles/next_tile.h"
#include "vectorize/tune/tiles/tile_copies.h"
#include "vectorize/tune/tiles/tile_loop.h"

#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

#include <algorithm>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// An iteration with fewer operations on 512 bits than these has no room for a copy.
constexpr unsigned kLeastArithmetic = 8;
// Where a warp computes for more iterations than this for each cache line that it copies, that takes little time anyway.
constexpr unsigned kMostIterationsPerLine = 4;
// Bytes of the list: as many as both tiles may take.
constexpr std::uint64_t kMostListBytes = 32 << 10;
// Bytes: tiles begin at cache lines.
constexpr std::uint64_t kAlign = 128;
// The loop that computes is unrolled at least so many times, if its trip count allows, so that counting and copying cost
// less.
constexpr unsigned kUnrolled = 4;
// Where addresses agree in the bits below, a load seems to the processor to read what has just been stored.
constexpr std::uint64_t kAliasingBytes = 4096;

// The distance from the one memory to the other. While a warp loads its rows of a tile it stores the same rows of the next
// one; if they seemed the same, the loads would wait for the stores. On Intel they do wherever addresses agree so far, on
// Zen 4 only in some processes, it seems where the pages' physical addresses agree in a few bits more.
std::uint64_t distanceOf(std::uint64_t bytes) {
  constexpr std::uint64_t half = kAliasingBytes / 2;
  return alignTo(bytes + half, kAliasingBytes) - half;
}

// Operations on 512 bits in the body of a loop.
unsigned arithmeticOf(const BasicBlock &body) {
  std::uint64_t bits = 0;
  for (const Instruction &instruction : body)
    if (isa<BinaryOperator, IntrinsicInst>(instruction) && !instruction.mayReadOrWriteMemory())
      if (auto *vector = dyn_cast<FixedVectorType>(instruction.getType()))
        bits += vector->getPrimitiveSizeInBits().getFixedValue();
  return static_cast<unsigned>(bits / 512);
}

/// A plan, or why there is none.
struct Decision {
  PipelinePlan plan;
  const char *refusal = nullptr;
};

Decision decide(const TileLoop &loop, const TileCopies &copies, VectorRegisters registers,
                std::uint64_t bytes) {
  PipelinePlan plan;
  plan.bytes = alignTo(bytes, kAlign);
  plan.distance = distanceOf(plan.bytes);
  std::uint64_t lines = 0;
  for (const TileCopies::Copy &copy : copies.copies()) {
    plan.bytes_of_copy = std::max(plan.bytes_of_copy, copies.bytesOf(copy));
    lines += divideCeil(copies.bytesOf(copy), kCacheLineBytes);
    if (copies.bytesOf(copy) % (registers.bits / 8) != 0 || copies.bytesOf(copy) != plan.bytes_of_copy)
      return {plan, "copies of a tile are of several sizes, or of parts of registers"};
  }
  const unsigned iterations = loop.iterations();
  const auto number = static_cast<unsigned>(copies.copies().size());
  const BasicBlock &body = *loop.accumulation().getHeader();
  if (iterations < number || arithmeticOf(body) < kLeastArithmetic)
    return {plan, "there is too little arithmetic for a tile to copy the next one meanwhile"};
  if (iterations > lines * kMostIterationsPerLine)
    return {plan, "there is so much arithmetic for a tile that copying takes little time"};
  plan.iterations_per_copy = iterations / number;
  while (iterations % plan.iterations_per_copy != 0)
    --plan.iterations_per_copy;
  plan.entries_of_warp = iterations / plan.iterations_per_copy;
  plan.unrolled = plan.iterations_per_copy;
  while (plan.unrolled < kUnrolled && iterations % (2 * plan.unrolled) == 0)
    plan.unrolled *= 2;
  // Else it would be no loop.
  if (plan.unrolled >= iterations)
    return {plan, "all iterations of a tile would be one"};
  if (plan.bytesOfList(body.getDataLayout(), body.getContext()) > kMostListBytes)
    return {plan, "the list of copies would not fit into the cache"};
  return {plan, nullptr};
}

/// Writes the code of a plan.
class TilePipeliner {
public:
  TilePipeliner(const PipelinePlan &plan, TileLoop &loop, const TileCopies &copies, VectorRegisters registers)
      : plan_(plan), loop_(loop), copies_(copies), register_bytes_(registers.bits / 8),
        function_(*loop.tiles().getHeader()->getParent()), list_(loop, copies, plan) {}

  using Unroller = function_ref<bool(Loop &, unsigned)>;

  void run(NextTile &next_tile, Unroller unroll) {
    BasicBlock *before = loop_.warps().getLoopPreheader(), *after = loop_.warps().getExitBlock();
    IRBuilder<> builder(before->getTerminator());
    Value *here = builder.CreateLoad(builder.getInt64Ty(), list_.here(), "tile.here");
    for (const TileAccess &reader : loop_.readers())
      moveReader(reader, builder, here);
    if (plan_.unrolled != 1 && !unroll(loop_.accumulation(), plan_.unrolled))
      return list_.promote();                // there is but one memory
    DenseMap<Instruction *, Value *> places; // of stores, in the first memory
    for (const TileAccess &writer : loop_.writers()) {
      IRBuilder<> before_writer(writer.instruction);
      places[writer.instruction] = writer.address();
      writer.moveBy(before_writer.CreateLoad(before_writer.getInt64Ty(), list_.here()));
    }
    list_.emitListing(places);
    Value *there = builder.CreateSub(builder.getInt64(plan_.distance), here, "tile.there");
    Value *follows = next_tile.follows(builder);
    Value *copies = builder.CreateAnd(follows, list_.staysEven(builder), "copies.next");
    list_.begin(builder, copies);
    Value *step = builder.CreateZExt(copies, builder.getInt64Ty());
    Value *distance = builder.CreateSelect(copies, there, builder.getInt64(0));
    copyInComputation(step, distance);
    builder.SetInsertPoint(after, after->getFirstInsertionPt());
    builder.CreateStore(builder.CreateSelect(copies, there, here), list_.here());
    function_.addFnAttr(marker::kReadsManyRows);
    list_.promote();
  }

private:
  // Where the address of a reader begins before the computation, it is moved there: rows that lie side by side shall have
  // one base.
  void moveReader(const TileAccess &reader, IRBuilder<> &builder, Value *distance) {
    auto *address = dyn_cast<GetElementPtrInst>(reader.address());
    if (!address || !loop_.accumulation().contains(address) ||
        !loop_.warps().isLoopInvariant(address->getPointerOperand()))
      return reader.moveBy(distance);
    if (!moved_.insert(address).second)
      return;
    Value *&base = bases_[address->getPointerOperand()];
    if (!base)
      base = builder.CreateGEP(builder.getInt8Ty(), address->getPointerOperand(), distance);
    address->setOperand(0, base);
  }

  // Pieces of the copies, as long as a register, stand evenly among the instructions of the computation.
  void copyInComputation(Value *step, Value *distance) {
    BasicBlock *body = loop_.accumulation().getHeader();
    loadLate(*body);
    SmallVector<Instruction *, 128> instructions;
    for (Instruction &instruction : *body)
      if (!isa<PHINode>(instruction))
        instructions.push_back(&instruction);
    const std::uint64_t pieces = plan_.bytes_of_copy / register_bytes_;
    const std::uint64_t all = plan_.unrolled / plan_.iterations_per_copy * pieces;
    CopyList::Entry entry{};
    for (std::uint64_t i = 0; i < all; ++i) {
      IRBuilder<> builder(instructions[i * instructions.size() / all]);
      // Else LLVM loads for all iterations first, and keeps the accumulators in memory.
      createSchedulingBorder(builder);
      if (i % pieces == 0)
        entry = list_.take(builder, step, distance);
      copyPiece(builder, entry, i % pieces * register_bytes_);
    }
    loop_.accumulation().setLoopID(neverUnrolled(function_.getContext()));
  }

  void copyPiece(IRBuilder<> &builder, const CopyList::Entry &entry, std::uint64_t offset) const {
    auto at = [&](Value *address) {
      return builder.CreateConstGEP1_64(builder.getInt8Ty(), address, offset);
    };
    auto *type = FixedVectorType::get(builder.getInt32Ty(), static_cast<unsigned>(register_bytes_ / 4));
    Value *piece = builder.CreateAlignedLoad(type, at(entry.from), commonAlign(&TileCopies::Copy::load));
    builder.CreateAlignedStore(piece, at(entry.to), commonAlign(&TileCopies::Copy::store));
    for (std::uint64_t line = 0; line < register_bytes_; line += kCacheLineBytes)
      if ((offset + line) % kCacheLineBytes == 0)
        prefetchRow(builder, at(entry.after), kCacheLineBytes);
  }

  template <typename Access> Align commonAlign(Access TileCopies::Copy::*access) const {
    Align result(register_bytes_); // of each piece
    for (const TileCopies::Copy &copy : copies_.copies())
      result = std::min(result, (copy.*access)->getAlign());
    return result;
  }

  const PipelinePlan &plan_;
  TileLoop &loop_;
  const TileCopies &copies_;
  std::uint64_t register_bytes_;
  Function &function_;
  CopyList list_;
  DenseMap<Value *, Value *> bases_; // of addresses in the computation, as they are and in this memory
  SmallPtrSet<Instruction *, 16> moved_;
};

} // namespace

PreservedAnalyses pipelineTileCopies(Function &function, FunctionAnalysisManager &analyses,
                                     const TargetMachine &machine, const CodeParts &parts, const Facts &facts,
                                     const Outputs &outputs, const Report &report) {
  const std::uint64_t bytes_of_tile = bytesOfTiles(facts, outputs, parts);
  const VectorRegisters registers = VectorRegisters::of(machine);
  if (bytes_of_tile == 0 || bytes_of_tile > Processor::of(machine).bytes_of_tiles / 2 ||
      function.hasFnAttribute(marker::kCopyIteration))
    return PreservedAnalyses::all();
  TileLoop loop(function, analyses);
  auto &[loops, dominators, post_dominators, evolution, aliases] = loop.analyses();
  if (!loop.find() || AccumulatorLoop(loop.accumulation(), evolution, registers).maySplit(aliases))
    return PreservedAnalyses::all();
  NextTile next_tile(loop);
  TileCopies copies(loop, loops, dominators);
  auto leaveAlone = [&](const char *why) {
    refuse(report, *loop.accumulation().getHeader(), why);
    return PreservedAnalyses::none();
  };
  if (!next_tile.isKnownEarly())
    return leaveAlone("whether another tile follows depends on what is computed with this one");
  if (!copies.find())
    return leaveAlone("a tile is not only copied, or not from rows that have one stride from tile to tile");
  const SCEV *computing = evolution.getBackedgeTakenCount(&loop.warps());
  if (isa<SCEVCouldNotCompute>(computing) || computing != evolution.getBackedgeTakenCount(&copies.copying()))
    return leaveAlone("not as many warps copy a tile as compute with it");
  const auto [plan, refusal] = decide(loop, copies, registers, bytes_of_tile);
  if (refusal)
    return leaveAlone(refusal);
  TilePipeliner(plan, loop, copies, registers).run(next_tile, [&](Loop &accumulation, unsigned times) {
    UnrollLoopOptions options = {};
    options.Count = times;
    options.Force = true;
    return UnrollLoop(&accumulation, options, &loops, &evolution, &dominators,
                      &analyses.getResult<AssumptionAnalysis>(function),
                      &analyses.getResult<TargetIRAnalysis>(function),
                      &analyses.getResult<OptimizationRemarkEmitterAnalysis>(function),
                      /*PreserveLCSSA=*/true) == LoopUnrollResult::PartiallyUnrolled;
  });
  return PreservedAnalyses::none();
}

} // namespace raddle::vectorize
