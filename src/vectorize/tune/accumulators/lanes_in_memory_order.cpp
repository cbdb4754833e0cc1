// A thread that adds up neighbouring columns of a matrix makes its warp load them with a stride:
//
//   for (i ...) for (x = 0; x < 8; ++x) sum[x] += row[i] * b[i][8 * lane + x];
//
// so that each iteration shuffles 8 vectors of b into 8 others. Each accumulator gets the same factor `row`, and nothing but
// the warp sees where the elements of its 8 accumulators lie. So they lie as b does, across the vectors:
//
//   for (i ...) for (x = 0; x < 8; ++x) accumulators[x] += row[i] * 16 neighbours of b[i][16 * x];
//
// Accumulators begin as the same constant, for which the order is of no matter; what reads them after the loops shuffles
// them once. Where they go to neighbouring elements of memory then, that needs no shuffle either.

#include "vectorize/tune/passes.h"

#include "vectorize/remarks.h"
#include "vectorize/tune/accumulators/accumulators_in_memory.h"
#include "vectorize/tune/accumulators/element_sources.h"
#include "vectorize/tune/accumulators/reordered_accesses.h"
#include "vectorize/tune/preserved_analyses.h"
#include "vectorize/widen/plan/vector_registers.h"

#include <map>

using namespace llvm;

namespace raddle::vectorize {

namespace {

/// An element of one of several vectors.
struct Slot {
  unsigned vector, lane;
};

/// Accumulators of one loop that get the same factor, and the order in which their elements will lie.
struct LaneOrder {
  /// What the loop loads for a piece of a vector.
  struct Column {
    LoadedElements::Place place;
    ElementSource first;
  };

  SmallVector<IntrinsicInst *, 8> operations; // that add to one accumulator each
  unsigned column;                            // the operand that differs between the accumulators
  unsigned lanes, lanes_of_piece;             // of a warp, and of a register
  SmallVector<Slot, 256> origin;              // of each element in the new order
  std::map<std::pair<unsigned, unsigned>, Column> columns; // by vector, and first lane of a piece

  std::size_t vectors() const { return operations.size(); }

  SmallVector<const PHINode *, 8> accumulators() const {
    SmallVector<const PHINode *, 8> result;
    for (const IntrinsicInst *operation : operations)
      result.push_back(cast<PHINode>(operation->getArgOperand(2)));
    return result;
  }

  /// Whether the factor is one number for each piece of a vector, and the elements that it multiplies lie in another
  /// order than they are loaded.
  bool find(const LoadedElements &elements) {
    if (!hasOneFactor())
      return false;
    origin.resize(vectors() * lanes);
    bool is_other = false;
    for (unsigned begin = 0; begin < lanes; begin += lanes_of_piece)
      if (!orderPieces(begin, elements, is_other))
        return false;
    return is_other;
  }

private:
  bool hasOneFactor() const {
    Value *factor = operations.front()->getArgOperand(1 - column);
    for (unsigned lane = 0; lane < lanes; ++lane) {
      const ElementSource source = sourceOf(factor, lane);
      if (!source.first || source != sourceOf(factor, lane / lanes_of_piece * lanes_of_piece))
        return false;
    }
    return true;
  }

