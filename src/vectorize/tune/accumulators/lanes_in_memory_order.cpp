// A thread that adds up neighbouring columns of a matrix makes its warp load them with a stride:
//
//   for (i ...) for (x = 0; x < 8; ++x) sum[x] += row[i] * b[i][8 * lane + x];
//
// so that each iteration shuffles 8 vectors of b into 8 others. Each sum gets the same factor `row`, and nobody but
// the warp sees where the elements of its 8 sums lie. So they lie as b does, across the vectors:
//
//   for (i ...) for (x = 0; x < 8; ++x) sums[x] += row[i] * 16 neighbours of b[i][16 * x];
//
// Sums begin as the same constant, for which the order is of no matter; who reads them behind the loops shuffles
// them once. Where they go to neighbouring elements of memory then, that needs no shuffle either.

#include "vectorize/tune/accumulators/lanes_in_memory_order.h"

#include "vectorize/tune/accumulators/accumulator_loop.h"
#include "vectorize/tune/accumulators/accumulators_in_memory.h"
#include "vectorize/tune/accumulators/loaded_elements.h"
#include "vectorize/tune/shuffles/part_of_element.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

#include <map>

using namespace llvm;

namespace raddle::vectorize {

namespace {

/// Where an element of one of several vectors is.
struct Slot {
  unsigned vector, lane;
};

/// Variables of a warp, one for each vector.
struct Places {
  const Value *array;
  Type *element, *type; // of the array's elements; of the variables
  SmallVector<std::int64_t, 8> offsets;
  SmallVector<Align, 8> aligns;
};

/// Loads or stores of places in one block and in one element of the array.
struct Accesses {
  const GEPOperator *element = nullptr;
  SmallVector<std::pair<Instruction *, unsigned>, 8> of_places;

  bool isOnePerPlace(std::size_t places) const {
    SmallDenseSet<unsigned> seen;
    for (auto [access, place] : of_places)
      seen.insert(place);
    return of_places.size() == places && seen.size() == places;
  }
};

bool isSameElement(const GEPOperator &a, const GEPOperator &b) {
  return &a == &b ||
         (a.getPointerOperand() == b.getPointerOperand() &&
          a.getSourceElementType() == b.getSourceElementType() && a.getOperand(1) == b.getOperand(1));
}

/// Sums of one loop that get the same factor.
class LaneOrderer {
public:
  LaneOrderer(Loop &loop, LoadedElements &elements, const SumsInMemory &sums,
              SmallVector<IntrinsicInst *, 8> operations, unsigned column, unsigned lanes_of_piece)
      : loop_(loop), elements_(elements), sums_(sums), operations_(std::move(operations)), column_(column),
        piece_(lanes_of_piece), lanes_(lengthOf(operations_.front())),
        layout_(loop.getHeader()->getDataLayout()) {}

  /// Whether it has changed anything.
  bool run() {
    if (!hasOneFactor() || !findOrder() || !findPlaces())
      return false;
    exchangeColumns();
    for (const auto &[places, loads] : readers_)
      restoreOrder(places, loads);
    return true;
  }

private:
  std::size_t vectors() const { return operations_.size(); }
  PHINode &sum(unsigned index) const { return *cast<PHINode>(operations_[index]->getArgOperand(2)); }

  // In each piece of a vector.
  bool hasOneFactor() const {
    Value *factor = operations_.front()->getArgOperand(1 - column_);
    for (unsigned lane = 0; lane < lanes_; ++lane) {
      const auto source = AccumulatorLoop::sourceOf(factor, lane);
      if (!source.first || source != AccumulatorLoop::sourceOf(factor, lane / piece_ * piece_))
        return false;
    }
    return true;
  }

  // The columns of each piece together are whole registers of what the loop loads.
  bool findOrder() {
    struct Element {
      LoadedElements::Place place;
      Slot slot;
      AccumulatorLoop::Source source;
    };
    const auto bytes = static_cast<std::int64_t>(
        layout_.getTypeStoreSize(operations_.front()->getType()->getScalarType()).getFixedValue());
    bool is_other = false;
    origin_.resize(vectors() * lanes_);
    for (unsigned begin = 0; begin < lanes_; begin += piece_) {
      SmallVector<Element, 0> elements;
      for (unsigned vector = 0; vector < vectors(); ++vector)
        for (unsigned lane = begin; lane < begin + piece_; ++lane) {
          const auto source = AccumulatorLoop::sourceOf(operations_[vector]->getArgOperand(column_), lane);
          const auto place = elements_.placeOf(source);
          if (!place)
            return false;
          elements.push_back({*place, {vector, lane}, source});
        }
      sort(elements, [](const Element &a, const Element &b) { return a.place < b.place; });
      for (auto [index, element] : enumerate(elements)) {
        const unsigned vector = static_cast<unsigned>(index) / piece_,
                       lane = static_cast<unsigned>(index) % piece_;
        const Element &first = elements[vector * piece_];
        if (element.place != LoadedElements::Place(first.place.first, first.place.second + lane * bytes))
          return false;
        if (lane == 0)
          columns_[{vector, begin}] = {first.place, first.source};
        origin_[vector * lanes_ + begin + lane] = element.slot;
        is_other |= element.slot.vector != vector || element.slot.lane != begin + lane;
      }
    }
    return is_other;
  }

