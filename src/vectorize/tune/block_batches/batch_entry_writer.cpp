#include "vectorize/tune/block_batches/batch_entry_writer.h"

#include "abi/kernel_abi.h"
#include "vectorize/fields.h"
#include "vectorize/function_passes.h"
#include "vectorize/passes.h"
#include "vectorize/prefetches.h"
#include "vectorize/processor.h"
#include "vectorize/tune/block_batches/frame_layout.h"
#include "vectorize/tune/block_batches/interleave_cache_lines.h"
#include "vectorize/tune/block_batches/split_by_cache_lines.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/Mem2Reg.h>

#include <algorithm>
#include <bit>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Two blocks at least shall find room for their frames in the first level of the cache.
constexpr std::uint64_t kMostFrameBytes = 10 * 1024;
static_assert(2 * kMostFrameBytes <= kRaddleFramesBytes);
// To compute again from operands.
constexpr unsigned kLongestChain = 64;
// Of these rounds together. What takes longer is not held up by memory.
constexpr unsigned kMostInstructions = 1024;
// Of what is run together. Nobody announces the first one; whoever has less before him does not join.
constexpr unsigned kFewestVisits = 2;

// So much of each place is announced. A core of a Zen 4 reads 0.91 of what it does from end to end where this is a quarter of
// it, 0.95 with half, 0.97 with three quarters or all, and 0.92 with four times as much. It has twice as many lines under way
// to the second level of the cache as to the first.
constexpr std::uint64_t kBytesAhead = 1024;
constexpr CacheLevel kLevel = CacheLevel::kSecond;

bool isBlockIndex(const Instruction &instruction, const Function &entry) {
  auto *load = dyn_cast<LoadInst>(&instruction);
  return load && load->getType()->isIntegerTy(32) &&
         blockOffset(*load->getPointerOperand(), entry) == offsetof(RaddleBlock, block_idx.x);
}

// Blocks that follow each other in a row of the grid have it in common, or it is a parameter.
bool isKnownField(const LoadInst &load, const Function &entry) {
  const auto offset = blockOffset(*load.getPointerOperand(), entry);
  if (!offset)
    return getUnderlyingObject(load.getPointerOperand()) == entry.getArg(1) ||
           isa<GlobalVariable>(getUnderlyingObject(load.getPointerOperand()));
  const auto size = static_cast<std::int64_t>(entry.getDataLayout().getTypeStoreSize(load.getType()));
  auto within = [&](std::int64_t first, std::int64_t end) {
    return first <= *offset && *offset + size <= end;
  };
  return within(offsetof(RaddleBlock, block_idx.y), offsetof(RaddleBlock, shared)) ||
         within(offsetof(RaddleBlock, stream_words), offsetof(RaddleBlock, ahead));
}

bool usesOnlyKnownFields(const Function &ahead) {
  return all_of(instructions(ahead), [&](const Instruction &instruction) {
    return !isInvariantLoad(instruction) || isKnownField(cast<LoadInst>(instruction), ahead);
  });
}

// Writes the function that goes ahead, from a copy of the one that runs a block:
//
//   entry        number = 0, cursor = frames
//   next block   the way of a turn to the loop, for blockIdx.x = base + number       <--+
//   push         *cursor++ = the turn's values; it must have enough rounds before it    |
//   turn done    to the next turn of the block, or else                                 |
//   block done   ++number; to the next block, or else ----------------------------------+
//   close        nothing, if only one block has come so far
//   visit        do enough rounds of a frame follow, and the last one behind them?   <--+
//   rounds       if so, they run one behind the other; the next frame, round again -----+
//   few          if not, the loop runs up to the last round; the next frame, or done ---+
//   done         return number
class BatchEntryWriter {
public:
  BatchEntryWriter(const CompileJob &job, Function &function, const GridLoop &loop)
      : function_(function), threads_(job.input.lanes * job.facts.fused_warps), loop_(loop),
        way_(loop.wayThere()), body_(loop.rounds->getBlocks()), header_(loop.rounds->getHeader()),
        latch_(loop.rounds->getLoopLatch()), processor_(Processor::of(job)), rounds_at_once_(roundsAtOnce()),
        builder_(function.getContext()), frame_(function.getDataLayout()) {}

