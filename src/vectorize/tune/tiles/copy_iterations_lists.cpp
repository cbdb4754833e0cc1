// Where a turn moves what it has loaded, and does nothing else with it, it has a second form, which leaves that to others
// and lists it for all tiles of its warp at once; and the functions that do these moves.

#include "nvvm/markers.h"
#include "vectorize/tune/tiles/copy_iterations.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/ProfDataUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>

using namespace llvm;

namespace raddle::vectorize {

// Blocks of a turn that meets with no exception: from the first to the last one; none where that is not known.
SmallVector<BasicBlock *, 8> CopyIterations::usualWay() const {
  SmallVector<BasicBlock *, 8> way{header_};
  while (way.back() != latch_) {
    auto *branch = dyn_cast<BranchInst>(way.back()->getTerminator());
    std::uint64_t if_true = 0, if_false = 0;
    if (!branch || (branch->isConditional() && !extractBranchWeights(*branch, if_true, if_false)))
      return {};
    way.push_back(branch->getSuccessor(if_true < if_false ? 1 : 0));
    if (is_contained(ArrayRef(way).drop_back(), way.back()))
      return {};
  }
  return way;
}

bool CopyIterations::UsualWay::isOnCopy(const Value *value) const {
  auto *instruction = dyn_cast<Instruction>(value);
  return instruction && is_contained(copied, instruction->getParent());
}

// Where it is left the turn begins anew.
void CopyIterations::copyWay(UsualWay &way) {
  ValueToValueMapTy &copies = way.copies;
  for (BasicBlock *part : way.blocks) {
    BasicBlock *copy = CloneBasicBlock(part, copies, ".listed", &function_);
    copy->moveBefore(done_);
    for (PHINode &phi : part->phis()) {
      auto *copied_phi = cast<PHINode>(copies.lookup(&phi));
      if (part != header_) {
        Value *value = copied_phi->getIncomingValueForBlock(way.blocks[way.copied.size() - 1]);
        Value *known = copies.lookup(value);
        copies[&phi] = known ? known : value;
      }
      copied_phi->eraseFromParent();
    }
    for (Instruction &instruction : *copy)
      RemapInstruction(&instruction, copies, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
    way.copied.push_back(copy);
  }
  for (std::size_t i = 0; i + 1 < way.blocks.size(); ++i)
    for (Use &target : way.copied[i]->getTerminator()->operands())
      if (isa<BasicBlock>(target))
        target.set(target == way.blocks[i + 1] ? way.copied[i + 1] : header_);
}

void CopyIterations::findVarying(UsualWay &way) const {
  for (const auto &[value, field] : of_tile_)
    way.varying.insert(value);
  SmallVector<const BasicBlock *, 8> blocks{work_};
  append_range(blocks, way.copied);
  for (const BasicBlock *part : blocks)
    for (const Instruction &instruction : *part)
      if (any_of(instruction.operands(), [&](const Value *operand) { return way.varying.contains(operand); }))
        way.varying.insert(&instruction);
}

// Whether the way, and the list of offsets, is that of all tiles of a warp.
bool CopyIterations::isSameForAllTiles(const UsualWay &way) const {
  auto isOfWarp = [&](const Value *value) { return !way.varying.contains(value); };
  for (std::uint64_t group = 0; group < moves_->groups(); ++group)
    if (way.isOnCopy(moves_->baseOf(group)))
      return false;
  for (const BasicBlock *part : way.copied)
    if (auto *branch = cast<BranchInst>(part->getTerminator());
        branch->isConditional() && !isOfWarp(branch->getCondition()))
      return false;
  auto isInEnd = [&](const User *user) {
    const BasicBlock *home = cast<Instruction>(user)->getParent();
    return home == end_ || is_contained(behind_last_, home);
  };
  for (const BasicBlock *part : way.blocks)
    for (const Instruction &instruction : *part)
      if (any_of(instruction.users(), isInEnd) && !isOfWarp(way.copies.lookup(&instruction)))
        return false;
  return all_of(moves_->valuesOfWarp(), isOfWarp);
}

// Where a turn goes its usual way, and all that it writes has just been loaded, it has a second form that lists it, for
// all tiles of the warp at once.
void CopyIterations::listMoves(unsigned tiles, std::uint64_t iterations, std::uint64_t most_moves) {
  UsualWay way;
  way.blocks = usualWay();
  const TileLoop::Access &first = loop_.writers().front();
  array_ = dyn_cast<AllocaInst>(getUnderlyingObject(first.instruction->getOperand(first.operand)));
  if (way.blocks.empty() || !array_)
    return;
  copyWay(way);
  findVarying(way);
  SmallVector<StoreInst *, 16> stores;
  for (const TileLoop::Access &writer : loop_.writers()) {
    Value *copy = way.copies.lookup(writer.instruction);
    if (auto *store = dyn_cast_or_null<StoreInst>(copy);
        store && writer.operand == StoreInst::getPointerOperandIndex())
      stores.push_back(store);
  }
  auto isOfTile = [&](const Value *index) { return way.varying.contains(index) && !way.isOnCopy(index); };
  moves_.emplace();
  if (stores.size() != loop_.writers().size() ||
      !moves_->find(stores, *array_, isOfTile, iterations, most_moves)) {
    moves_.reset();
    for (BasicBlock *part : way.copied)
      part->dropAllReferences();
    for (BasicBlock *part : way.copied)
      part->eraseFromParent();
    return;
  }

  tiles_ = tiles;
  same_way_ = isSameForAllTiles(way);
  auto *number = Type::getInt64Ty(function_.getContext());
  may_list_ = field(Type::getInt1Ty(function_.getContext()));
  listed_ = field(number);
  auto array = [&](std::uint64_t length) {
    const std::uint64_t first_field = field(number);
    state_bytes_ = first_field + kEntryBytes * length;
    return first_field;
  };
  offsets_ = array(moves_->offsets() * (same_way_ ? 1 : tiles_));
  growths_ = array(moves_->groups());
  for (std::uint64_t *fields : {&places_, &bases_})
    *fields = array(moves_->groups() * tiles_);

  IRBuilder<> before(loop_.tiles().getLoopPreheader()->getTerminator());
  for (std::uint64_t group = 0; group < moves_->groups(); ++group) {
    Value *growth = nullptr;
    for (const Announcement &announcement : announced_)
      for (LoadInst *announced : announcement.loads)
        if (way.copies.lookup(announced) == moves_->loadOf(group))
          growth = announcement.growth;
    announced_groups_.push_back(growth);
    if (growth)
      store(before, growth, growths_ + kEntryBytes * group);
  }
  listTiles(way);
  announceAtOnce(way, stores);
  append_range(blocks_, way.copied);
  widenArray();
}

// Of one tile after the other: offsets, which may be those of all, then bases and places.
void CopyIterations::listTiles(UsualWay &way) {
  BasicBlock *first = way.copied.front(), *last = way.copied.back(), *tile = block("copy.list", done_),
             *end = same_way_ ? tile : block("copy.list.end", done_), *listed = block("copy.listed", done_);
  last->getTerminator()->eraseFromParent();
  work_->getTerminator()->eraseFromParent();
  IRBuilder<> builder(work_);
  DenseMap<std::uint64_t, PHINode *> now;
  for (const TileState &state : tile_state_) {
    Value *begin = load(builder, state.next->getType(), state.now);
    now[state.now] = PHINode::Create(begin->getType(), 2, "", tile);
    now[state.now]->addIncoming(begin, same_way_ ? last : work_);
  }
  auto *index = PHINode::Create(builder.getInt64Ty(), 2, "", tile);
  index->addIncoming(builder.getInt64(0), same_way_ ? last : work_);
  builder.CreateCondBr(load(builder, builder.getInt1Ty(), may_list_), same_way_ ? first : tile, header_);

  ValueToValueMapTy values;
  for (const auto &[value, field] : of_tile_)
    values[value] = now.lookup(field);
  for (const BasicBlock *part : way.blocks)
    for (const Instruction &instruction : *part)
      if (Value *copy = way.copies.lookup(&instruction))
        values[&instruction] = copy;
  auto ofTile = [&](Value *value) { return forTile(builder, value, values); };
  auto storeOffsets = [&](Value *list, ListedMoves::Now of) {
    auto *type = ArrayType::get(builder.getInt64Ty(), moves_->offsets());
    Value *place = builder.CreateInBoundsGEP(type, address(builder, offsets_), list);
    for (auto [number, offset] : enumerate(moves_->computeOffsets(builder, of)))
      builder.CreateStore(offset, builder.CreateConstInBoundsGEP1_64(builder.getInt64Ty(), place, number));
  };
  if (same_way_) {
    builder.SetInsertPoint(last);
    storeOffsets(builder.getInt64(0), [](Value *value) { return value; });
    builder.CreateBr(tile);
    builder.SetInsertPoint(tile);
  } else {
    builder.SetInsertPoint(tile);
    for (BasicBlock *part : way.copied)
      for (Instruction &instruction : *part)
        for (Use &operand : instruction.operands())
          operand.set(ofTile(operand));
    builder.CreateBr(first);
    leaveListing(way, *index, now);
    builder.SetInsertPoint(last);
    builder.CreateBr(end);
    builder.SetInsertPoint(end);
    storeOffsets(index, ofTile);
  }
  for (auto [group, base] : enumerate(moves_->computeBases(builder, ofTile)))
    builder.CreateStore(base, entry(builder, state_, bases_, index, group));
  for (auto [group, place] : enumerate(moves_->computePlaces(builder, ofTile)))
    builder.CreateStore(place, entry(builder, state_, places_, index, group));

  Value *number = builder.CreateAdd(index, builder.getInt64(1)), *place = nullptr;
  index->addIncoming(number, end);
  for (const TileState &state : tile_state_) {
    Value *next = ofTile(state.next);
    now[state.now]->addIncoming(next, end);
    if (state.now == place_)
      place = next;
  }
  goOnBehind(*listed, ofTile);
  Value *fits = builder.CreateICmpULT(place, load(builder, builder.getInt64Ty(), batch_end_));
  builder.CreateCondBr(builder.CreateAnd(ofTile(follows_next_), fits), tile, listed);
  builder.SetInsertPoint(listed);
  store(builder, number, listed_);
  builder.CreateBr(last_);
  blocks_.append({tile, listed});
  if (end != tile)
    blocks_.push_back(end);
}

// Other warps go on from what the last tile has left, be it listed or not.
void CopyIterations::goOnBehind(BasicBlock &listed, ListedMoves::Now now) {
  DenseMap<Value *, PHINode *> either;
  for (BasicBlock *part : behind_last_)
    for (Instruction &instruction : make_range(part->getFirstNonPHIIt(), part->end()))
      for (Use &operand : instruction.operands()) {
        Value *own = operand, *other = now(own);
        if (other == own)
          continue;
        PHINode *&phi = either[own];
        if (!phi) {
          phi = PHINode::Create(own->getType(), 2, "", last_->begin());
          phi->addIncoming(own, end_);
          phi->addIncoming(other, &listed);
        }
        operand.set(phi);
      }
}

// A tile that goes another way is not listed, and none behind it: a later turn begins with it, and does not list it.
void CopyIterations::leaveListing(UsualWay &way, PHINode &index,
                                  const DenseMap<std::uint64_t, PHINode *> &now) {
  auto *leave = block("copy.unusual", done_), *later = block("copy.later", done_);
  for (BasicBlock *part : way.copied)
    if (part != way.copied.back())
      part->getTerminator()->replaceSuccessorWith(header_, leave);
  IRBuilder<> builder(leave);
  builder.CreateCondBr(builder.CreateIsNull(&index), header_, later);
  builder.SetInsertPoint(later);
  for (const TileState &state : tile_state_)
    store(builder, now.lookup(state.now), state.now);
  store(builder, &index, listed_);
  store(builder, builder.getTrue(), begun_);
  builder.CreateBr(done_);
  blocks_.append({leave, later});
}

// What a turn, or its end, computes from the tile: from that of the list instead.
Value *CopyIterations::forTile(IRBuilder<> &builder, Value *value, ValueToValueMapTy &values) const {
  if (Value *known = values.lookup(value))
    return known;
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || (instruction->getParent() != work_ && instruction->getParent() != end_) ||
      isa<LoadInst>(instruction))
    return value;
  Instruction *copy = instruction->clone();
  for (Use &operand : copy->operands())
    operand.set(forTile(builder, operand, values));
  builder.Insert(copy);
  values[value] = copy;
  return copy;
}

// Of a group, in a field for each tile.
Value *CopyIterations::entry(IRBuilder<> &builder, Value *state, std::uint64_t fields, Value *tile,
                             std::uint64_t group) const {
  Value *first = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), state, fields + kEntryBytes * group);
  return builder.CreateInBoundsGEP(ArrayType::get(builder.getInt64Ty(), moves_->groups()), first, tile);
}

