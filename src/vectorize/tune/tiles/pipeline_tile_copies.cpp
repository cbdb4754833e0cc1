// A block that multiplies matrices copies a tile, which keeps the memory busy and the arithmetic idle, and then
// computes with it, the other way round. So it copies the next tile while it computes with this one:
//
//   for (tile ...) {                               for (tile ...) {
//     for (warp ...) *place = *address;              if (!copied) for (warp ...) { *place = *address; list them }
//                                                    copied = another tile follows, and addresses go on evenly;
//     for (warp ...)                    becomes      for (warp ...)
//       for (i ...) sums[warp] += ...                  for (i ...) { sums[warp] += ...
//   }                                                    if (copied) *(place + other) = *(address += growth); }
//                                                    if (copied) swap this and the other memory; }
//
// Nothing is loaded that the block would not load: addresses grow from tile to tile by what is known in front of
// the loop, and before each tile it is made sure that no index wraps. Where one would, or no tile follows, the
// loop copies a spare place to itself, and the tile is copied as before. Nobody writes to global memory while a
// block goes from tile to tile (see tile_loop.h), so it does not matter when it is read.

#include "vectorize/tune/tiles/pipeline_tile_copies.h"

#include "nvvm/markers.h"
#include "vectorize/never_unrolled.h"
#include "vectorize/prefetches.h"
#include "vectorize/remarks.h"
#include "vectorize/scheduling_border.h"
#include "vectorize/tune/accumulators/accumulator_loop.h"
#include "vectorize/tune/accumulators/load_late.h"
#include "vectorize/tune/accumulators/store_accumulators_early.h"
#include "vectorize/tune/memory/share_addresses.h"
#include "vectorize/tune/tiles/copy_iterations.h"
#include "vectorize/tune/tiles/next_tile.h"
#include "vectorize/tune/tiles/tile_copies.h"
#include "vectorize/tune/tiles/tile_loop.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

#include <algorithm>
#include <limits>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Both memories, beside the sums in the first-level cache.
constexpr std::uint64_t kMostBytes = 32 << 10;
constexpr std::uint64_t kMostListBytes = 32 << 10;
constexpr std::uint64_t kLineBytes = 64;
constexpr unsigned kMostWarps = 1024 / kRaddleWarpSize;
// An iteration with less arithmetic has no room for a copy; operations of vectors of 512 bits.
constexpr unsigned kLeastArithmetic = 8;
// Where a warp computes for more iterations than this for each line that it copies, copying takes little time.
constexpr unsigned kMostIterationsPerLine = 4;
// The loop that computes is unrolled, so that counting and copying cost less.
constexpr unsigned kUnrolled = 4;

unsigned arithmeticOf(const BasicBlock &block) {
  std::uint64_t bits = 0;
  for (const Instruction &instruction : block)
    if (isa<BinaryOperator, IntrinsicInst>(instruction) && !instruction.mayReadOrWriteMemory())
      if (auto *vector = dyn_cast<FixedVectorType>(instruction.getType()))
        bits += vector->getPrimitiveSizeInBits().getFixedValue();
  return static_cast<unsigned>(bits / 512);
}

class TileCopier {
public:
  TileCopier(TileLoop &loop, const TileCopies &copies, VectorRegisters registers, std::uint64_t bytes)
      : loop_(loop), copies_(copies), register_bytes_(registers.bits / 8), bytes_(alignTo(bytes, kAlign)),
        distance_(distanceOf(bytes_)), function_(*loop.tiles().getHeader()->getParent()),
        context_(function_.getContext()),
        entry_(StructType::get(context_, {pointerType(), pointerType(), Type::getInt64Ty(context_)})) {}

  // Whether copying fits into the computation, and is worth it.
  bool pays() {
    std::uint64_t lines = 0;
    for (const TileCopies::Copy &copy : copies_.copies()) {
      most_bytes_ = std::max(most_bytes_, copies_.bytesOf(copy));
      lines += divideCeil(copies_.bytesOf(copy), kLineBytes);
      if (copies_.bytesOf(copy) % register_bytes_ != 0 || copies_.bytesOf(copy) != most_bytes_)
        return false;
    }
    const unsigned iterations = loop_.iterations();
    const auto number = static_cast<unsigned>(copies_.copies().size());
    if (iterations < number || iterations > lines * kMostIterationsPerLine ||
        arithmeticOf(*loop_.terms().getHeader()) < kLeastArithmetic)
      return false;
    iterations_per_copy_ = iterations / number;
    while (iterations % iterations_per_copy_ != 0)
      --iterations_per_copy_;
    unrolled_ = iterations_per_copy_;
    while (unrolled_ < kUnrolled && iterations % (2 * unrolled_) == 0)
      unrolled_ *= 2;
    // Else it would be no loop.
    return unrolled_ < iterations &&
           (noCopy() + 1) * function_.getDataLayout().getTypeAllocSize(entry_) <= kMostListBytes;
  }

