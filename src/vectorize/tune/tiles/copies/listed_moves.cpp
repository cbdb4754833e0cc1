#include "vectorize/tune/tiles/copies/listed_moves.h"

#include "vectorize/prefetches.h"
#include "vectorize/tune/accumulators/element_sources.h"
#include "vectorize/widen/plan/address_parts.h"

#include <algorithm>
#include <map>
#include <tuple>

using namespace llvm;

namespace raddle::vectorize {

namespace {

constexpr std::uint64_t kMostWidth = 32; // bytes of one move: more than that takes some processors two
constexpr std::uint64_t kWordBytes = 8;

using Terms = MapVector<Value *, APInt>;

Value *sumOf(IRBuilder<> &builder, const Terms &terms, std::uint64_t constant, ListedMoves::Now now) {
  Value *sum = builder.getInt64(constant);
  for (const auto &[index, bytes] : terms)
    sum =
        builder.CreateAdd(sum, builder.CreateMul(builder.CreateSExtOrTrunc(now(index), builder.getInt64Ty()),
                                                 builder.getInt(bytes)));
  return sum;
}

} // namespace

bool ListedMoves::Shape::operator<(const Shape &other) const {
  return std::tie(source, target, element, moves) <
         std::tie(other.source, other.target, other.element, other.moves);
}

bool ListedMoves::find(ArrayRef<StoreInst *> stores, const Value &array, IsOfTile is_of_tile,
                       std::uint64_t iterations, std::uint64_t most) {
  iterations_ = iterations;
  if (stores.empty() ||
      !all_of(stores, [&](StoreInst *store) { return findMoves(*store, array, is_of_tile); }) ||
      !formGroups())
    return false;
  std::uint64_t moves = 0;
  for (const Group &group : groups_)
    moves += movesOf(group) * (group.pieces.size() / iterations_);
  return moves <= most;
}

bool ListedMoves::findMoves(StoreInst &store, const Value &array, IsOfTile is_of_tile) {
  const DataLayout &layout = store.getDataLayout();
  Type *type = store.getValueOperand()->getType();
  const Bytes bytes = layout.getTypeStoreSize(type->getScalarType()).getFixedValue();
  if (!store.isSimple() || !layout.typeSizeEqualsStoreSize(type->getScalarType()) || !isPowerOf2_64(bytes) ||
      bytes > kMostWidth)
    return false;
  auto split = [&](const AddressParts &parts) {
    Address address{parts.base, {}, {}};
    for (const auto &term : parts.bytes_of)
      (is_of_tile(term.first) ? address.of_tile : address.of_warp).insert(term);
    return address;
  };
  auto number = [](SmallVectorImpl<Address> &known, const Address &address) {
    auto *same = find_if(known, [&](const Address &other) {
      return other.base == address.base && areSameTerms(other.of_tile, address.of_tile) &&
             areSameTerms(other.of_warp, address.of_warp);
    });
    const auto index = static_cast<unsigned>(same - known.begin());
    if (same == known.end())
      known.push_back(address);
    return index;
  };
  const AddressParts place(*store.getPointerOperand(), layout);
  if (place.base != &array)
    return false;
  const unsigned target = number(targets_, split(place));
  for (unsigned lane = 0; lane < std::max(lengthOf(store.getValueOperand()), 1U); ++lane) {
    const auto [source, element] = sourceOf(store.getValueOperand(), lane);
    auto *load = dyn_cast_or_null<LoadInst>(source);
    // What a warp has for itself may be overwritten.
    if (!load || !load->isSimple() || isa<AllocaInst>(getUnderlyingObject(load->getPointerOperand())) ||
        layout.getTypeStoreSize(load->getType()->getScalarType()).getFixedValue() != bytes ||
        !layout.typeSizeEqualsStoreSize(load->getType()->getScalarType()))
      return false;
    auto [moves, is_new] = moves_.insert({{load, target}, Shape()});
    if (is_new) {
      const AddressParts parts(*load->getPointerOperand(), layout);
      Address address = split(parts);
      offsets_[load] = {std::move(address.of_warp), parts.constant};
      address.of_warp.clear();
      moves->second.source = number(sources_, address);
      moves->second.target = target;
      moves->second.element = bytes;
    }
    moves->second.moves.push_back(
        {element * bytes, place.constant.getSExtValue() + static_cast<std::int64_t>(lane * bytes)});
  }
  return true;
}

ListedMoves::Shape ListedMoves::shapeOf(const Shape &moves, std::size_t first, std::size_t number) {
  Shape shape{moves.source, moves.target, moves.element, {}};
  for (std::size_t i = first; i < first + number; ++i)
    shape.moves.push_back(
        {moves.moves[i].first - moves.moves[first].first, moves.moves[i].second - moves.moves[first].second});
  return shape;
}

// Each iteration shall have as many moves as any other.
bool ListedMoves::formGroups() {
  std::map<Shape, SmallVector<std::pair<LoadInst *, const Shape *>, 32>> loads;
  for (auto &[load, moves] : moves_) {
    llvm::sort(moves.moves);
    loads[shapeOf(moves, 0, moves.moves.size())].push_back({load.first, &moves});
  }
  for (const auto &[shape, alike] : loads) {
    // Halves, and halves of these, where they have one shape, until there is one for each iteration.
    std::uint64_t parts = 1;
    while (alike.size() * parts < iterations_) {
      const std::size_t length = shape.moves.size() / (2 * parts);
      const Shape first = shapeOf(shape, 0, length);
      for (std::size_t part = 0; part < 2 * parts; ++part)
        if (length == 0 || shape.moves.size() % (2 * parts) != 0 ||
            shapeOf(shape, part * length, length).moves != first.moves)
          return false;
      parts *= 2;
    }
    const std::size_t length = shape.moves.size() / parts;
    Group all{shapeOf(shape, 0, length), {}, 0};
    for (const auto &[load, moves] : alike)
      for (std::size_t part = 0; part < parts; ++part)
        all.pieces.push_back({load, moves->moves[part * length].first, moves->moves[part * length].second});
    if (all.pieces.size() % iterations_ != 0)
      return false;
    llvm::sort(all.pieces, [](const Piece &a, const Piece &b) { return a.to < b.to; });
    if (all.pieces.size() > 1)
      all.step = all.pieces[1].to - all.pieces[0].to;
    for (std::size_t i = 0; i < all.pieces.size(); ++i)
      if (all.pieces[i].to != all.pieces[0].to + all.step * static_cast<std::int64_t>(i))
        return false;
    // Places are not before the first one, so that all are within the array.
    for (const auto &[from, to] : all.shape.moves) {
      if (to < 0)
        return false;
      bytes_read_ = std::max(bytes_read_, from + shape.element);
      bytes_written_ =
          std::max(bytes_written_,
                   static_cast<Bytes>(to + all.step * static_cast<std::int64_t>(all.pieces.size() - 1)) +
                       shape.element);
    }
    groups_.push_back(std::move(all));
  }
  return true;
}

// Elements that lie next to each other here and there make one move.
ListedMoves::Bytes ListedMoves::widthOfMove(const Group &group, std::size_t first) const {
  const auto &moves = group.shape.moves;
  const Bytes element = group.shape.element;
  std::size_t length = 1;
  while (first + length < moves.size() && length * element < kMostWidth &&
         moves[first + length].first == moves[first].first + length * element &&
         moves[first + length].second == moves[first].second + static_cast<std::int64_t>(length * element))
    ++length;
  return llvm::bit_floor(length) * element;
}

std::uint64_t ListedMoves::movesOf(const Group &group) const {
  std::uint64_t moves = 0;
  for (std::size_t i = 0; i < group.shape.moves.size(); i += widthOfMove(group, i) / group.shape.element)
    ++moves;
  return moves;
}

std::uint64_t ListedMoves::offsets() const {
  std::uint64_t offsets = 0;
  for (const Group &group : groups_)
    offsets += group.pieces.size();
  return offsets;
}

SmallVector<const Value *, 64> ListedMoves::valuesOfWarp() const {
  SmallVector<const Value *, 64> values;
  for (const auto &[load, offset] : offsets_)
    for (const auto &[index, bytes] : offset.first)
      values.push_back(index);
  for (const Address &target : targets_)
    for (const auto &[index, bytes] : target.of_warp)
      values.push_back(index);
  return values;
}

ListedMoves::Values ListedMoves::computeOffsets(IRBuilder<> &builder, Now now) const {
  Values offsets;
  for (const Group &group : groups_)
    for (const Piece &piece : group.pieces) {
      const auto &[terms, constant] = offsets_.find(piece.load)->second;
      offsets.push_back(sumOf(builder, terms, constant.getZExtValue() + piece.from, now));
    }
  return offsets;
}

ListedMoves::Values ListedMoves::computePlaces(IRBuilder<> &builder, Now now) const {
  Values places;
  for (const Group &group : groups_) {
    const Address &target = targets_[group.shape.target];
    places.push_back(builder.CreateAdd(
        sumOf(builder, target.of_tile, 0, now),
        sumOf(builder, target.of_warp, static_cast<std::uint64_t>(group.pieces.front().to), now)));
  }
  return places;
}

ListedMoves::Values ListedMoves::computeBases(IRBuilder<> &builder, Now now) const {
  Values bases;
  for (const Group &group : groups_) {
    const Address &source = sources_[group.shape.source];
    bases.push_back(
        builder.CreatePtrAdd(now(const_cast<Value *>(source.base)), sumOf(builder, source.of_tile, 0, now)));
  }
  return bases;
}

void ListedMoves::emit(IRBuilder<> &builder, ArrayRef<Value *> bases, ArrayRef<Value *> prefetched,
                       ArrayRef<Value *> places, Value *offsets, Value *iteration) const {
  std::uint64_t listed = 0;
  for (auto [number, group] : enumerate(groups_)) {
    for (std::uint64_t done = 0; done < group.pieces.size(); done += iterations_) {
      Value *piece = builder.CreateAdd(iteration, builder.getInt64(done), "", true, true);
      Value *offset = builder.CreateLoad(
          builder.getInt64Ty(),
          builder.CreateInBoundsGEP(builder.getInt64Ty(), offsets,
                                    builder.CreateAdd(piece, builder.getInt64(listed), "", true, true)));
      Value *from = builder.CreatePtrAdd(bases[number], offset);
      if (prefetched[number])
        createPrefetch(builder, builder.CreatePtrAdd(prefetched[number], offset), CacheLevel::kSecond);
      Value *to = builder.CreatePtrAdd(
          places[number], builder.CreateMul(piece, builder.getInt64(static_cast<std::uint64_t>(group.step))));
      for (std::size_t i = 0; i < group.shape.moves.size();) {
        const Bytes width = widthOfMove(group, i), bytes = std::min<Bytes>(width, kWordBytes);
        Type *type = builder.getIntNTy(static_cast<unsigned>(8 * bytes));
        if (width > bytes)
          type = FixedVectorType::get(type, static_cast<unsigned>(width / bytes));
        auto [source, target] = group.shape.moves[i];
        Value *value = builder.CreateAlignedLoad(
            type, builder.CreateConstGEP1_64(builder.getInt8Ty(), from, source), Align(1));
        builder.CreateAlignedStore(
            value, builder.CreateConstGEP1_64(builder.getInt8Ty(), to, static_cast<std::uint64_t>(target)),
            Align(1));
        i += width / group.shape.element;
      }
    }
    listed += group.pieces.size();
  }
}

} // namespace raddle::vectorize
