#include "vectorize/tune/accumulators/accumulator_groups.h"

#include "vectorize/tune/accumulators/accumulator_loop.h"
#include "vectorize/tune/warps/loop_latency.h"

#include <algorithm>

using namespace llvm;

namespace raddle::vectorize {

namespace {

/// Accumulators that depend on each other, and what they are computed from: vectors, and numbers for all lanes.
struct RelatedAccumulators {
  SmallVector<PHINode *, 4> accumulators;
  SmallSetVector<ElementSource, 4> vectors, numbers;
};

/// Those that are computed from one vector, a row each.
using Column = std::pair<ElementSource, SmallVector<RelatedAccumulators, 8>>;

/// A division into groups, and what all groups together load in one iteration.
struct Division {
  SmallVector<AccumulatorGroup, 8> groups;
  std::size_t vectors = 0, numbers = 0;

  // Where they are as many, vectors take more of the caches.
  bool loadsLessThan(const Division &other) const {
    return std::pair(vectors + numbers, vectors) < std::pair(other.vectors + other.numbers, other.vectors);
  }
};

class Grouper {
public:
  explicit Grouper(const AccumulatorLoop &loop) : loop_(loop) {}

  // The accumulators of a group are computed next to each other; or they are some rows, which multiply the same vector, and
  // some of these vectors. Where groups then load less, that is better, unless operations take long enough for the loads:
  // then a group that reads fewer vectors leaves more of the first-level cache to others.
  SmallVector<AccumulatorGroup, 8> form() const {
    const auto related = inOrderOfComputation();
    MapVector<ElementSource, SmallVector<RelatedAccumulators, 8>> columns;
    std::size_t rows = 0;
    for (const RelatedAccumulators &set : related) {
      auto &column = columns[set.vectors.empty() ? ElementSource() : set.vectors.front()];
      column.push_back(set);
      rows = std::max(rows, column.size());
    }
    const auto in_columns = columns.takeVector();
    Division best = divide(related);
    for (; rows > 0; rows = loop_.registers().in_halves ? 0 : rows / 2)
      if (Division division = divide(inBlocks(in_columns, rows)); division.loadsLessThan(best))
        best = std::move(division);
    if (all_of(best.groups, [&](const AccumulatorGroup &group) { return loadsSameForAllPieces(group); }))
      return orderedByLoads(best.groups);
    return best.groups;
  }

private:
  SmallVector<RelatedAccumulators, 64> inOrderOfComputation() const {
    auto nextOf = [&](PHINode *accumulator) {
      return cast<Instruction>(accumulator->getIncomingValueForBlock(loop_.body()));
    };
    SmallVector<PHINode *, 64> in_order(loop_.accumulators());
    sort(in_order, [&](PHINode *a, PHINode *b) {
      return nextOf(a) == nextOf(b) ? a->comesBefore(b) : nextOf(a)->comesBefore(nextOf(b));
    });
    MapVector<PHINode *, RelatedAccumulators> sets;
    for (PHINode *accumulator : in_order)
      sets[loop_.leaderOf(accumulator)].accumulators.push_back(accumulator);
    for (Instruction &instruction : *loop_.body())
      if (PHINode *leader = loop_.leaderOf(&instruction))
        for (Value *operand : instruction.operands())
          if (lengthOf(operand) && loop_.contains(operand) && !loop_.isOfAccumulators(operand)) {
            const AccumulatorLoop::Memory memory = loop_.memoryOf(operand, 0);
            RelatedAccumulators &set = sets[leader];
            (memory.is_splat ? set.numbers : set.vectors)
                .insert(memory.source ? ElementSource(memory.source, memory.element)
                                      : ElementSource(operand, 0));
          }
    SmallVector<RelatedAccumulators, 64> result;
    for (auto &[leader, set] : sets)
      result.push_back(std::move(set));
    return result;
  }

  unsigned mostRegisters() const { return loop_.registers().count / 2; }

  // How many registers a piece of the accumulators takes.
  unsigned registersOfPiece(const RelatedAccumulators &set) const {
    unsigned registers = 0;
    for (PHINode *accumulator : set.accumulators)
      registers += static_cast<unsigned>(
          divideCeil(registersOf(*accumulator->getType(), loop_.registers()), loop_.pieces()));
    return registers;
  }

  // Blocks of so many rows, of as many columns as a group can have.
  SmallVector<RelatedAccumulators, 64> inBlocks(ArrayRef<Column> columns, std::size_t rows) const {
    const std::size_t registers = std::max(1U, registersOfPiece(columns.front().second.front()));
    const std::size_t width = std::max<std::size_t>(1, mostRegisters() / (rows * registers));
    SmallVector<RelatedAccumulators, 64> sets;
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

  Division divide(ArrayRef<RelatedAccumulators> sets) const {
    Division division;
    for (unsigned piece = 0; piece < loop_.pieces(); ++piece) {
      unsigned used = loop_.registers().count;
      SmallSetVector<ElementSource, 16> vectors, numbers;
      auto endGroup = [&] {
        division.vectors += vectors.size();
        division.numbers += numbers.size();
        vectors.clear();
        numbers.clear();
      };
      for (const RelatedAccumulators &set : sets) {
        const unsigned needed = registersOfPiece(set);
        if (used + needed > mostRegisters()) {
          endGroup();
          division.groups.push_back({{}, piece});
          used = 0;
        }
        used += needed;
        division.groups.back().accumulators.append(set.accumulators);
        vectors.insert(set.vectors.begin(), set.vectors.end());
        numbers.insert(set.numbers.begin(), set.numbers.end());
      }
      endGroup();
    }
    return division;
  }

  bool loadsSameForAllPieces(const AccumulatorGroup &group) const {
    return all_of(loop_.instructionsOf(group), [&](const Instruction *instruction) {
      return all_of(instruction->operands(), [&](Value *operand) {
        if (!lengthOf(operand) || !loop_.contains(operand) || loop_.isOfAccumulators(operand))
          return true;
        const AccumulatorLoop::Memory first = loop_.memoryOf(operand, 0);
        if (first.is_splat)
          return true;
        for (unsigned piece = 1; piece < loop_.pieces(); ++piece)
          if (const AccumulatorLoop::Memory memory = loop_.memoryOf(operand, piece);
              !memory.source || memory.source != first.source || memory.element != first.element)
            return false;
        return true;
      });
    });
  }

  // Groups that load the same vectors follow each other, as these are still in the first-level cache.
  SmallVector<AccumulatorGroup, 8> orderedByLoads(ArrayRef<AccumulatorGroup> groups) const {
    const std::size_t pieces = loop_.pieces(), groups_of_piece = groups.size() / pieces;
    SmallVector<AccumulatorGroup, 8> ordered;
    for (std::size_t i = 0; i < groups.size(); ++i)
      ordered.push_back(groups[i % pieces * groups_of_piece + i / pieces]);
    return ordered;
  }

  const AccumulatorLoop &loop_;
};

} // namespace

SmallVector<AccumulatorGroup, 8> formGroups(const AccumulatorLoop &loop) { return Grouper(loop).form(); }

} // namespace raddle::vectorize