  using Unroller = function_ref<bool(Loop &, unsigned)>;

  void run(NextTile &next_tile, Unroller unroll) {
    createMemory();
    BasicBlock *in_front = loop_.warps().getLoopPreheader();
    BasicBlock *behind = loop_.warps().getExitBlock();
    IRBuilder<> builder(in_front->getTerminator());
    Value *here = builder.CreateLoad(builder.getInt64Ty(), here_, "tile.here");
    for (const TileLoop::Access &reader : loop_.readers())
      moveReader(reader, builder, here);
    if (unrolled_ != 1 && !unroll(loop_.terms(), unrolled_))
      return promote(); // there is but one memory
    for (const TileLoop::Access &writer : loop_.writers()) {
      IRBuilder<> before(writer.instruction);
      places_[writer.instruction] = writer.instruction->getOperand(writer.operand);
      move(writer, before.CreateLoad(before.getInt64Ty(), here_));
    }
    listCopies();
    Value *there = builder.CreateSub(builder.getInt64(distance_), here, "tile.there");
    Value *copies = builder.CreateAnd(next_tile.follows(builder), staysEven(builder), "copies.ahead");
    builder.CreateStore(copies, copied_);
    builder.CreateStore(builder.CreateSelect(copies, builder.getInt64(0), builder.getInt64(noCopy())), next_);
    Value *step = builder.CreateZExt(copies, builder.getInt64Ty());
    Value *distance = builder.CreateSelect(copies, there, builder.getInt64(0));
    copyInComputation(step, distance);
    builder.SetInsertPoint(behind, behind->getFirstInsertionPt());
    builder.CreateStore(builder.CreateSelect(copies, there, here), here_);
    loop_.tiles().getLoopLatch()->getTerminator()->setMetadata(marker::kCopiedAhead,
                                                               MDNode::get(context_, {}));
    function_.addFnAttr(marker::kReadsManyRows);
    promote();
  }

private:
  static constexpr std::uint64_t kAlign = 128;
  // Where addresses agree in the bits below, a load seems to read what has just been stored.
  static constexpr std::uint64_t kSeemsTheSame = 4096;

  // From the one memory to the other. While a warp loads its rows of a tile it stores the same rows of the next one; if they
  // seemed the same, the loads would wait for the stores. On Intel they do wherever addresses agree so far, on Zen 4 only in
  // some processes, it seems where the pages' physical addresses agree in a few bits more.
  static std::uint64_t distanceOf(std::uint64_t bytes) {
    constexpr std::uint64_t half = kSeemsTheSame / 2;
    return alignTo(bytes + half, kSeemsTheSame) - half;
  }

  PointerType *pointerType() const { return PointerType::get(context_, 0); }
  // Of a warp's entries in the list; as many as the computation takes.
  unsigned entriesOfWarp() const { return loop_.iterations() / iterations_per_copy_; }
  // The last one of the list, which copies a spare place to itself.
  std::uint64_t noCopy() const { return std::uint64_t(entriesOfWarp()) * kMostWarps; }

  void createMemory() {
    IRBuilder<> builder(&*function_.getEntryBlock().getFirstInsertionPt());
    auto array = [&](Type *type, std::uint64_t size, const Twine &name) {
      AllocaInst *memory = builder.CreateAlloca(ArrayType::get(type, size), nullptr, name);
      memory->setAlignment(Align(kAlign));
      return memory;
    };
    auto variable = [&](Type *type, const Twine &name) {
      variables_.push_back(builder.CreateAlloca(type, nullptr, name));
      return variables_.back();
    };
    AllocaInst *tiles = array(builder.getInt8Ty(), distance_ + bytes_, "tiles");
    list_ = array(entry_, noCopy() + 1, "copies");
    AllocaInst *spare = array(builder.getInt8Ty(), most_bytes_, "spare");
    here_ = variable(builder.getInt64Ty(), "here");
    copied_ = variable(builder.getInt1Ty(), "copied");
    is_even_ = variable(builder.getInt1Ty(), "even");
    next_ = variable(builder.getInt64Ty(), "next");
    for (std::size_t i = 0; i < copies_.limits().size(); ++i)
      highest_.push_back(variable(builder.getInt64Ty(), "highest"));
    builder.SetInsertPoint(loop_.tiles().getLoopPreheader()->getTerminator());
    builder.CreateStore(builder.getInt64(0), here_);
    builder.CreateStore(builder.getFalse(), copied_);
    Value *none = builder.CreateConstInBoundsGEP1_64(entry_, list_, noCopy());
    store(builder, none, 0, spare);
    store(builder, none, 1, spare);
    store(builder, none, 2, builder.getInt64(0));
    for (LoadInst *base : loop_.bases()) {
      base->replaceAllUsesWith(tiles);
      base->eraseFromParent();
    }
  }