  // False where the function cannot be written so; what there is of it is of no use then.
  bool write() {
    if (rounds_at_once_ == 0)
      return false;
    writeEntry();
    readLoop();
    if (!writeWhetherEnoughAtFirst() || !writeVisit())
      return false;
    endWay();
    writePush();
    if (!writeNextTurn() || frame_.bytes() > kMostFrameBytes)
      return false;
    writeNextBlock();
    writeClose();
    replaceBlockIndex();
    removeUnreachableBlocks(function_);
    return true;
  }
  FramesAhead frames() const { return {frame_.bytes(), framesInStep()}; }

  // To be called at the end. The rounds have become one block, unless there are branches in them.
  void orderRounds() {
    if (auto *store = cast_if_present<StoreInst>(last_store_)) {
      BasicBlock &rounds = *store->getParent();
      splitIntoLines(rounds, *frame_now_);
      goLineByLine(rounds, *frame_now_);
    }
  }

  // To be called when dead code is gone: whether the way to the loop asks for nothing that turns hand on behind it.
  bool knowsAllTurns() const {
    return all_of(unknown_, [](const WeakVH &variable) { return !variable || variable->use_empty(); });
  }

private:
  // A variable of the loop.
  struct Slot {
    Value *now;          // its phi, later what is loaded instead
    Value *first, *next; // what it is in the first round, and in the next one
    std::uint64_t place; // in the frame
  };
  // What else the loop uses, where it differs from turn to turn.
  struct Brought {
    Value *value, *here; // as the way to the loop knows it, and from the frame
    std::uint64_t place;
  };
  using Values = DenseMap<Value *, Value *>;

  unsigned roundsAtOnce() const {
    std::size_t instructions = 0;
    for (const BasicBlock *block : body_)
      instructions += block->size();
    return static_cast<unsigned>(
        std::min<std::size_t>(kMostInstructions / instructions, processor_.rounds_in_step));
  }

  std::uint32_t framesInStep() const {
    return static_cast<std::uint32_t>(std::bit_floor(kRaddleFramesBytes / frame_.bytes()));
  }

  Value *block() { return function_.getArg(0); }
  Value *firstFrame() { return function_.getArg(2); }
  Value *blocks() { return function_.getArg(3); }

  BasicBlock *newBlock(const Twine &name) {
    return BasicBlock::Create(function_.getContext(), name, &function_);
  }
  AllocaInst *variable(Type *type, const Twine &name) {
    return new AllocaInst(type, 0, name, function_.getEntryBlock().begin());
  }
  Value *get(AllocaInst *from) {
    return builder_.CreateLoad(from->getAllocatedType(), from, from->getName());
  }
  Value *load(Type *type, Value *frame, std::uint64_t place) {
    return loadFromFrame(builder_, type, frame, place);
  }
  void store(Value *value, Value *frame, std::uint64_t place) { storeToFrame(builder_, value, frame, place); }

  // ---- computing a value once more ----

  enum class Kind { kStays, kIsComputed, kUnknown };

  // The value, by what is `known` of others instead of themselves; null where that takes more than computing.
  Value *again(Value *value, Values &known, function_ref<Kind(Instruction &)> kind_of, unsigned &length) {
    if (Value *found = known.lookup(value))
      return found;
    auto *instruction = dyn_cast<Instruction>(value);
    const Kind kind = instruction ? kind_of(*instruction) : Kind::kStays;
    if (kind == Kind::kStays)
      return value;
    if (kind == Kind::kUnknown || ++length > kLongestChain)
      return nullptr;
    SmallVector<Value *, 4> operands;
    for (Value *operand : instruction->operands()) {
      operands.push_back(again(operand, known, kind_of, length));
      if (!operands.back())
        return nullptr;
    }
    Instruction *copy = instruction->clone();
    copy->dropPoisonGeneratingFlags();
    for (auto [i, operand] : enumerate(operands))
      copy->setOperand(static_cast<unsigned>(i), operand);
    known[value] = builder_.Insert(copy);
    return copy;
  }
  Value *again(Value *value, Values &known, function_ref<Kind(Instruction &)> kind_of) {
    unsigned length = 0;
    return again(value, known, kind_of, length);
  }

