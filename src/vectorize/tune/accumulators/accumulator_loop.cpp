#include "vectorize/tune/accumulators/accumulator_loop.h"

#include "nvvm/markers.h"
#include "vectorize/tune/tiles/batch_tiles.h"
#include "vectorize/tune/tiles/copy_iterations.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Of the array that keeps what the parts have in common. It shall stay in the first-level cache.
constexpr std::uint64_t kMostScratchBytes = 16 << 10;

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

// At most; 0 where that is not known.
unsigned iterationsOf(Loop &loop, ScalarEvolution &evolution) {
  if (const BasicBlock *latch = loop.getLoopLatch())
    if (const MDNode *most = latch->getTerminator()->getMetadata(marker::kMostIterations))
      return static_cast<unsigned>(mdconst::extract<ConstantInt>(most->getOperand(0))->getZExtValue());
  return evolution.getSmallConstantTripCount(&loop);
}

} // namespace

unsigned lengthOf(const Value *value) {
  auto *type = dyn_cast<FixedVectorType>(value->getType());
  return type ? type->getNumElements() : 0;
}

AccumulatorLoop::AccumulatorLoop(Loop &loop, ScalarEvolution &evolution, VectorRegisters registers)
    : loop_(loop), body_(loop.getHeader()), preheader_(loop.getLoopPreheader()),
      layout_(body_->getModule()->getDataLayout()), registers_(registers),
      iterations_(iterationsOf(loop, evolution)) {}

bool AccumulatorLoop::maySplit(AAResults &aliases) {
  if (!hasOneBlock() || !findSums() || !isCrowded() || !dependOnlyOnThemselves())
    return false;
  formParts();
  findShared();
  memory_ = findSumsInMemory(loop_, sums_, aliases);
  return shared_.empty() || (iterations_ != 0 && iterations_ <= mostIterations());
}

std::uint64_t AccumulatorLoop::mostIterations() const {
  return bytes_of_iteration_ == 0 ? ~std::uint64_t(0) : kMostScratchBytes / bytes_of_iteration_;
}

bool AccumulatorLoop::contains(const Value *value) const {
  auto *instruction = dyn_cast<Instruction>(value);
  return instruction && loop_.contains(instruction);
}

bool AccumulatorLoop::isUsedOutside(const Instruction &instruction) const {
  return any_of(instruction.users(), [&](const User *user) { return !contains(user); });
}

SetVector<Instruction *> AccumulatorLoop::producers() const {
  SetVector<Instruction *> result;
  auto add = [&](Value *value) {
    if (contains(value))
      result.insert(cast<Instruction>(value));
  };
  add(cast<BranchInst>(body_->getTerminator())->getCondition());
  for (const auto &[piece, place] : shared_)
    add(piece.first);
  for (std::size_t i = 0; i < result.size(); ++i)
    for (Value *operand : result[i]->operands())
      add(operand);
  return result;
}

Loop *AccumulatorLoop::loopAroundShared(AAResults &aliases, const DominatorTree &dominators) const {
  Loop *around = loop_.getParentLoop();
  if (!around || !around->getLoopPreheader() || !around->getLoopLatch() ||
      around->getExitingBlock() != around->getLoopLatch() ||
      !dominators.dominates(body_, around->getLoopLatch()))
    return nullptr;
  SmallVector<MemoryLocation, 16> read;
  for (Instruction *producer : producers()) {
    if (auto *load = dyn_cast<LoadInst>(producer))
      read.push_back(MemoryLocation::get(load));
    for (Value *operand : producer->operands())
      if (auto *input = dyn_cast<Instruction>(operand); input && !contains(input) && around->contains(input))
        return nullptr;
  }
  for (BasicBlock *block : around->blocks())
    for (const Instruction &instruction : *block)
      if (instruction.mayWriteToMemory() && !instruction.hasMetadata(marker::kCopyTurn) &&
          !instruction.hasMetadata(marker::kCopyMoves) && any_of(read, [&](const MemoryLocation &place) {
            return isModSet(aliases.getModRefInfo(&instruction, place));
          }))
        return nullptr;
  return around;
}

SmallVector<Instruction *, 64> AccumulatorLoop::instructionsOf(const Part &part) const {
  SmallPtrSet<const PHINode *, 16> sets;
  for (PHINode *sum : part.sums)
    sets.insert(related_.getLeaderValue(sum));
  SmallVector<Instruction *, 64> instructions;
  for (Instruction &instruction : *body_)
    if (auto root = root_.find(&instruction);
        root != root_.end() && sets.contains(related_.getLeaderValue(root->second)))
      instructions.push_back(&instruction);
  return instructions;
}