  bool findPlaces() {
    const auto *load = sums_.loads.lookup(&sum(0));
    const PartOfElement first = partOfElement(load->getPointerOperand(), layout_);
    auto *array = dyn_cast_or_null<AllocaInst>(first.array);
    if (!array || !hasOnlyParts(*array))
      return false;
    Places places{array, first.type, load->getType(), {}, {}};
    for (unsigned i = 0; i < vectors(); ++i) {
      const LoadInst *own = sums_.loads.lookup(&sum(i));
      const StoreInst *store = sums_.stores.lookup(&sum(i));
      const PartOfElement from = partOfElement(own->getPointerOperand(), layout_),
                          to = partOfElement(store->getPointerOperand(), layout_);
      if (from.array != array || to.array != array || from.type != first.type || to.type != first.type ||
          from.offset != to.offset || !isSameElement(*from.element, *first.element) ||
          !isSameElement(*to.element, *first.element) || is_contained(places.offsets, from.offset))
        return false;
      places.offsets.push_back(from.offset);
      places.aligns.push_back(std::min(own->getAlign(), store->getAlign()));
      allowed_.insert(own);
      allowed_.insert(store);
    }
    Loop *warps = loop_.getParentLoop();
    around_ = warps ? warps->getParentLoop() : nullptr;
    return around_ && findAccesses(places, 0);
  }

  // All that touch these places: they write the same constant to all of them, copy all of them, or read.
  bool findAccesses(const Places &places, unsigned copies) {
    constexpr unsigned kMostCopies = 8;
    if (copies > kMostCopies)
      return false;
    const auto bytes = static_cast<std::int64_t>(layout_.getTypeStoreSize(places.type).getFixedValue());
    using Where = std::pair<const BasicBlock *, const Value *>;
    MapVector<Where, Accesses> loads, stores;
    SmallPtrSet<const BasicBlock *, 8> writing;
    SmallVector<Value *, 16> work{const_cast<Value *>(places.array)};
    while (!work.empty())
      for (Value *address = work.pop_back_val(); User * user : address->users()) {
        if (isa<GetElementPtrInst>(user)) {
          work.push_back(user);
          continue;
        }
        auto *access = cast<Instruction>(user);
        if (access->isLifetimeStartOrEnd())
          continue;
        const PartOfElement part = partOfElement(address, layout_);
        Type *type = getLoadStoreType(access);
        const auto size = static_cast<std::int64_t>(layout_.getTypeStoreSize(type).getFixedValue());
        if (part.type != places.element || part.offset < 0 ||
            part.offset + size > static_cast<std::int64_t>(layout_.getTypeAllocSize(part.type)))
          return false;
        const auto *place = find_if(places.offsets, [&](std::int64_t offset) {
          return part.offset < offset + bytes && offset < part.offset + size;
        });
        if (place == places.offsets.end())
          continue;
        if (*place != part.offset || type != places.type || access->isVolatile() || access->isAtomic())
          return false;
        if (access->mayWriteToMemory())
          writing.insert(access->getParent());
        if (allowed_.contains(access))
          continue;
        Accesses &those =
            (isa<LoadInst>(access) ? loads : stores)[{access->getParent(), part.element->getOperand(1)}];
        those.element = part.element;
        those.of_places.push_back({access, static_cast<unsigned>(place - places.offsets.begin())});
      }
    for (const auto &[where, those] : stores)
      if (!those.isOnePerPlace(vectors()) || !writeSameConstant(those))
        return false;
    SmallVector<Accesses, 4> readers;
    for (auto &[where, those] : loads) {
      if (writing.contains(where.first) || around_->contains(where.first))
        return false;
      if (!isCopied(those, places, copies))
        readers.push_back(std::move(those));
    }
    if (!readers.empty())
      readers_.push_back({places, std::move(readers)});
    return true;
  }

  static bool writeSameConstant(const Accesses &stores) {
    auto *value = dyn_cast<Constant>(stores.of_places.front().first->getOperand(0));
    return value && value->getSplatValue() &&
           all_of(stores.of_places, [&](const auto &store) { return store.first->getOperand(0) == value; });
  }