  static void move(const TileLoop::Access &access, Value *distance) {
    IRBuilder<> builder(access.instruction);
    access.instruction->setOperand(
        access.operand,
        builder.CreateGEP(builder.getInt8Ty(), access.instruction->getOperand(access.operand), distance));
  }

  // In front of the computation, where its address begins there: rows that lie side by side shall have one.
  void moveReader(const TileLoop::Access &reader, IRBuilder<> &builder, Value *distance) {
    auto *address = dyn_cast<GetElementPtrInst>(reader.instruction->getOperand(reader.operand));
    if (!address || !loop_.terms().contains(address) ||
        !loop_.warps().isLoopInvariant(address->getPointerOperand()))
      return move(reader, distance);
    if (!moved_.insert(address).second)
      return;
    Value *&base = bases_[address->getPointerOperand()];
    if (!base)
      base = builder.CreateGEP(builder.getInt8Ty(), address->getPointerOperand(), distance);
    address->setOperand(0, base);
  }

  void store(IRBuilder<> &builder, Value *entry, unsigned field, Value *value) const {
    builder.CreateStore(value, builder.CreateStructGEP(entry_, entry, field));
  }

  // The loop that copies is skipped where the tile is there; else it lists what it copies.
  void listCopies() {
    Loop &copying = copies_.copying();
    BasicBlock *before = copying.getLoopPreheader(), *header = copying.getHeader();
    BasicBlock *begin = BasicBlock::Create(context_, "copy.tile", &function_, header);
    IRBuilder<> builder(before->getTerminator());
    builder.CreateCondBr(builder.CreateLoad(builder.getInt1Ty(), copied_), copying.getExitBlock(), begin);
    before->getTerminator()->eraseFromParent();
    header->replacePhiUsesWith(before, begin);
    builder.SetInsertPoint(begin);
    builder.CreateStore(builder.getInt64(0), next_);
    builder.CreateStore(builder.getTrue(), is_even_);
    for (AllocaInst *highest : highest_)
      builder.CreateStore(builder.getInt64(std::numeric_limits<std::int32_t>::min()), highest);
    builder.CreateBr(header);

    builder.SetInsertPoint(header, header->getFirstInsertionPt());
    Value *number_of_first = builder.CreateLoad(builder.getInt64Ty(), next_);
    Value *first = builder.CreateInBoundsGEP(entry_, list_, number_of_first);
    builder.CreateStore(builder.CreateAdd(number_of_first, builder.getInt64(entriesOfWarp())), next_);
    // What is left over of a warp's entries copies the last one again.
    const std::size_t number = copies_.copies().size();
    for (std::size_t i = 0; i < entriesOfWarp(); ++i)
      list(copies_.copies()[std::min(i, number - 1)], first, i);
    for (const TileCopies::Copy &copy : copies_.copies()) {
      noteIndices(copy);
      if (copy.otherwise) {
        builder.SetInsertPoint(copy.otherwise->getTerminator());
        builder.CreateStore(builder.getFalse(), is_even_);
      }
    }
  }

  void list(const TileCopies::Copy &copy, Value *first, std::size_t number) {
    IRBuilder<> builder(copy.load);
    Value *entry = builder.CreateConstInBoundsGEP1_64(entry_, first, number);
    Value *address = copy.load->getPointerOperand();
    store(builder, entry, 0, address);
    prefetch(builder, builder.CreateGEP(builder.getInt8Ty(), address, copy.growth));
    builder.SetInsertPoint(copy.store);
    store(builder, builder.CreateConstInBoundsGEP1_64(entry_, first, number), 1, places_[copy.store]);
    store(builder, builder.CreateConstInBoundsGEP1_64(entry_, first, number), 2, copy.growth);
  }