  // In a round in which the loop's variables are those of `now`, which comes to know more.
  Value *inRound(Value *value, Values &now) {
    return again(value, now, [&](const Instruction &instruction) {
      const bool varies = loop_.rounds->contains(&instruction) ||
                          any_of(slots_, [&](const Slot &slot) { return slot.now == &instruction; });
      return !varies ? Kind::kStays : onlyComputes(instruction) ? Kind::kIsComputed : Kind::kUnknown;
    });
  }

  // The loop's variables a round later, as far as computing gets.
  Values aRoundLater(Values &now) {
    Values later;
    for (const Slot &slot : slots_)
      if (Value *value = inRound(slot.next, now))
        later[slot.now] = value;
    return later;
  }

  Values later(Values now, unsigned rounds) {
    for (unsigned round = 0; round < rounds; ++round)
      now = aRoundLater(now);
    return now;
  }

  // Whether another round follows that in which the loop's variables are those of `now`.
  Value *goesOn(Values &now) {
    Value *condition = inRound(goes_on_, now);
    return condition && !goes_on_if_ ? builder_.CreateNot(condition) : condition;
  }

  // Whether so many follow.
  Value *followedBy(unsigned rounds, Values now) {
    Value *enough = builder_.getTrue();
    for (unsigned round = 0; round < rounds; ++round) {
      Value *more = goesOn(now);
      if (!more)
        return nullptr;
      enough = builder_.CreateAnd(enough, more);
      now = aRoundLater(now);
    }
    return enough;
  }

  // ---- the loop ----

  void writeEntry() {
    BasicBlock *entry = &function_.getEntryBlock();
    Instruction *behind = &*entry->getFirstNonPHIOrDbgOrAlloca();
    next_block_ = entry->splitBasicBlock(behind->getIterator(), "next.block");
    if (way_.contains(entry))
      way_.insert(next_block_);
    number_ = variable(builder_.getInt32Ty(), "number");
    cursor_ = variable(builder_.getPtrTy(), "cursor");
    complete_ = variable(builder_.getPtrTy(), "complete");
    builder_.SetInsertPoint(entry->getTerminator());
    builder_.SetCurrentDebugLocation(behind->getDebugLoc());
    base_ = builder_.CreateLoad(builder_.getInt32Ty(), block(), "base");
    builder_.CreateStore(builder_.getInt32(0), number_);
    builder_.CreateStore(firstFrame(), cursor_);
    builder_.CreateStore(firstFrame(), complete_);
  }

  void readLoop() {
    const BasicBlock *ahead = loop_.rounds->getLoopPreheader();
    for (PHINode &phi : header_->phis())
      slots_.push_back({&phi, phi.getIncomingValueForBlock(ahead), phi.getIncomingValueForBlock(latch_),
                        frame_.add(phi.getType())});
    auto *back = cast<BranchInst>(latch_->getTerminator());
    goes_on_ = back->getCondition();
    goes_on_if_ = back->getSuccessor(0) == header_;
  }

  // By the values with which a turn comes to the loop.
  bool writeWhetherEnoughAtFirst() {
    builder_.SetInsertPoint(push_ = newBlock("push"));
    Values at_first;
    for (const Slot &slot : slots_)
      at_first[slot.now] = slot.first;
    Values last = later(at_first, kFewestVisits * rounds_at_once_ - 2);
    enough_at_first_ = goesOn(last);
    if (!enough_at_first_)
      return false;
    enough_at_first_ = builder_.CreateAnd(enough_at_first_, readsEnough());
    return true;
  }

