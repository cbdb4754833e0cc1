#include "vectorize/tune/accumulators/shared_values.h"

#include "nvvm/markers.h"
#include "vectorize/tune/accumulators/accumulator_loop.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

constexpr std::uint64_t kMostScratchBytes = 16
                                            << 10; // the array stays in the first-level cache beside a tile

} // namespace

void SharedValues::find() {
  for (Instruction &instruction : *loop_.body()) {
    if (!loop_.isOfAccumulators(&instruction) || isa<PHINode>(instruction))
      continue;
    for (Value *operand : instruction.operands())
      for (unsigned piece = 0; piece < loop_.pieces(); ++piece)
        if (lengthOf(operand) && !loop_.isOfAccumulators(operand) && !isCheap({operand, piece}) &&
            places_.insert({canonical({operand, piece}), bytes_of_iteration_}).second)
          bytes_of_iteration_ +=
              alignTo(loop_.layout().getTypeStoreSize(loop_.pieceType(operand->getType())).getFixedValue(),
                      loop_.registerBytes());
  }
}

bool SharedValues::isCheap(Piece piece) const {
  return !loop_.contains(piece.first) || loop_.memoryOf(piece.first, piece.second).source;
}

// Pieces that are shuffled out of the same places are the same.
Piece SharedValues::canonical(Piece piece) const {
  const auto sources = loop_.sourcesOfPiece(piece.first, piece.second);
  for (unsigned other = 0; other < piece.second; ++other)
    if (loop_.sourcesOfPiece(piece.first, other) == sources)
      return {piece.first, other};
  return piece;
}

std::uint64_t SharedValues::mostIterations() const {
  return bytes_of_iteration_ == 0 ? ~std::uint64_t(0) : kMostScratchBytes / bytes_of_iteration_;
}

SetVector<Instruction *> SharedValues::producers() const {
  SetVector<Instruction *> result;
  auto add = [&](Value *value) {
    if (loop_.contains(value))
      result.insert(cast<Instruction>(value));
  };
  add(cast<BranchInst>(loop_.body()->getTerminator())->getCondition());
  for (const auto &[piece, place] : places_)
    add(piece.first);
  for (std::size_t i = 0; i < result.size(); ++i)
    for (Value *operand : result[i]->operands())
      add(operand);
  return result;
}

Loop *SharedValues::loopAround(AAResults &aliases, const DominatorTree &dominators) const {
  Loop *around = loop_.loop().getParentLoop();
  if (!around || !around->getLoopPreheader() || !around->getLoopLatch() ||
      around->getExitingBlock() != around->getLoopLatch() ||
      !dominators.dominates(loop_.body(), around->getLoopLatch()))
    return nullptr;
  SmallVector<MemoryLocation, 16> read;
  for (Instruction *producer : producers()) {
    if (auto *load = dyn_cast<LoadInst>(producer))
      read.push_back(MemoryLocation::get(load));
    for (Value *operand : producer->operands())
      if (auto *input = dyn_cast<Instruction>(operand);
          input && !loop_.contains(input) && around->contains(input))
        return nullptr;
  }
  for (BasicBlock *block : around->blocks())
    for (const Instruction &instruction : *block)
      if (instruction.mayWriteToMemory() && !instruction.hasMetadata(marker::kCopyIteration) &&
          !instruction.hasMetadata(marker::kDeferredMoves) && any_of(read, [&](const MemoryLocation &place) {
            return isModSet(aliases.getModRefInfo(&instruction, place));
          }))
        return nullptr;
  return around;
}

} // namespace raddle::vectorize