  // To places that keep the order, too.
  bool isCopied(const Accesses &loads, const Places &places, unsigned copies) {
    if (!loads.isOnePerPlace(vectors()))
      return false;
    Places targets = places;
    SmallVector<const Instruction *, 8> stores;
    for (auto [load, place] : loads.of_places) {
      auto *store = load->hasOneUse() ? dyn_cast<StoreInst>(load->user_back()) : nullptr;
      if (!store || store->getValueOperand() != load || store->getParent() != load->getParent())
        return false;
      const PartOfElement part = partOfElement(store->getPointerOperand(), layout_);
      if (part.array != places.array || part.type != places.element ||
          !isSameElement(*part.element, *loads.element) || is_contained(places.offsets, part.offset))
        return false;
      targets.offsets[place] = part.offset;
      targets.aligns[place] = store->getAlign();
      stores.push_back(store);
    }
    const std::size_t known = readers_.size();
    for (const Instruction *store : stores)
      allowed_.insert(store);
    if (findAccesses(targets, copies + 1))
      return true;
    for (const Instruction *store : stores)
      allowed_.erase(store);
    readers_.resize(known);
    return false;
  }

  // The loop adds what lies in memory as it lies.
  void exchangeColumns() {
    Instruction *end = loop_.getHeader()->getTerminator();
    for (unsigned vector = 0; vector < vectors(); ++vector) {
      IntrinsicInst *operation = operations_[vector];
      operation->moveBefore(end);
      IRBuilder<> builder(operation);
      SmallVector<Value *, 8> pieces;
      for (unsigned begin = 0; begin < lanes_; begin += piece_) {
        const auto &[place, source] = columns_[{vector, begin}];
        pieces.push_back(elements_.load(place, source,
                                        FixedVectorType::get(operation->getType()->getScalarType(), piece_)));
      }
      operation->setArgOperand(column_, concatenateVectors(builder, pieces));
    }
  }

  void restoreOrder(const Places &places, ArrayRef<Accesses> readers) {
    for (const Accesses &loads : readers) {
      auto [first, place] = *min_element(loads.of_places, [](const auto &a, const auto &b) {
        return a.first != b.first && a.first->comesBefore(b.first);
      });
      IRBuilder<> builder(first);
      Value *address = getLoadStorePointerOperand(first);
      const std::int64_t own = partOfElement(address, layout_).offset;
      SmallVector<Value *, 8> kept;
      for (auto [offset, align] : zip(places.offsets, places.aligns))
        kept.push_back(builder.CreateAlignedLoad(
            places.type,
            builder.CreatePtrAdd(address, builder.getInt64(static_cast<std::uint64_t>(offset - own))),
            align));
      SmallVector<Value *, 8> restored;
      for (unsigned vector = 0; vector < vectors(); ++vector)
        restored.push_back(restore(builder, kept, vector));
      for (auto [load, vector] : loads.of_places)
        load->replaceAllUsesWith(restored[vector]);
      for (auto [load, vector] : loads.of_places)
        load->eraseFromParent();
      for (Value *vector : kept)
        takeWhole(*cast<LoadInst>(vector));
    }
  }

  Value *restore(IRBuilder<> &builder, ArrayRef<Value *> kept, unsigned vector) {
    SmallVector<Value *, 8> pieces;
    for (unsigned begin = 0; begin < lanes_; begin += piece_) {
      Value *piece = nullptr;
      SmallVector<int, 32> mask(piece_, PoisonMaskElem);
      for (unsigned from = 0; from < vectors(); ++from) {
        bool is_needed = false;
        for (unsigned lane = begin; lane < begin + piece_; ++lane)
          if (const Slot &slot = origin_[from * lanes_ + lane]; slot.vector == vector) {
            mask[slot.lane - begin] = static_cast<int>((piece ? piece_ : 0) + lane - begin);
            is_needed = true;
          }
        if (!is_needed)
          continue;
        Value *register_of = builder.CreateShuffleVector(kept[from], createSequentialMask(begin, piece_, 0));
        piece = piece ? builder.CreateShuffleVector(piece, register_of, mask)
                      : builder.CreateShuffleVector(register_of, mask);
        for (unsigned lane = 0; lane < piece_; ++lane)
          if (mask[lane] != PoisonMaskElem)
            mask[lane] = static_cast<int>(lane);
      }
      pieces.push_back(piece);
    }
    return concatenateVectors(builder, pieces);
  }