  // Whether the launch reads so much that, written, it would pass the caches, as far as counters tell. What lies in the
  // caches is read faster than frames are.
  Value *readsEnough() {
    const std::uint64_t words_a_round =
        std::max<std::uint64_t>(bytesOfRound() / sizeof(std::uint32_t) / threads_, 1);
    Value *words =
        loadInvariant(builder_, block(), offsetof(RaddleBlock, stream_words), builder_.getInt32Ty());
    Value *rounds = builder_.CreateLShr(words, Log2_64(words_a_round));
    Values then;
    for (const Slot &slot : slots_)
      if (Value *step = stepOf(slot))
        then[slot.now] = builder_.CreateAdd(
            slot.first, builder_.CreateMul(step, builder_.CreateZExtOrTrunc(rounds, step->getType())));
    Value *more = goesOn(then);
    return more ? more : builder_.getTrue();
  }

  // Of a round.
  SmallVector<LoadInst *, 8> loads() const {
    SmallVector<LoadInst *, 8> result;
    for (BasicBlock *block : body_)
      for (Instruction &instruction : *block)
        if (auto *load = dyn_cast<LoadInst>(&instruction))
          result.push_back(load);
    return result;
  }

  std::uint64_t bytesOf(const LoadInst &load) const {
    return function_.getDataLayout().getTypeStoreSize(load.getType()).getFixedValue();
  }

  // That a turn reads.
  std::uint64_t bytesOfRound() const {
    std::uint64_t bytes = 0;
    for (const LoadInst *load : loads())
      bytes += bytesOf(*load);
    return bytes;
  }

  // What a counter grows by.
  Value *stepOf(const Slot &slot) const {
    auto *next = dyn_cast<BinaryOperator>(slot.next);
    if (next && next->getOpcode() == Instruction::Add)
      for (unsigned i = 0; i < 2; ++i)
        if (next->getOperand(i) == slot.now && loop_.rounds->isLoopInvariant(next->getOperand(1 - i)))
          return next->getOperand(1 - i);
    return nullptr;
  }

  // ---- some rounds of a turn, from its frame ----

  bool writeVisit() {
    start_ = newBlock("start");
    visit_ = newBlock("visit");
    few_ = newBlock("few");
    rounds_ = newBlock("rounds");
    builder_.SetInsertPoint(start_);
    end_ = builder_.CreateLoad(builder_.getPtrTy(), complete_, "end");
    BranchInst *begin = builder_.CreateBr(visit_);
    builder_.SetInsertPoint(visit_);
    frame_now_ = builder_.CreatePHI(builder_.getPtrTy(), 3, "frame");
    frame_now_->addIncoming(firstFrame(), start_);
    noteWhoRuns();
    leavePreheader();
    bringAlong(*begin);
    builder_.SetInsertPoint(visit_);
    Value *enough = followedBy(rounds_at_once_, loadSlots(frame_now_));
    if (!enough)
      return false;
    if (processor_.announces_steps)
      findDistances();
    builder_.CreateCondBr(enough, rounds_, few_);
    dropPrefetches();
    writeRounds();
    writeFew();
    return true;
  }

  // The loop begins with what the frame says.
  void leavePreheader() {
    BasicBlock *ahead = loop_.rounds->getLoopPreheader();
    for (const Slot &slot : slots_)
      cast<PHINode>(slot.now)->removeIncomingValue(ahead, /*DeletePHIIfEmpty=*/false);
  }

  // The loop's variables, as the frame says.
  Values loadSlots(Value *frame) {
    Values loaded;
    for (const Slot &slot : slots_)
      loaded[slot.now] = load(slot.now->getType(), frame, slot.place);
    return loaded;
  }