  void noteIndices(const TileCopies::Copy &copy) {
    IRBuilder<> builder(copy.load);
    for (const TileCopies::Index &index : copy.indices) {
      AllocaInst *highest = highest_[index.limit];
      Value *wide = builder.CreateCast(index.extension, index.number, builder.getInt64Ty());
      builder.CreateStore(builder.CreateBinaryIntrinsic(
                              Intrinsic::smax, builder.CreateLoad(builder.getInt64Ty(), highest), wide),
                          highest);
    }
  }

  // Whether all addresses of the next tile are those of this one and their growth.
  Value *staysEven(IRBuilder<> &builder) {
    Value *result = builder.CreateLoad(builder.getInt1Ty(), is_even_);
    for (auto [limit, highest] : zip(copies_.limits(), highest_)) {
      Value *next = builder.CreateAdd(builder.CreateLoad(builder.getInt64Ty(), highest), limit.growth);
      builder.CreateStore(next, highest);
      result = builder.CreateAnd(result, builder.CreateICmpSLT(next, builder.getInt64(limit.bound)));
      result = builder.CreateAnd(result, builder.CreateICmpSGE(limit.growth, builder.getInt64(0)));
    }
    return result;
  }

  // Pieces of the copies, evenly among the instructions of the computation.
  void copyInComputation(Value *step, Value *distance) {
    BasicBlock *body = loop_.terms().getHeader();
    loadLate(*body);
    SmallVector<Instruction *, 128> instructions;
    for (Instruction &instruction : *body)
      if (!isa<PHINode>(instruction))
        instructions.push_back(&instruction);
    const std::uint64_t pieces = most_bytes_ / register_bytes_;
    const std::uint64_t all = unrolled_ / iterations_per_copy_ * pieces;
    auto *type = FixedVectorType::get(Type::getInt32Ty(context_), static_cast<unsigned>(register_bytes_ / 4));
    Value *from = nullptr, *to = nullptr, *after = nullptr;
    for (std::uint64_t i = 0; i < all; ++i) {
      IRBuilder<> builder(instructions[i * instructions.size() / all]);
      // Else LLVM loads for all iterations first, and keeps the sums in memory.
      createSchedulingBorder(builder);
      if (i % pieces == 0) {
        Value *number = builder.CreateLoad(builder.getInt64Ty(), next_);
        Value *entry = builder.CreateInBoundsGEP(entry_, list_, number);
        auto field = [&](unsigned index, Type *field_type) {
          return builder.CreateLoad(field_type, builder.CreateStructGEP(entry_, entry, index));
        };
        Value *growth = field(2, builder.getInt64Ty());
        from = builder.CreateGEP(builder.getInt8Ty(), field(0, builder.getPtrTy()), growth);
        to = builder.CreateGEP(builder.getInt8Ty(), field(1, builder.getPtrTy()), distance);
        after = builder.CreateGEP(builder.getInt8Ty(), from, growth);
        store(builder, entry, 0, from);
        builder.CreateStore(builder.CreateAdd(number, step), next_);
      }
      auto at = [&](Value *address) {
        return builder.CreateConstGEP1_64(builder.getInt8Ty(), address, i % pieces * register_bytes_);
      };
      Instruction *piece = builder.CreateAlignedLoad(type, at(from), alignmentOfLoads()),
                  *copy = builder.CreateAlignedStore(piece, at(to), alignmentOfStores());
      for (Instruction *access : {piece, copy})
        access->setMetadata(marker::kOfOtherMemory, MDNode::get(context_, {}));
      for (std::uint64_t line = 0; line < register_bytes_; line += kLineBytes)
        if ((i % pieces * register_bytes_ + line) % kLineBytes == 0)
          prefetch(builder, at(after), 1);
    }
    loop_.terms().setLoopID(neverUnrolled(context_));
  }

  template <typename Access> Align commonAlignmentOf(Access TileCopies::Copy::*access) const {
    Align result(register_bytes_); // of each piece
    for (const TileCopies::Copy &copy : copies_.copies())
      result = std::min(result, (copy.*access)->getAlign());
    return result;
  }
  Align alignmentOfLoads() const { return commonAlignmentOf(&TileCopies::Copy::load); }
  Align alignmentOfStores() const { return commonAlignmentOf(&TileCopies::Copy::store); }