// Nobody needs lists of lines where moves are listed. Who moves for himself, as in the first batch of a block, announces
// them at once.
void CopyIterations::announceAtOnce(const UsualWay &way, ArrayRef<StoreInst *> listed) {
  SmallVector<StoreInst *, 32> dead(listed);
  for (StoreInst *line : lines_) {
    if (Value *copy = way.copies.lookup(line))
      dead.push_back(cast<StoreInst>(copy));
    IRBuilder<> builder(line);
    announceLine(builder, line->getValueOperand());
    dead.push_back(line);
  }
  for (StoreInst *store : dead) {
    Value *value = store->getValueOperand();
    store->eraseFromParent();
    RecursivelyDeleteTriviallyDeadInstructions(value);
  }
  entries_ = 0;
}

// By what nobody reads.
void CopyIterations::widenArray() {
  IRBuilder<> builder(array_);
  spare_ = layout_.getTypeAllocSize(array_->getAllocatedType()).getFixedValue();
  auto *array = builder.CreateAlloca(ArrayType::get(builder.getInt8Ty(), spare_ + moves_->bytesWritten()));
  array->takeName(array_);
  array->setAlignment(array_->getAlign());
  array_->replaceAllUsesWith(array);
  array_->eraseFromParent();
  array_ = array;
}