  // What the loop uses from outside is the same for all turns of all blocks, or lies in the frame.
  void bringAlong(Instruction &begin) {
    MapVector<Value *, SmallVector<Use *, 4>> outside;
    for (BasicBlock *block : body_)
      for (Instruction &instruction : *block)
        for (Use &operand : instruction.operands())
          if (auto *other = dyn_cast<Instruction>(operand.get()); other && !loop_.rounds->contains(other))
            outside[other].push_back(&operand);
    Values common;
    for (auto &[value, uses] : outside) {
      builder_.SetInsertPoint(&begin);
      Value *here = again(value, common, [&](const Instruction &instruction) {
        const bool is_same =
            isInvariantLoad(instruction) ? !isBlockIndex(instruction, function_) : onlyComputes(instruction);
        return is_same ? Kind::kIsComputed : Kind::kUnknown;
      });
      builder_.SetInsertPoint(visit_);
      if (!here) {
        const std::uint64_t place = frame_.add(value->getType());
        here = load(value->getType(), frame_now_, place);
        brought_.push_back({value, here, place});
      }
      for (Use *use : uses)
        use->set(here);
    }
    for (Slot &slot : slots_)
      slot.next = cast<PHINode>(slot.now)->getIncomingValueForBlock(latch_);
  }

  // For the report of a fault.
  void noteWhoRuns() {
    number_place_ = frame_.add(builder_.getInt32Ty());
    warp_place_ = frame_.add(builder_.getInt32Ty());
    for (auto [place, field] : {std::pair(number_place_, offsetof(RaddleBlock, block_idx.x)),
                                std::pair(warp_place_, offsetof(RaddleBlock, running_warp))})
      builder_.CreateStore(load(builder_.getInt32Ty(), frame_now_, place), fieldOf(builder_, block(), field),
                           /*isVolatile=*/true);
  }

  // What the kernel itself announces, several rounds ahead, comes too early here.
  void dropPrefetches() {
    for (BasicBlock *block : body_)
      for (Instruction &instruction : make_early_inc_range(*block))
        if (isPrefetch(instruction))
          instruction.eraseFromParent();
  }

  // One copy of the loop behind the other: in a loop, the same instruction would read in all rounds, and the processor
  // would take the way from one to the next for that of a stream.
  void writeRounds() {
    builder_.SetInsertPoint(rounds_);
    Values now = loadSlots(frame_now_);
    for (unsigned round = 0; round < rounds_at_once_; ++round)
      now = writeRound(now);
    for (const Slot &slot : slots_)
      store(now[slot.now], frame_now_, slot.place);
    last_store_ = &builder_.GetInsertBlock()->back();
    Value *next = nextFrame();
    next = builder_.CreateSelect(builder_.CreateICmpEQ(next, end_), firstFrame(), next);
    frame_now_->addIncoming(next, builder_.GetInsertBlock());
    builder_.CreateBr(visit_);
  }

  // Each round announces what the same one of a visit soon to come reads, by as much further as the first frame is from one
  // kBytesAhead further on, if the last one is as far away as that says; else what it reads itself, which costs nothing.
  // Distances that are the same for all visits take no instructions among those that read.
  void findDistances() {
    builder_.SetInsertPoint(start_->getTerminator());
    Type *offset = builder_.getInt64Ty();
    const std::uint64_t frames = divideCeil(kBytesAhead, bytesOfRound());
    Value *to_last =
        builder_.CreateSub(builder_.CreatePtrToInt(end_, offset),
                           builder_.CreatePtrToInt(fieldOf(builder_, firstFrame(), frame_.bytes()), offset));
    Value *to_soon =
        builder_.CreateBinaryIntrinsic(Intrinsic::umin, to_last, builder_.getInt64(frames * frame_.bytes()));
    Values at_first = firstRound(firstFrame()),
           at_soon = firstRound(builder_.CreatePtrAdd(firstFrame(), to_soon)),
           at_last = firstRound(builder_.CreatePtrAdd(firstFrame(), to_last));
    auto number = [&](Value *place) {
      return place->getType()->isPointerTy() ? builder_.CreatePtrToInt(place, offset)
                                             : builder_.CreateSExtOrTrunc(place, offset);
    };
    auto further = [&](Value *value) -> Value * {
      Value *first = inRound(value, at_first), *soon = inRound(value, at_soon),
            *last = inRound(value, at_last);
      if (!first || !soon || !last)
        return nullptr;
      Value *distance = builder_.CreateSub(number(soon), number(first));
      Value *expected = builder_.CreateMul(distance, to_last);
      Value *found = builder_.CreateMul(builder_.CreateSub(number(last), number(first)), to_soon);
      Value *is_even = builder_.CreateICmpEQ(expected, found);
      return builder_.CreateSelect(is_even, distance, builder_.getInt64(0));
    };
    for (LoadInst *load : loads()) {
      Value *address = load->getPointerOperand();
      if (loop_.rounds->isLoopInvariant(address))
        continue;
      if (auto *element = elementOfArray(*address)) {
        if (Value *elements = further(element->getOperand(1)))
          moved_arrays_[load] =
              builder_.CreateGEP(element->getSourceElementType(), element->getPointerOperand(), elements);
      } else if (Value *bytes = further(address)) {
        distances_[load] = bytes;
      }
    }
    builder_.SetInsertPoint(visit_);
  }

