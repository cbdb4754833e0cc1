#include "vectorize/tune/tiles/copies/deferred_moves.h"

#include "vectorize/tune/tiles/copies/usual_path.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Whether all tiles of a warp take this path, and have the same list of offsets.
bool isSameForAllTiles(const CopyRegion &region, const UsualPath &path, const ListedMoves &moves) {
  auto isOfWarp = [&](const Value *value) { return !path.varies(value); };
  for (std::uint64_t group = 0; group < moves.groups(); ++group)
    if (path.isOnCopy(moves.baseOf(group)))
      return false;
  for (const BasicBlock *part : path.copied())
    if (auto *branch = cast<BranchInst>(part->getTerminator());
        branch->isConditional() && !isOfWarp(branch->getCondition()))
      return false;
  auto isInEnd = [&](const User *user) {
    const BasicBlock *home = cast<Instruction>(user)->getParent();
    return home == region.end || is_contained(region.after_last_tile, home);
  };
  for (const BasicBlock *part : path.blocks())
    for (const Instruction &instruction : *part)
      if (any_of(instruction.users(), isInEnd) && !isOfWarp(path.copyOf(&instruction)))
        return false;
  return all_of(moves.valuesOfWarp(), isOfWarp);
}

// Where moves are listed, lists of lines are of no use. An iteration that moves by itself, as in the first batch of a
// block, prefetches at once.
void prefetchAtOnce(CopyRegion &region, const UsualPath &path, ArrayRef<StoreInst *> listed) {
  SmallVector<StoreInst *, 32> dead(listed);
  for (StoreInst *line : region.listed_lines) {
    if (Value *copy = path.copyOf(line))
      dead.push_back(cast<StoreInst>(copy));
    IRBuilder<> builder(line);
    prefetchIntoSecondLevel(builder, line->getValueOperand());
    dead.push_back(line);
  }
  for (StoreInst *store : dead) {
    Value *value = store->getValueOperand();
    store->eraseFromParent();
    RecursivelyDeleteTriviallyDeadInstructions(value);
  }
  region.entries_of_lines = 0;
}

// The array is followed by bytes that nothing reads.
void widenArray(DeferredMoves &deferred) {
  AllocaInst *old = deferred.array;
  IRBuilder<> builder(old);
  deferred.spare = old->getDataLayout().getTypeAllocSize(old->getAllocatedType()).getFixedValue();
  deferred.array = builder.CreateAlloca(
      ArrayType::get(builder.getInt8Ty(), deferred.spare + deferred.moves.bytesWritten()));
  deferred.array->takeName(old);
  deferred.array->setAlignment(old->getAlign());
  old->replaceAllUsesWith(deferred.array);
  old->eraseFromParent();
}

void addFields(DeferredMoves &deferred, CopyRegion &region, const UsualPath &path,
               const CopyPrefetches &prefetches) {
  CopyState &state = region.state;
  const ListedMoves &moves = deferred.moves;
  deferred.may_list = state.addField(Type::getInt1Ty(region.function.getContext()));
  deferred.listed = state.addField(Type::getInt64Ty(region.function.getContext()));
  deferred.offsets = state.addList(moves.offsets() * (deferred.is_same_for_all_tiles ? 1 : deferred.tiles));
  deferred.distances = state.addList(moves.groups());
  deferred.places = state.addList(moves.groups() * deferred.tiles);
  deferred.bases = state.addList(moves.groups() * deferred.tiles);
  for (std::uint64_t group = 0; group < moves.groups(); ++group)
    deferred.prefetch_distances.push_back(
        prefetches.distanceOf([&](LoadInst *load) { return path.copyOf(load) == moves.loadOf(group); }));
}

/// Writes the loop that lists the moves of one tile of the warp after the other.
class MoveLister {
public:
  MoveLister(CopyRegion &region, UsualPath &path, const DeferredMoves &deferred)
      : region_(region), path_(path), deferred_(deferred), is_same_(deferred.is_same_for_all_tiles),
        tile_(region.newBlock("copy.list", region.done)),
        end_(is_same_ ? tile_ : region.newBlock("copy.list.end", region.done)),
        listed_(region.newBlock("copy.listed", region.done)) {}