  // Into the second-level cache: rows far apart share few sets of the first-level one.
  void prefetch(IRBuilder<> &builder, Value *address, std::uint64_t lines = 0) const {
    for (std::uint64_t line = 0; line < (lines ? lines : divideCeil(most_bytes_, kLineBytes)); ++line)
      createPrefetch(builder, builder.CreateConstGEP1_64(builder.getInt8Ty(), address, line * kLineBytes),
                     CacheLevel::kSecond);
  }

  void promote() {
    DominatorTree dominators(function_);
    PromoteMemToReg(variables_, dominators);
  }

  TileLoop &loop_;
  const TileCopies &copies_;
  std::uint64_t register_bytes_, bytes_, distance_; // of one memory, and to the other
  Function &function_;
  LLVMContext &context_;
  StructType *entry_; // address for the tile that is copied last, place in the first memory, growth
  std::uint64_t most_bytes_ = 0;
  unsigned iterations_per_copy_ = 1, unrolled_ = 1;
  AllocaInst *list_ = nullptr;
  AllocaInst *here_ = nullptr, *copied_ = nullptr, *is_even_ = nullptr, *next_ = nullptr;
  SmallVector<AllocaInst *, 4>
      highest_; // of what has a limit, of all warps, for the tile that is copied last
  SmallVector<AllocaInst *, 8> variables_;
  DenseMap<Value *, Value *> bases_; // of addresses in the computation, as they are and in this memory
  SmallPtrSet<Instruction *, 16> moved_;
  DenseMap<Instruction *, Value *> places_; // of stores, in the first memory
};

class CopyTilesAhead : public PassInfoMixin<CopyTilesAhead> {
public:
  explicit CopyTilesAhead(const CompileJob &job)
      : job_(job), registers_(VectorRegisters::of(job)), shared_bytes_(bytesOfTiles(job)) {}

  PreservedAnalyses run(Function &function, FunctionAnalysisManager &analyses) {
    if (shared_bytes_ == 0 || shared_bytes_ > kMostBytes / 2 || function.hasFnAttribute(marker::kCopyTurn))
      return PreservedAnalyses::all();
    auto &loops = analyses.getResult<LoopAnalysis>(function);
    auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
    auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
    auto &aliases = analyses.getResult<AAManager>(function);
    TileLoop loop;
    if (!loop.find(function, {loops, dominators, analyses.getResult<PostDominatorTreeAnalysis>(function),
                              evolution, aliases}) ||
        AccumulatorLoop(loop.terms(), evolution, registers_).maySplit(aliases))
      return PreservedAnalyses::all();
    NextTile next_tile(loop);
    TileCopies copies(loop, loops, dominators);
    if (!next_tile.isKnownEarly() || !copies.find()) {
      refuse(job_, *loop.warps().getLoopLatch()->getTerminator(),
             "where the next tile lies depends on what is computed with this one");
      return PreservedAnalyses::none();
    }
    // As many warps copy as compute.
    const SCEV *turns = evolution.getBackedgeTakenCount(&loop.warps());
    if (isa<SCEVCouldNotCompute>(turns) || turns != evolution.getBackedgeTakenCount(&copies.copying())) {
      refuse(job_, *loop.warps().getLoopLatch()->getTerminator(),
             "not as many warps copy a tile as compute with it");
      return PreservedAnalyses::none();
    }
    TileCopier copier(loop, copies, registers_, shared_bytes_);
    if (copier.pays())
      copier.run(next_tile, [&](Loop &terms, unsigned times) {
        UnrollLoopOptions options = {};
        options.Count = times;
        options.Force = true;
        return UnrollLoop(&terms, options, &loops, &evolution, &dominators,
                          &analyses.getResult<AssumptionAnalysis>(function),
                          &analyses.getResult<TargetIRAnalysis>(function),
                          &analyses.getResult<OptimizationRemarkEmitterAnalysis>(function),
                          /*PreserveLCSSA=*/true) == LoopUnrollResult::PartiallyUnrolled;
      });
    return PreservedAnalyses::none();
  }

private:
  const CompileJob &job_;
  VectorRegisters registers_;
  std::uint64_t shared_bytes_;
};

} // namespace

bool isCopiedAhead(const Loop &tiles) {
  const BasicBlock *latch = tiles.getLoopLatch();
  return latch && latch->getTerminator()->hasMetadata(marker::kCopiedAhead);
}

void pipelineTileCopies(const CompileJob &job, FunctionPassManager &passes) {
  passes.addPass(LoopSimplifyPass());
  passes.addPass(LCSSAPass());
  passes.addPass(CopyTilesAhead(job));
}

} // namespace raddle::vectorize