  // The pieces of all vectors that begin with this lane have to be whole registers of what the loop loads.
  bool orderPieces(unsigned begin, const LoadedElements &elements, bool &is_other) {
    struct Element {
      LoadedElements::Place place;
      Slot slot;
      ElementSource source;
    };
    const DataLayout &layout = operations.front()->getDataLayout();
    const auto bytes = static_cast<std::int64_t>(
        layout.getTypeStoreSize(operations.front()->getType()->getScalarType()).getFixedValue());
    SmallVector<Element, 0> loaded;
    for (unsigned vector = 0; vector < vectors(); ++vector)
      for (unsigned lane = begin; lane < begin + lanes_of_piece; ++lane) {
        const ElementSource source = sourceOf(operations[vector]->getArgOperand(column), lane);
        const auto place = elements.placeOf(source);
        if (!place)
          return false;
        loaded.push_back({*place, {vector, lane}, source});
      }
    sort(loaded, [](const Element &a, const Element &b) { return a.place < b.place; });
    for (auto [index, element] : enumerate(loaded)) {
      const unsigned vector = static_cast<unsigned>(index) / lanes_of_piece,
                     lane = static_cast<unsigned>(index) % lanes_of_piece;
      const Element &first = loaded[vector * lanes_of_piece];
      if (element.place != LoadedElements::Place(first.place.first, first.place.second + lane * bytes))
        return false;
      if (lane == 0)
        columns[{vector, begin}] = {first.place, first.source};
      origin[vector * lanes + begin + lane] = element.slot;
      is_other |= element.slot.vector != vector || element.slot.lane != begin + lane;
    }
    return true;
  }
};

// The loop adds what lies in memory as it lies.
void addInMemoryOrder(const LaneOrder &order, LoadedElements &elements) {
  for (unsigned vector = 0; vector < order.vectors(); ++vector) {
    IntrinsicInst *operation = order.operations[vector];
    operation->moveBefore(operation->getParent()->getTerminator());
    IRBuilder<> builder(operation);
    auto *type = FixedVectorType::get(operation->getType()->getScalarType(), order.lanes_of_piece);
    SmallVector<Value *, 8> pieces;
    for (unsigned begin = 0; begin < order.lanes; begin += order.lanes_of_piece) {
      const auto &[place, first] = order.columns.at({vector, begin});
      pieces.push_back(elements.load(place, first, type));
    }
    operation->setArgOperand(order.column, concatenateVectors(builder, pieces));
  }
}

// One of the vectors as it was, from those in the new order.
Value *restore(IRBuilder<> &builder, const LaneOrder &order, ArrayRef<Value *> kept, unsigned vector) {
  const unsigned length = order.lanes_of_piece;
  SmallVector<Value *, 8> pieces;
  for (unsigned begin = 0; begin < order.lanes; begin += length) {
    Value *piece = nullptr;
    SmallVector<int, 32> mask(length, PoisonMaskElem);
    for (unsigned from = 0; from < order.vectors(); ++from) {
      bool is_needed = false;
      for (unsigned lane = begin; lane < begin + length; ++lane)
        if (const Slot &slot = order.origin[from * order.lanes + lane]; slot.vector == vector) {
          mask[slot.lane - begin] = static_cast<int>((piece ? length : 0) + lane - begin);
          is_needed = true;
        }
      if (!is_needed)
        continue;
      Value *register_of = builder.CreateShuffleVector(kept[from], createSequentialMask(begin, length, 0));
      piece = piece ? builder.CreateShuffleVector(piece, register_of, mask)
                    : builder.CreateShuffleVector(register_of, mask);
      for (unsigned lane = 0; lane < length; ++lane)
        if (mask[lane] != PoisonMaskElem)
          mask[lane] = static_cast<int>(lane);
    }
    pieces.push_back(piece);
  }
  return concatenateVectors(builder, pieces);
}

// Shuffles of shuffles that end where they began become one of the loaded vector.
void takeWhole(LoadInst &kept) {
  SmallVector<Instruction *, 64> work{&kept};
  SmallPtrSet<Instruction *, 32> seen;
  SmallVector<WeakTrackingVH, 16> replaced;
  while (!work.empty())
    for (Instruction *value = work.pop_back_val(); User * user : value->users()) {
      auto *shuffle = dyn_cast<ShuffleVectorInst>(user);
      if (!shuffle || !seen.insert(shuffle).second)
        continue;
      work.push_back(shuffle);
      if (all_of(shuffle->users(), [](const User *next) { return isa<ShuffleVectorInst>(next); }))
        continue;
      const unsigned length = lengthOf(shuffle);
      const ElementSource first = sourceOf(shuffle, 0);
      bool is_whole = first.first == &kept;
      for (unsigned lane = 1; lane < length && is_whole; ++lane)
        is_whole = sourceOf(shuffle, lane) == ElementSource(&kept, first.second + lane);
      if (!is_whole || (shuffle->getOperand(0) == &kept && isa<UndefValue>(shuffle->getOperand(1))))
        continue;
      IRBuilder<> builder(shuffle);
      shuffle->replaceAllUsesWith(
          builder.CreateShuffleVector(&kept, createSequentialMask(first.second, length, 0)));
      replaced.push_back(shuffle);
    }
  RecursivelyDeleteTriviallyDeadInstructions(replaced);
}

// Gives readers the old order.
void restoreOrder(const LaneOrder &order, const Places &places, const Accesses &loads) {
  auto [first, place] = *min_element(loads.of_places, [](const auto &a, const auto &b) {
    return a.first != b.first && a.first->comesBefore(b.first);
  });
  IRBuilder<> builder(first);
  Value *address = getLoadStorePointerOperand(first);
  const std::int64_t own = partOfElement(address, first->getDataLayout()).offset;
  SmallVector<Value *, 8> kept;
  for (auto [offset, align] : zip(places.offsets, places.aligns))
    kept.push_back(builder.CreateAlignedLoad(
        places.type,
        builder.CreatePtrAdd(address, builder.getInt64(static_cast<std::uint64_t>(offset - own))), align));
  SmallVector<Value *, 8> restored;
  for (unsigned vector = 0; vector < order.vectors(); ++vector)
    restored.push_back(restore(builder, order, kept, vector));
  for (auto [load, vector] : loads.of_places)
    load->replaceAllUsesWith(restored[vector]);
  for (auto [load, vector] : loads.of_places)
    load->eraseFromParent();
  for (Value *vector : kept)
    takeWhole(*cast<LoadInst>(vector));
}

// The operation that adds to an accumulator, if the loop does nothing else with it.
IntrinsicInst *addedProduct(const Loop &loop, const PHINode &accumulator) {
  auto *product = dyn_cast<IntrinsicInst>(accumulator.getIncomingValueForBlock(loop.getHeader()));
  const bool is_product = product && product->getIntrinsicID() == Intrinsic::fma && lengthOf(product) != 0 &&
                          product->getParent() == loop.getHeader() &&
                          product->getArgOperand(2) == &accumulator && accumulator.hasOneUse() &&
                          all_of(product->users(), [&](const User *user) {
                            return user == &accumulator || !loop.contains(cast<Instruction>(user));
                          });
  return is_product ? product : nullptr;
}

bool orderLanes(Loop &loop, AAResults &aliases, const TargetMachine &machine, const Report &report) {
  SmallVector<PHINode *, 64> phis;
  for (PHINode &phi : loop.getHeader()->phis())
    if (addedProduct(loop, phi))
      phis.push_back(&phi);
  if (phis.size() < 2 || any_of(*loop.getHeader(), [](const Instruction &instruction) {
        return instruction.mayWriteToMemory();
      }))
    return false;
  const AccumulatorsInMemory in_memory = findAccumulatorsInMemory(loop, phis, aliases);
  // A group is formed for the factor that its operations share, and for the operand that they do not share.
  MapVector<std::pair<Value *, unsigned>, SmallVector<IntrinsicInst *, 8>> groups;
  for (PHINode *phi : phis)
    if (in_memory.loads.contains(phi) && in_memory.stores.contains(phi))
      for (unsigned column : {0, 1}) {
        IntrinsicInst *product = addedProduct(loop, *phi);
        groups[{product->getArgOperand(1 - column), column}].push_back(product);
      }
  LoadedElements elements(*loop.getHeader());
  DenseSet<const IntrinsicInst *> ordered;
  for (auto &[key, group] : groups) {
    const unsigned lanes = lengthOf(group.front()), piece = VectorRegisters::of(machine).bits /
                                                            group.front()->getType()->getScalarSizeInBits();
    if (group.size() < 2 || piece == 0 || lanes % piece != 0 ||
        any_of(group, [&](const IntrinsicInst *product) { return ordered.contains(product); }))
      continue;
    LaneOrder order{group, key.second, lanes, piece, {}, {}};
    ReorderedAccesses accesses;
    if (!order.find(elements))
      continue;
    if (!accesses.find(loop, in_memory, order.accumulators())) {
      refuse(report, *group.front(), "other code than this loop sees in which order the accumulators lie");
      continue;
    }
    addInMemoryOrder(order, elements);
    for (const auto &[places, readers] : accesses.readers())
      for (const Accesses &loads : readers)
        restoreOrder(order, places, loads);
    ordered.insert(group.begin(), group.end());
  }
  return !ordered.empty();
}

} // namespace

PreservedAnalyses orderLanesAsMemory(Function &function, FunctionAnalysisManager &analyses,
                                     const TargetMachine &machine, const Report &report) {
  bool changed = false;
  for (Loop *loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder())
    if (loop->isInnermost() && loop->getNumBlocks() == 1 && loop->getParentLoop() &&
        loop->getLoopPreheader() && loop->getExitBlock())
      changed |= orderLanes(*loop, analyses.getResult<AAManager>(function), machine, report);
  return preservedUnless(changed);
}

} // namespace raddle::vectorize