  void emit() {
    beginLoop();
    IRBuilder<> builder(tile_);
    if (is_same_)
      listOffsetsOnce();
    else
      listOffsetsForEachTile();
    builder.SetInsertPoint(end_);
    auto ofTile = [&](Value *value) { return forTile(builder, value); };
    if (!is_same_)
      listOffsets(builder, index_, ofTile);
    const ListedMoves &moves = deferred_.moves;
    for (auto [group, base] : enumerate(moves.computeBases(builder, ofTile)))
      builder.CreateStore(base, entry(builder, deferred_.bases, group));
    for (auto [group, place] : enumerate(moves.computePlaces(builder, ofTile)))
      builder.CreateStore(place, entry(builder, deferred_.places, group));
    endLoop(builder, ofTile);
    region_.blocks.append({tile_, listed_});
    if (end_ != tile_)
      region_.blocks.push_back(end_);
    append_range(region_.blocks, path_.copied());
  }

private:
  using TileValue = CopyRegion::TileValue;

  void beginLoop() {
    BasicBlock *first = path_.copied().front(), *last = path_.copied().back(), *work = region_.work;
    last->getTerminator()->eraseFromParent();
    work->getTerminator()->eraseFromParent();
    IRBuilder<> builder(work);
    BasicBlock *before = is_same_ ? last : work;
    for (const TileValue &value : region_.tile_values) {
      Value *begin = region_.state.load(builder, value.next->getType(), value.now);
      now_[value.now] = PHINode::Create(begin->getType(), 2, "", tile_);
      now_[value.now]->addIncoming(begin, before);
    }
    index_ = PHINode::Create(builder.getInt64Ty(), 2, "", tile_);
    index_->addIncoming(builder.getInt64(0), before);
    builder.CreateCondBr(region_.state.load(builder, builder.getInt1Ty(), deferred_.may_list),
                         is_same_ ? first : tile_, region_.header);
    for (const auto &[value, field] : region_.loaded_for_tile)
      values_[value] = now_.lookup(field);
    for (const BasicBlock *part : path_.blocks())
      for (const Instruction &instruction : *part)
        if (Value *copy = path_.copyOf(&instruction))
          values_[&instruction] = copy;
  }

  void listOffsets(IRBuilder<> &builder, Value *list, ListedMoves::Now now) const {
    auto *type = ArrayType::get(builder.getInt64Ty(), deferred_.moves.offsets());
    Value *place = builder.CreateInBoundsGEP(type, region_.state.address(builder, deferred_.offsets), list);
    for (auto [number, offset] : enumerate(deferred_.moves.computeOffsets(builder, now)))
      builder.CreateStore(offset, builder.CreateConstInBoundsGEP1_64(builder.getInt64Ty(), place, number));
  }

  void listOffsetsOnce() const {
    IRBuilder<> builder(path_.copied().back());
    listOffsets(builder, builder.getInt64(0), [](Value *value) { return value; });
    builder.CreateBr(tile_);
  }

  void listOffsetsForEachTile() {
    IRBuilder<> builder(tile_);
    for (BasicBlock *part : path_.copied())
      for (Instruction &instruction : *part)
        for (Use &operand : instruction.operands())
          operand.set(forTile(builder, operand));
    builder.CreateBr(path_.copied().front());
    leaveListing();
    BranchInst::Create(end_, path_.copied().back());
  }

  // A tile that takes another path is not listed, and none after it: a later iteration begins with it, and does not list it.
  void leaveListing() {
    CopyRegion &region = region_;
    auto *leave = region.newBlock("copy.unusual", region.done),
         *later = region.newBlock("copy.later", region.done);
    for (BasicBlock *part : path_.copied().drop_back())
      part->getTerminator()->replaceSuccessorWith(region.header, leave);
    IRBuilder<> builder(leave);
    builder.CreateCondBr(builder.CreateIsNull(index_), region.header, later);
    builder.SetInsertPoint(later);
    for (const TileValue &value : region.tile_values)
      region.state.store(builder, now_.lookup(value.now), value.now);
    region.state.store(builder, index_, deferred_.listed);
    region.state.store(builder, builder.getTrue(), region.begun);
    builder.CreateBr(region.done);
    region.blocks.append({leave, later});
  }