  // Of the visit to a frame: the loop's variables, and what else the frame says.
  Values firstRound(Value *frame) {
    Values result = loadSlots(frame);
    for (const Brought &brought : brought_)
      result[brought.here] = load(brought.value->getType(), frame, brought.place);
    return result;
  }

  // One that has the same place for all frames.
  GetElementPtrInst *elementOfArray(Value &address) const {
    auto *element = dyn_cast<GetElementPtrInst>(&address);
    if (!element || element->getNumIndices() != 1)
      return nullptr;
    const Value *array = element->getPointerOperand();
    const bool is_common = loop_.rounds->isLoopInvariant(array) &&
                           none_of(brought_, [&](const Brought &brought) { return brought.here == array; });
    return is_common ? element : nullptr;
  }

  // A copy of the loop, for one round; returns its variables behind it.
  Values writeRound(const Values &now) {
    ValueToValueMapTy twins;
    SmallVector<BasicBlock *, 4> copies;
    for (BasicBlock *block : body_) {
      copies.push_back(CloneBasicBlock(block, twins, "", &function_));
      twins[block] = copies.back();
    }
    for (const Slot &slot : slots_) {
      cast<PHINode>(twins[slot.now])->eraseFromParent();
      twins[slot.now] = now.lookup(slot.now);
    }
    remapInstructionsInBlocks(copies, twins);
    builder_.CreateBr(cast<BasicBlock>(twins[header_]));
    for (LoadInst *load : loads())
      announce(*load, *cast<LoadInst>(twins[load]));
    auto *latch = cast<BasicBlock>(twins[latch_]);
    latch->getTerminator()->eraseFromParent();
    builder_.SetInsertPoint(latch);
    Values next;
    for (const Slot &slot : slots_) {
      Value *twin = twins.lookup(slot.next);
      next[slot.now] = twin ? twin : slot.next;
    }
    return next;
  }

  // What `load` of the loop, here `twin`, reads in the visit soon to come.
  void announce(LoadInst &load, LoadInst &twin) {
    builder_.SetInsertPoint(&twin);
    Value *address = nullptr;
    if (Value *array = moved_arrays_.lookup(&load)) {
      auto *element = cast<GetElementPtrInst>(twin.getPointerOperand());
      address = builder_.CreateGEP(element->getSourceElementType(), array, element->getOperand(1));
    } else if (Value *bytes = distances_.lookup(&load)) {
      address = builder_.CreatePtrAdd(twin.getPointerOperand(), bytes);
    } else {
      return;
    }
    const std::uint64_t bytes = bytesOf(load);
    for (std::uint64_t offset = 0; offset < bytes; offset += kCacheLineBytes)
      createPrefetch(builder_, fieldOf(builder_, address, offset), kLevel);
  }

