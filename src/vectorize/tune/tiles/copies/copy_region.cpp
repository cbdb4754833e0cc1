#include "vectorize/tune/tiles/copies/copy_region.h"

using namespace llvm;

namespace raddle::vectorize {

CopyRegion::CopyRegion(const TileLoop &loop, Loop &copying, BranchInst &leaves)
    : function(*copying.getHeader()->getParent()), state(function), before(copying.getLoopPreheader()),
      header(copying.getHeader()), latch(copying.getLoopLatch()), exit(copying.getExitBlock()),
      check(newBlock("copy.check", header)), work(newBlock("copy.work", header)),
      done(newBlock("copy.done", exit)), loop_(loop), copying_(copying), leaves_(leaves) {}

BasicBlock *CopyRegion::newBlock(const Twine &name, BasicBlock *before_it) const {
  return BasicBlock::Create(function.getContext(), name, &function, before_it);
}

void CopyRegion::storeBoth(IRBuilder<> &builder, const TileValue &tile_value, Value *value) const {
  for (Field field : {tile_value.now, tile_value.first})
    state.store(builder, value, field);
}

// The value is loaded where the iteration begins.
Value *CopyRegion::fromState(Type *type, Field field) {
  IRBuilder<> builder(work->getTerminator());
  Value *value = state.load(builder, type, field);
  if (field == place || field == number ||
      any_of(tile_phis, [&](const auto &phi) { return phi.second == field; }))
    loaded_for_tile[value] = field;
  return in_iteration_[value] = value;
}

// An address in an array of the function, at a known place.
bool CopyRegion::isInArray(const Value *value) const {
  auto *element = dyn_cast<GetElementPtrInst>(value);
  return element && element->hasAllConstantIndices() &&
         isa<AllocaInst>(element->getPointerOperand()->stripInBoundsConstantOffsets());
}

// What an iteration has instead of a value of the function: a copy in the state, or computed for the tile that it fills.
Value *CopyRegion::inIteration(Value *value) {
  if (!isa<Instruction, Argument>(value))
    return value;
  if (Value *known = in_iteration_.lookup(value))
    return known;
  // Arrays become arguments, so that no other function learns their addresses.
  auto *instruction = dyn_cast<Instruction>(value);
  if (instruction && (copying_.contains(instruction) || isa<AllocaInst>(instruction)))
    return value;
  const bool is_of_tile = instruction && loop_.tiles().contains(instruction);
  if (!is_of_tile && !isInArray(value)) {
    const Field field = state.addField(value->getType());
    IRBuilder<> before_tiles(loop_.tiles().getLoopPreheader()->getTerminator());
    state.store(before_tiles, value, field);
    return in_iteration_[value] = fromState(value->getType(), field);
  }
  if (auto *phi = dyn_cast<PHINode>(instruction)) {
    tile_phis[phi] = state.addField(phi->getType());
    return in_iteration_[value] = fromState(phi->getType(), tile_phis[phi]);
  }
  Instruction *copy = instruction->clone();
  for (Use &operand : copy->operands())
    operand.set(inIteration(operand));
  copy->insertBefore(work->getTerminator()->getIterator());
  return in_iteration_[value] = in_iteration_[copy] = copy;
}

void CopyRegion::addTileValue(Field now, Value *next) {
  tile_values.push_back({now, state.addField(next->getType()), next});
}

void CopyRegion::emit(const CopyPrefetches &prefetches, std::uint64_t entries, std::uint64_t bytes) {
  auto *number_type = Type::getInt64Ty(function.getContext());
  entries_of_lines = entries;
  lines = state.addList(entries);
  for (Field *field : {&place, &number, &batch_end, &ready})
    *field = state.addField(number_type);
  for (Field *flag : {&follows, &begun})
    *flag = state.addField(Type::getInt1Ty(function.getContext()));
  BranchInst::Create(header, work);
  Value *to = fromState(number_type, place);
  for (const TileAccess &writer : loop_.writers())
    writer.moveBy(to);
  listed_lines = prefetches.list(state, lines, [&] { return fromState(number_type, number); });
  for (PHINode &phi : header->phis()) {
    warp_phis[&phi] = state.addField(phi.getType());
    in_iteration_[&phi] = fromState(phi.getType(), warp_phis[&phi]);
  }
  for (BasicBlock *part : copying_.blocks())
    for (Instruction &instruction : *part)
      if (!isa<PHINode>(instruction) || part != header)
        for (Use &operand : instruction.operands())
          operand.set(inIteration(operand));
  emitEnd(bytes);
}

// The next iteration is that of the same warp for the next tile, or that of the next warp for the first one.
void CopyRegion::emitEnd(std::uint64_t bytes) {
  end = newBlock("copy.end", done);
  BasicBlock *next_tile = newBlock("copy.next.tile", done);
  last_tile = newBlock("copy.last.tile", done);
  BasicBlock *next_warp = newBlock("copy.next.warp", done), *last_warp = newBlock("copy.last.warp", done);
  auto *back = cast<BranchInst>(latch->getTerminator());
  Value *goes_back = back->getCondition();
  const bool if_true = back->getSuccessor(0) == header;
  back->eraseFromParent();
  BranchInst::Create(end, latch);

  IRBuilder<> builder(end);
  addTileValue(number, builder.CreateAdd(fromState(builder.getInt64Ty(), number), builder.getInt64(1)));
  Value *next_place = builder.CreateAdd(fromState(builder.getInt64Ty(), place), builder.getInt64(bytes));
  addTileValue(place, next_place);
  // The counter may be of no use but to say whether another tile follows. Computing one may add others.
  follows_next = inIteration(leaves_.getCondition());
  for (std::size_t i = 0; i < tile_phis.size(); ++i) {
    auto [phi, now] = *(tile_phis.begin() + static_cast<std::ptrdiff_t>(i));
    addTileValue(now, inIteration(phi->getIncomingValueForBlock(loop_.tiles().getLoopLatch())));
  }
  if (!loop_.tiles().contains(leaves_.getSuccessor(0)))
    follows_next = builder.CreateNot(follows_next);
  Value *fits = builder.CreateICmpULT(next_place, state.load(builder, builder.getInt64Ty(), batch_end));
  builder.CreateCondBr(builder.CreateAnd(follows_next, fits), next_tile, last_tile);
  builder.SetInsertPoint(last_tile);
  builder.CreateCondBr(goes_back, if_true ? next_warp : last_warp, if_true ? last_warp : next_warp);
  emitNextTile(*next_tile);
  emitNextWarp(*next_warp);
  emitNextBatch(*last_warp);

  after_last_tile = {last_tile, next_warp, last_warp};
  blocks = {check, work};
  append_range(blocks, copying_.blocks());
  blocks.append({end, next_tile, last_tile, next_warp, last_warp, done});
}

void CopyRegion::emitNextTile(BasicBlock &block) {
  IRBuilder<> builder(&block);
  for (const TileValue &tile_value : tile_values)
    state.store(builder, tile_value.next, tile_value.now);
  state.store(builder, builder.getTrue(), begun);
  builder.CreateBr(done);
}

void CopyRegion::emitNextWarp(BasicBlock &block) {
  IRBuilder<> builder(&block);
  for (const TileValue &tile_value : tile_values)
    state.store(builder, state.load(builder, tile_value.next->getType(), tile_value.first), tile_value.now);
  for (auto [phi, field] : warp_phis)
    state.store(builder, inIteration(phi->getIncomingValueForBlock(latch)), field);
  state.store(builder, builder.getTrue(), begun);
  builder.CreateBr(done);
}

void CopyRegion::emitNextBatch(BasicBlock &block) {
  IRBuilder<> builder(&block);
  const TileValue &numbers = tile_values.front();
  Value *first = state.load(builder, builder.getInt64Ty(), numbers.first);
  state.store(builder, builder.CreateSub(numbers.next, first), ready);
  for (const TileValue &tile_value : tile_values)
    storeBoth(builder, tile_value, tile_value.next);
  for (auto [phi, field] : warp_phis)
    state.store(builder, inIteration(phi->getIncomingValueForBlock(before)), field);
  state.store(builder, follows_next, follows);
  state.store(builder, builder.getFalse(), begun);
  builder.CreateBr(done);
}

} // namespace raddle::vectorize