  void endLoop(IRBuilder<> &builder, ListedMoves::Now ofTile) {
    Value *number = builder.CreateAdd(index_, builder.getInt64(1)), *place = nullptr;
    index_->addIncoming(number, end_);
    for (const TileValue &value : region_.tile_values) {
      Value *next = ofTile(value.next);
      now_[value.now]->addIncoming(next, end_);
      if (value.now == region_.place)
        place = next;
    }
    continueAfterListing(ofTile);
    Value *fits =
        builder.CreateICmpULT(place, region_.state.load(builder, builder.getInt64Ty(), region_.batch_end));
    builder.CreateCondBr(builder.CreateAnd(ofTile(region_.follows_next), fits), tile_, listed_);
    builder.SetInsertPoint(listed_);
    region_.state.store(builder, number, deferred_.listed);
    builder.CreateBr(region_.last_tile);
  }

  // Other warps go on from what the last tile has left, be it listed or not.
  void continueAfterListing(ListedMoves::Now now) {
    DenseMap<Value *, PHINode *> either;
    for (BasicBlock *part : region_.after_last_tile)
      for (Instruction &instruction : make_range(part->getFirstNonPHIIt(), part->end()))
        for (Use &operand : instruction.operands()) {
          Value *own = operand, *other = now(own);
          if (other == own)
            continue;
          PHINode *&phi = either[own];
          if (!phi) {
            phi = PHINode::Create(own->getType(), 2, "", region_.last_tile->begin());
            phi->addIncoming(own, region_.end);
            phi->addIncoming(other, listed_);
          }
          operand.set(phi);
        }
  }

  // What an iteration, or its end, computes from its tile is computed from the tile of the list instead.
  Value *forTile(IRBuilder<> &builder, Value *value) {
    if (Value *known = values_.lookup(value))
      return known;
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction ||
        (instruction->getParent() != region_.work && instruction->getParent() != region_.end) ||
        isa<LoadInst>(instruction))
      return value;
    Instruction *copy = instruction->clone();
    for (Use &operand : copy->operands())
      operand.set(forTile(builder, operand));
    builder.Insert(copy);
    values_[value] = copy;
    return copy;
  }

  Value *entry(IRBuilder<> &builder, DeferredMoves::Field list, std::uint64_t group) const {
    return deferred_.entry(builder, region_.state.memory(), list, index_, group);
  }

  CopyRegion &region_;
  UsualPath &path_;
  const DeferredMoves &deferred_;
  bool is_same_;
  BasicBlock *tile_, *end_, *listed_; // the loop's first and last block, and what comes after it
  PHINode *index_ = nullptr;          // of the tile in the lists
  DenseMap<CopyState::Field, PHINode *> now_;
  ValueToValueMapTy values_; // instead of a value that depends on the tile
};

} // namespace

Value *DeferredMoves::entry(IRBuilder<> &builder, Value *state, Field list, Value *tile,
                            std::uint64_t group) const {
  Value *first =
      builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), state, list + CopyState::kEntryBytes * group);
  return builder.CreateInBoundsGEP(ArrayType::get(builder.getInt64Ty(), moves.groups()), first, tile);
}

std::optional<DeferredMoves> deferMoves(const TileLoop &loop, CopyRegion &region,
                                        const CopyPrefetches &prefetches, unsigned tiles,
                                        std::uint64_t iterations, std::uint64_t most_moves) {
  DeferredMoves deferred;
  deferred.array = dyn_cast<AllocaInst>(getUnderlyingObject(loop.writers().front().address()));
  deferred.tiles = tiles;
  UsualPath path(region);
  if (!deferred.array || !path.copy())
    return std::nullopt;
  SmallVector<StoreInst *, 16> stores;
  for (const TileAccess &writer : loop.writers())
    if (auto *store = dyn_cast_or_null<StoreInst>(path.copyOf(writer.instruction)))
      stores.push_back(store);
  auto isOfTile = [&](const Value *index) { return path.varies(index) && !path.isOnCopy(index); };
  if (stores.size() != loop.writers().size() ||
      !deferred.moves.find(stores, *deferred.array, isOfTile, iterations, most_moves)) {
    path.erase();
    return std::nullopt;
  }
  deferred.is_same_for_all_tiles = isSameForAllTiles(region, path, deferred.moves);
  addFields(deferred, region, path, prefetches);
  IRBuilder<> before_tiles(loop.tiles().getLoopPreheader()->getTerminator());
  for (auto [group, distance] : enumerate(deferred.prefetch_distances))
    if (distance)
      region.state.store(before_tiles, distance, deferred.distances + CopyState::kEntryBytes * group);
  MoveLister(region, path, deferred).emit();
  prefetchAtOnce(region, path, stores);
  widenArray(deferred);
  return deferred;
}

} // namespace raddle::vectorize