std::uint64_t AccumulatorLoop::operations() const {
  std::uint64_t least = ~std::uint64_t(0);
  for (const Part &part : parts_)
    least = std::min<std::uint64_t>(least, count_if(instructionsOf(part), [](const Instruction *instruction) {
                                      return !isa<PHINode>(instruction);
                                    }));
  return least;
}

FixedVectorType *AccumulatorLoop::pieceType(Type *type) const {
  return FixedVectorType::get(type->getScalarType(), lanesOfPiece());
}

std::uint64_t AccumulatorLoop::placeOf(Value *value, unsigned piece) const {
  return shared_.lookup(canonical(value, piece));
}

bool AccumulatorLoop::hasOneBlock() const {
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

bool AccumulatorLoop::findSums() {
  for (PHINode &phi : body_->phis())
    if (unsigned length = lengthOf(&phi)) {
      if (lanes_ != 0 && length != lanes_)
        return false;
      lanes_ = length;
      sums_.push_back(&phi);
    }
  return lanes_ != 0;
}

bool AccumulatorLoop::isCrowded() {
  unsigned needed = 0;
  for (PHINode *sum : sums_)
    needed += registersFor(sum->getType());
  pieces_ = registersFor(sums_.front()->getType());
  return needed > registers_.count && pieces_ != 0 && lanes_ % pieces_ == 0;
}

unsigned AccumulatorLoop::registersFor(Type *type) const {
  return static_cast<unsigned>(
      divideCeil(layout_.getTypeSizeInBits(type).getFixedValue(), std::uint64_t(registers_.bits)));
}

// Sorts the sums into sets that do not depend on each other; false where a set has elements that do.
bool AccumulatorLoop::dependOnlyOnThemselves() {
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

// As many sums as half of the registers hold: of those that are computed next to each other, or of some rows, which
// multiply the same vector, and some of these vectors. Where parts then load less, that is better, unless operations take
// long enough for the loads: then a part that reads fewer vectors leaves more of the first-level cache to others.
void AccumulatorLoop::formParts() {
  SmallVector<PHINode *, 64> in_order(sums_);
  sort(in_order, [&](PHINode *a, PHINode *b) {
    auto *next_a = cast<Instruction>(a->getIncomingValueForBlock(body_)),
         *next_b = cast<Instruction>(b->getIncomingValueForBlock(body_));
    return next_a == next_b ? a->comesBefore(b) : next_a->comesBefore(next_b);
  });
  MapVector<PHINode *, SumSet> sets;
  for (PHINode *sum : in_order)
    sets[related_.getLeaderValue(sum)].sums.push_back(sum);
  for (Instruction &instruction : *body_)
    if (PHINode *sum = root_.lookup(&instruction))
      for (Value *operand : instruction.operands())
        if (lengthOf(operand) && contains(operand) && !isOfSums(operand)) {
          const Memory memory = memoryOf(operand, 0);
          SumSet &set = sets[related_.getLeaderValue(sum)];
          (memory.is_splat ? set.numbers : set.vectors)
              .insert(memory.source ? Source(memory.source, memory.element) : Source(operand, 0));
        }
  SmallVector<SumSet, 64> by_computation;
  MapVector<Source, SmallVector<SumSet, 8>> columns;
  std::size_t rows = 0;
  for (const auto &[leader, set] : sets) {
    by_computation.push_back(set);
    auto &column = columns[set.vectors.empty() ? Source() : set.vectors.front()];
    column.push_back(set);
    rows = std::max(rows, column.size());
  }
  const auto in_columns = columns.takeVector();
  Division best = divide(by_computation);
  for (; rows > 0; rows = registers_.in_halves ? 0 : rows / 2)
    if (Division division = divide(inBlocks(in_columns, rows)); division.loadsLessThan(best))
      best = std::move(division);
  parts_ = std::move(best.parts);
  if (all_of(parts_, [&](const Part &part) { return loadsSameForAllPieces(part); }))
    orderByLoads();
}

// Parts that load the same vectors follow each other, as these are still in the first-level cache.
void AccumulatorLoop::orderByLoads() {
  const std::size_t parts_of_piece = parts_.size() / pieces_;
  SmallVector<Part, 8> ordered;
  for (std::size_t i = 0; i < parts_.size(); ++i)
    ordered.push_back(parts_[i % pieces_ * parts_of_piece + i / pieces_]);
  parts_ = std::move(ordered);
}

bool AccumulatorLoop::loadsSameForAllPieces(const Part &part) const {
  return all_of(instructionsOf(part), [&](const Instruction *instruction) {
    return all_of(instruction->operands(), [&](Value *operand) {
      if (!lengthOf(operand) || !contains(operand) || isOfSums(operand))
        return true;
      const Memory first = memoryOf(operand, 0);
      if (first.is_splat)
        return true;
      for (unsigned piece = 1; piece < pieces_; ++piece)
        if (const Memory memory = memoryOf(operand, piece);
            !memory.source || memory.source != first.source || memory.element != first.element)
          return false;
      return true;
    });
  });
}

// So many rows of as many columns as a part can have.
SmallVector<AccumulatorLoop::SumSet, 64> AccumulatorLoop::inBlocks(ArrayRef<Column> columns,
                                                                   std::size_t rows) const {
  const std::size_t registers = std::max(1U, registersOf(columns.front().second.front()));
  const std::size_t width = std::max<std::size_t>(1, mostRegisters() / (rows * registers));
  SmallVector<SumSet, 64> sets;
  for (; !columns.empty(); columns = columns.drop_front(std::min(width, columns.size()))) {
    const auto block = columns.take_front(width);
    std::size_t longest = 0;
    for (const auto &[vector, column] : block)
      longest = std::max(longest, column.size());
    for (std::size_t first = 0; first < longest; first += rows)
      for (const auto &[vector, column] : block)
        for (std::size_t row = first; row < std::min(first + rows, column.size()); ++row)
          sets.push_back(column[row]);
  }
  return sets;
}

// The other half is for what they are computed from.
unsigned AccumulatorLoop::mostRegisters() const { return registers_.count / 2; }

// Of a piece.
unsigned AccumulatorLoop::registersOf(const SumSet &set) const {
  unsigned registers = 0;
  for (PHINode *sum : set.sums)
    registers += static_cast<unsigned>(divideCeil(registersFor(sum->getType()), pieces_));
  return registers;
}

AccumulatorLoop::Division AccumulatorLoop::divide(ArrayRef<SumSet> sets) const {
  Division division;
  for (unsigned piece = 0; piece < pieces_; ++piece) {
    unsigned used = registers_.count;
    SmallSetVector<Source, 16> vectors, numbers;
    auto endPart = [&] {
      division.vectors += vectors.size();
      division.numbers += numbers.size();
      vectors.clear();
      numbers.clear();
    };
    for (const SumSet &set : sets) {
      const unsigned needed = registersOf(set);
      if (used + needed > mostRegisters()) {
        endPart();
        division.parts.push_back({{}, piece});
        used = 0;
      }
      used += needed;
      division.parts.back().sums.append(set.sums);
      vectors.insert(set.vectors.begin(), set.vectors.end());
      numbers.insert(set.numbers.begin(), set.numbers.end());
    }
    endPart();
  }
  return division;
}

// Where they are as many, vectors take more of the caches.
bool AccumulatorLoop::Division::loadsLessThan(const Division &other) const {
  return std::pair(vectors + numbers, vectors) < std::pair(other.vectors + other.numbers, other.vectors);
}

AccumulatorLoop::Source AccumulatorLoop::sourceOf(Value *value, unsigned lane) {
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

SmallVector<AccumulatorLoop::Source, 16> AccumulatorLoop::sourcesOf(Value *value, unsigned piece) const {
  SmallVector<Source, 16> sources;
  for (unsigned lane = 0; lane < lanesOfPiece(); ++lane)
    sources.push_back(sourceOf(value, piece * lanesOfPiece() + lane));
  return sources;
}

AccumulatorLoop::Memory AccumulatorLoop::memoryOf(Value *value, unsigned piece) const {
  const auto sources = sourcesOf(value, piece);
  const Source start = sources.front();
  Value *first = start.first;
  // What a load in front of the loop has read may have been overwritten since.
  if (!first || !(contains(first) ? isa<LoadInst>(first) : !lengthOf(first)) ||
      !layout_.typeSizeEqualsStoreSize(first->getType()->getScalarType()))
    return {};
  if (all_of(sources, [&](const Source &source) { return !source.first || source == start; }))
    return {first, start.second, true};
  for (auto [lane, source] : enumerate(sources))
    if (source != Source(first, start.second + static_cast<unsigned>(lane)))
      return {};
  return {first, start.second, false};
}

bool AccumulatorLoop::isCheap(Value *value, unsigned piece) const {
  return !contains(value) || memoryOf(value, piece).source;
}

// Pieces that are shuffled out of the same places are the same.
AccumulatorLoop::Piece AccumulatorLoop::canonical(Value *value, unsigned piece) const {
  for (unsigned other = 0; other < piece; ++other)
    if (sourcesOf(value, other) == sourcesOf(value, piece))
      return {value, other};
  return {value, piece};
}

// What is computed in each iteration without any sum, for the sums: more than a load.
void AccumulatorLoop::findShared() {
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

} // namespace raddle::vectorize