void CopyIterations::forgetMoves(IRBuilder<> &builder) const {
  if (moves_)
    store(builder, builder.getInt64(0), listed_);
}

void CopyIterations::mayList(IRBuilder<> &builder, bool may) const {
  if (moves_)
    store(builder, builder.getInt1(may), may_list_);
}

// Functions that do the moves.
void CopyIterations::createMoves(std::uint64_t iterations) {
  LLVMContext &context = function_.getContext();
  const Function &turn = *call_->getCalledFunction();
  auto create = [&](const Twine &name, ArrayRef<Type *> parameters) {
    auto *function =
        Function::Create(FunctionType::get(Type::getVoidTy(context), parameters, false),
                         GlobalValue::InternalLinkage, function_.getName() + name, function_.getParent());
    function->addFnAttrs(AttrBuilder(context, turn.getAttributes().getFnAttrs()));
    for (unsigned array : {0, 1}) {
      function->addParamAttr(array, Attribute::NoAlias);
      function->addParamAttr(array, Attribute::NoCapture);
    }
    return function;
  };
  auto *pointer = PointerType::getUnqual(context);
  auto *number = Type::getInt64Ty(context);
  moves_of_iteration_ = create(".move", {pointer, pointer, number, number});
  IRBuilder<> builder(BasicBlock::Create(context, "", moves_of_iteration_));
  Value *state = moves_of_iteration_->getArg(0), *tile = moves_of_iteration_->getArg(2);
  auto fieldAt = [&](std::uint64_t offset) {
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), state, offset);
  };
  // Where no tile is listed, something is copied once more, to where nobody reads it.
  Value *is_listed = builder.CreateICmpULT(tile, builder.CreateLoad(number, fieldAt(listed_)));
  Value *known = builder.CreateSelect(is_listed, tile, builder.getInt64(0));
  ListedMoves::Values bases, announced, places;
  for (std::uint64_t group = 0; group < moves_->groups(); ++group) {
    Value *base = builder.CreateLoad(pointer, entry(builder, state, bases_, known, group));
    bases.push_back(base);
    Value *growth = nullptr;
    if (announced_groups_[group])
      growth =
          builder.CreateLoad(announced_groups_[group]->getType(), fieldAt(growths_ + kEntryBytes * group));
    announced.push_back(growth ? builder.CreatePtrAdd(base, growth) : nullptr);
    Value *place = builder.CreateSelect(
        is_listed, builder.CreateLoad(number, entry(builder, state, places_, known, group)),
        builder.getInt64(spare_));
    places.push_back(builder.CreatePtrAdd(moves_of_iteration_->getArg(1), place));
  }
  Value *offsets = fieldAt(offsets_);
  if (!same_way_)
    offsets = builder.CreateInBoundsGEP(ArrayType::get(number, moves_->offsets()), offsets, known);
  moves_->emit(builder, bases, announced, places, offsets, moves_of_iteration_->getArg(3));
  builder.CreateRetVoid();

  // All iterations of the first tile, then those of the next one.
  all_moves_ = create(".moves", {pointer, pointer});
  auto *before = BasicBlock::Create(context, "", all_moves_),
       *body = BasicBlock::Create(context, "", all_moves_),
       *end = BasicBlock::Create(context, "", all_moves_);
  BranchInst::Create(body, before);
  builder.SetInsertPoint(body);
  PHINode *counter = builder.CreatePHI(number, 2);
  Value *all = builder.getInt64(iterations);
  builder.CreateCall(moves_of_iteration_,
                     {all_moves_->getArg(0), all_moves_->getArg(1), builder.CreateUDiv(counter, all),
                      builder.CreateURem(counter, all)});
  Value *next = builder.CreateAdd(counter, builder.getInt64(1));
  builder.CreateCondBr(builder.CreateICmpNE(next, builder.getInt64(iterations * tiles_)), body, end);
  counter->addIncoming(builder.getInt64(0), before);
  counter->addIncoming(next, body);
  ReturnInst::Create(context, end);
}

void CopyIterations::move(IRBuilder<> &builder) const {
  if (!moves_)
    return;
  CallInst *call = builder.CreateCall(all_moves_, {state_, array_});
  LLVMContext &context = function_.getContext();
  call->setMetadata(marker::kCopyMoves,
                    MDNode::get(context, {ValueAsMetadata::get(moves_of_iteration_),
                                          ConstantAsMetadata::get(builder.getInt32(tiles_))}));
}

unsigned tilesOfMoves(const CallInst &moves) {
  const MDNode *note = moves.getMetadata(marker::kCopyMoves);
  return static_cast<unsigned>(mdconst::extract<ConstantInt>(note->getOperand(1))->getZExtValue());
}

CallInst *moveInIteration(IRBuilder<> &builder, const CallInst &moves, unsigned tile, Value *iteration) {
  auto *note = cast<ValueAsMetadata>(moves.getMetadata(marker::kCopyMoves)->getOperand(0));
  auto *function = cast<Function>(note->getValue());
  return builder.CreateCall(
      function, {moves.getArgOperand(0), moves.getArgOperand(1), builder.getInt64(tile), iteration});
}

} // namespace raddle::vectorize