  // Fewer rounds are left than are run together: all but the last one, which the block runs and decides what comes behind
  // it.
  void writeFew() {
    for (LoadInst *load : loads())
      announce(*load, *load);
    builder_.SetInsertPoint(few_);
    Values now = loadSlots(frame_now_);
    BasicBlock *left = newBlock("left"), *done = newBlock("done");
    for (const Slot &slot : slots_)
      cast<PHINode>(slot.now)->addIncoming(now[slot.now], few_);
    BasicBlock *behind = newBlock("behind");
    builder_.CreateCondBr(goesOn(now), header_, behind);

    builder_.SetInsertPoint(latch_->getTerminator());
    Values next;
    for (const Slot &slot : slots_)
      next[slot.now] = slot.next;
    builder_.CreateCondBr(goesOn(next), header_, left);
    latch_->getTerminator()->eraseFromParent();
    builder_.SetInsertPoint(left);
    for (const Slot &slot : slots_)
      store(slot.next, frame_now_, slot.place);
    builder_.CreateBr(behind);

    builder_.SetInsertPoint(behind);
    Value *following = nextFrame();
    frame_now_->addIncoming(following, behind);
    builder_.CreateCondBr(builder_.CreateICmpEQ(following, end_), done, visit_);
    builder_.SetInsertPoint(done);
    builder_.CreateStore(base_, block(), /*isVolatile=*/true);
    builder_.CreateRet(get(number_));
  }

  Value *nextFrame() { return fieldOf(builder_, frame_now_, frame_.bytes()); }

  // ---- to the loop, of one turn after the other ----

  // A turn that does not come to the loop ends the blocks that go in step.
  void endWay() {
    close_ = newBlock("close");
    for (BasicBlock *block : way_) {
      Instruction *end = block->getTerminator();
      for (unsigned i = 0; i < end->getNumSuccessors(); ++i) {
        BasicBlock *to = end->getSuccessor(i);
        if (to == header_)
          end->setSuccessor(i, push_);
        else if (!way_.contains(to))
          end->setSuccessor(i, close_);
      }
    }
  }

  void writePush() {
    builder_.SetInsertPoint(push_);
    Value *here = get(cursor_);
    Value *next = fieldOf(builder_, here, frame_.bytes());
    Value *last = fieldOf(builder_, firstFrame(), framesInStep() * frame_.bytes());
    Value *fits = builder_.CreateICmpULE(next, last);
    BasicBlock *joins = newBlock("joins");
    builder_.CreateCondBr(builder_.CreateAnd(fits, enough_at_first_), joins, close_);
    builder_.SetInsertPoint(joins);
    for (const Slot &slot : slots_)
      store(slot.first, here, slot.place);
    for (const Brought &brought : brought_)
      store(brought.value, here, brought.place);
    store(builder_.CreateAdd(base_, get(number_)), here, number_place_);
    Value *warp = fieldOf(builder_, block(), offsetof(RaddleBlock, running_warp));
    store(builder_.CreateLoad(builder_.getInt32Ty(), warp, /*isVolatile=*/true), here, warp_place_);
    builder_.CreateStore(next, cursor_);
    turn_done_ = newBlock("turn.done");
    builder_.CreateBr(turn_done_);
  }

  AllocaInst *unknown(Type *type) {
    AllocaInst *instead = variable(type, "unknown");
    unknown_.emplace_back(instead);
    return instead;
  }

  // As the end of a turn decides whether another one follows.
  bool writeNextTurn() {
    builder_.SetInsertPoint(turn_done_);
    block_done_ = newBlock("block.done");
    if (!loop_.turns) {
      builder_.CreateBr(block_done_);
      return true;
    }
    BasicBlock *header = loop_.turns->getHeader(), *latch = loop_.turns->getLoopLatch();
    Values known;
    auto atEnd = [&](Value *value) {
      return again(value, known, [&](Instruction &instruction) {
        return way_.contains(instruction.getParent()) ? Kind::kStays
               : onlyComputes(instruction)            ? Kind::kIsComputed
                                                      : Kind::kUnknown;
      });
    };
    auto *branch = cast<BranchInst>(latch->getTerminator());
    Value *more = atEnd(branch->getCondition());
    if (!more)
      return false;
    for (PHINode &phi : header->phis()) {
      Value *next = atEnd(phi.getIncomingValueForBlock(latch));
      if (!next)
        next = get(unknown(phi.getType()));
      phi.addIncoming(next, turn_done_);
    }
    const bool if_true = branch->getSuccessor(0) == header;
    builder_.CreateCondBr(more, if_true ? header : block_done_, if_true ? block_done_ : header);
    return true;
  }