  // Shuffles of shuffles that end where they began.
  static void takeWhole(LoadInst &kept) {
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
        const auto first = AccumulatorLoop::sourceOf(shuffle, 0);
        bool is_whole = first.first == &kept;
        for (unsigned lane = 1; lane < length && is_whole; ++lane)
          is_whole =
              AccumulatorLoop::sourceOf(shuffle, lane) == AccumulatorLoop::Source(&kept, first.second + lane);
        if (!is_whole || (shuffle->getOperand(0) == &kept && isa<UndefValue>(shuffle->getOperand(1))))
          continue;
        IRBuilder<> builder(shuffle);
        shuffle->replaceAllUsesWith(
            builder.CreateShuffleVector(&kept, createSequentialMask(first.second, length, 0)));
        replaced.push_back(shuffle);
      }
    RecursivelyDeleteTriviallyDeadInstructions(replaced);
  }

  Loop &loop_;
  LoadedElements &elements_;
  const SumsInMemory &sums_;
  SmallVector<IntrinsicInst *, 8> operations_;
  unsigned column_, piece_,
      lanes_; // the operand that differs between the sums; lanes of a register, of a warp
  const DataLayout &layout_;
  Loop *around_ = nullptr;        // in which sums go on
  SmallVector<Slot, 256> origin_; // of each element in the new order
  // Of vector and first lane of a piece.
  std::map<std::pair<unsigned, unsigned>, std::pair<LoadedElements::Place, AccumulatorLoop::Source>> columns_;
  SmallPtrSet<const Instruction *, 32> allowed_; // accesses that keep the new order
  SmallVector<std::pair<Places, SmallVector<Accesses, 4>>, 2> readers_;
};

class OrderLanesAsMemory : public PassInfoMixin<OrderLanesAsMemory> {
public:
  explicit OrderLanesAsMemory(VectorRegisters registers) : registers_(registers) {}

  PreservedAnalyses run(Function &function, FunctionAnalysisManager &analyses) {
    bool changed = false;
    for (Loop *loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder())
      if (loop->isInnermost() && loop->getNumBlocks() == 1 && loop->getParentLoop() &&
          loop->getLoopPreheader() && loop->getExitBlock())
        changed |= order(*loop, analyses.getResult<AAManager>(function));
    return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }

private:
  bool order(Loop &loop, AAResults &aliases) {
    SmallVector<PHINode *, 64> phis;
    for (PHINode &phi : loop.getHeader()->phis())
      if (addedProduct(loop, phi))
        phis.push_back(&phi);
    if (phis.size() < 2 || any_of(*loop.getHeader(), [](const Instruction &instruction) {
          return instruction.mayWriteToMemory();
        }))
      return false;
    const SumsInMemory sums = findSumsInMemory(loop, phis, aliases);
    // By the factor that they share, and by the operand that they do not share.
    MapVector<std::pair<Value *, unsigned>, SmallVector<IntrinsicInst *, 8>> groups;
    for (PHINode *phi : phis)
      if (sums.loads.contains(phi) && sums.stores.contains(phi))
        for (unsigned column : {0, 1}) {
          IntrinsicInst *product = addedProduct(loop, *phi);
          groups[{product->getArgOperand(1 - column), column}].push_back(product);
        }
    LoadedElements elements(*loop.getHeader());
    DenseSet<const IntrinsicInst *> ordered;
    for (auto &[key, group] : groups) {
      const unsigned lanes = lengthOf(group.front()),
                     piece = registers_.bits / group.front()->getType()->getScalarSizeInBits();
      if (group.size() >= 2 && piece != 0 && lanes % piece == 0 &&
          none_of(group, [&](const IntrinsicInst *product) { return ordered.contains(product); }) &&
          LaneOrderer(loop, elements, sums, group, key.second, piece).run())
        ordered.insert(group.begin(), group.end());
    }
    return !ordered.empty();
  }

  // The only thing that the loop does with a sum.
  static IntrinsicInst *addedProduct(const Loop &loop, const PHINode &sum) {
    auto *product = dyn_cast<IntrinsicInst>(sum.getIncomingValueForBlock(loop.getHeader()));
    const bool is_product =
        product && product->getIntrinsicID() == Intrinsic::fma && lengthOf(product) != 0 &&
        product->getParent() == loop.getHeader() && product->getArgOperand(2) == &sum && sum.hasOneUse() &&
        all_of(product->users(),
               [&](const User *user) { return user == &sum || !loop.contains(cast<Instruction>(user)); });
    return is_product ? product : nullptr;
  }

  VectorRegisters registers_;
};

} // namespace

void orderLanesAsMemory(const CompileJob &job, FunctionPassManager &passes) {
  passes.addPass(LoopSimplifyPass());
  passes.addPass(OrderLanesAsMemory(VectorRegisters::of(job)));
}

} // namespace raddle::vectorize