  void writeNextBlock() {
    builder_.SetInsertPoint(block_done_);
    builder_.CreateStore(get(cursor_), complete_);
    Value *number = builder_.CreateAdd(get(number_), builder_.getInt32(1));
    builder_.CreateStore(number, number_);
    builder_.CreateCondBr(builder_.CreateICmpULT(number, blocks()), next_block_, close_);
  }

  void writeClose() {
    BasicBlock *none = newBlock("none");
    builder_.SetInsertPoint(close_);
    builder_.CreateCondBr(builder_.CreateICmpUGT(get(number_), builder_.getInt32(1)), start_, none);
    builder_.SetInsertPoint(none);
    builder_.CreateRet(builder_.getInt32(0));
  }

  void replaceBlockIndex() {
    SmallVector<Instruction *, 4> loads;
    for (Instruction &instruction : instructions(function_))
      if (isInvariantLoad(instruction) && isBlockIndex(instruction, function_))
        loads.push_back(&instruction);
    for (Instruction *load : loads) {
      builder_.SetInsertPoint(load);
      load->replaceAllUsesWith(builder_.CreateAdd(base_, get(number_)));
      load->eraseFromParent();
    }
  }

  Function &function_;
  const unsigned threads_; // of a turn
  const GridLoop loop_;
  SetVector<BasicBlock *> way_; // of a turn, to the loop
  const SmallVector<BasicBlock *, 4> body_;
  BasicBlock *header_, *latch_;
  const Processor &processor_;
  const unsigned rounds_at_once_;
  IRBuilder<> builder_;
  FrameLayout frame_;
  BasicBlock *next_block_ = nullptr, *push_ = nullptr, *turn_done_ = nullptr, *block_done_ = nullptr,
             *close_ = nullptr, *start_ = nullptr, *visit_ = nullptr, *rounds_ = nullptr, *few_ = nullptr;
  Value *base_ = nullptr;                              // blockIdx.x of the first block
  AllocaInst *number_ = nullptr;                       // how many blocks are complete
  AllocaInst *cursor_ = nullptr, *complete_ = nullptr; // ends of all frames, and of those blocks'
  SmallVector<Slot, 16> slots_;                        // first in a frame
  SmallVector<Brought, 8> brought_;
  std::uint64_t number_place_ = 0, warp_place_ = 0; // of what reports say
  Value *goes_on_ = nullptr;                        // the condition at the latch
  bool goes_on_if_ = true;
  Value *enough_at_first_ = nullptr;
  Value *end_ = nullptr; // of the last frame
  // By how many bytes further a load of the loop reads in the visit that is announced, or where the array would lie then.
  DenseMap<const LoadInst *, Value *> distances_, moved_arrays_;
  PHINode *frame_now_ = nullptr;
  WeakVH last_store_;               // of the rounds
  SmallVector<WeakVH, 16> unknown_; // instead of what a turn hands on to the next
};

} // namespace

std::optional<FramesAhead> writeAhead(const CompileJob &job, Function &function, const GridLoop &loop) {
  BatchEntryWriter writer(job, function, loop);
  if (!writer.write())
    return std::nullopt;
  auto run = [&](auto... passes) {
    FunctionPassManager manager;
    (manager.addPass(std::move(passes)), ...);
    runPasses(manager, function, *job.target);
  };
  run(ADCEPass());
  if (!writer.knowsAllTurns())
    return std::nullopt;
  run(PromotePass(), EarlyCSEPass(), SimplifyCFGPass(), ADCEPass());
  if (!usesOnlyKnownFields(function))
    return std::nullopt;
  writer.orderRounds();
  return writer.frames();
}

} // namespace raddle::vectorize
