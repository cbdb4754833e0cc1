#include "vectorize/tune/tiles/copy_iterations.h"

#include "nvvm/markers.h"
#include "vectorize/prefetches.h"
#include "vectorize/tune/tiles/growth.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/CodeExtractor.h>

#include <algorithm>
#include <map>

using namespace llvm;

namespace raddle::vectorize {

namespace {

constexpr std::uint64_t kLineBytes = 64;

// May be computed where the program would not.
bool isHarmless(const Instruction &instruction) {
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction))
    return isSafeToSpeculativelyExecute(intrinsic) && !intrinsic->mayReadOrWriteMemory();
  return isa<BinaryOperator, UnaryOperator, CastInst, CmpInst, SelectInst, GetElementPtrInst, FreezeInst,
             InsertElementInst, ExtractElementInst, ShuffleVectorInst>(instruction) &&
         !instruction.isIntDivRem();
}

} // namespace

CopyIterations::CopyIterations(const TileLoop &loop, LoopInfo &loops, DominatorTree &dominators)
    : loop_(loop), loops_(loops), dominators_(dominators), function_(*loop.tiles().getHeader()->getParent()),
      layout_(function_.getDataLayout()) {}

bool CopyIterations::find() {
  for (const TileLoop::Access &writer : loop_.writers()) {
    Loop *home = loops_.getLoopFor(writer.instruction->getParent());
    while (home && home->getParentLoop() != &loop_.tiles())
      home = home->getParentLoop();
    if (!home || (copying_ && home != copying_))
      return false;
    copying_ = home;
  }
  const BasicBlock *latch = copying_->getLoopLatch();
  if (!copying_->isLoopSimplifyForm() || copying_->getExitingBlock() != latch || !copying_->getExitBlock() ||
      !copying_->getExitBlock()->phis().empty() ||
      !dominators_.dominates(copying_->getHeader(), loop_.warps().getLoopPreheader()))
    return false;
  for (const PHINode &phi : copying_->getHeader()->phis())
    if (!isOutside(phi.getIncomingValueForBlock(copying_->getLoopPreheader())))
      return false;
  for (const BasicBlock *block : copying_->blocks())
    for (const Instruction &instruction : *block)
      for (const Value *operand : instruction.operands())
        if (auto *input = dyn_cast<Instruction>(operand);
            input && !copying_->contains(input) && !isComputable(input))
          return false;
  leaves_ = cast<BranchInst>(loop_.tiles().getExitingBlock()->getTerminator());
  return isComputable(leaves_->getCondition());
}

bool CopyIterations::isOutside(const Value *value) const {
  auto *instruction = dyn_cast<Instruction>(value);
  return !instruction || !loop_.tiles().contains(instruction);
}

// For a later tile, from the one before.
bool CopyIterations::isComputable(const Value *value) {
  if (isOutside(value) || computable_.contains(value))
    return true;
  auto *instruction = cast<Instruction>(value);
  if (copying_->contains(instruction) || loop_.warps().contains(instruction))
    return false;
  if (auto *phi = dyn_cast<PHINode>(instruction)) {
    if (phi->getParent() != loop_.tiles().getHeader())
      return false;
    computable_.insert(phi);
    return isComputable(phi->getIncomingValueForBlock(loop_.tiles().getLoopLatch()));
  }
  if (!isHarmless(*instruction) ||
      !all_of(instruction->operands(), [&](const Value *operand) { return isComputable(operand); }))
    return false;
  computable_.insert(value);
  return true;
}

void CopyIterations::announce(std::uint64_t tiles) {
  Growth growth(loop_.tiles());
  std::map<std::pair<const BasicBlock *, std::uint64_t>, std::size_t> open; // groups that want more loads
  for (BasicBlock *block : copying_->blocks())
    for (Instruction &instruction : *block) {
      auto *load = dyn_cast<LoadInst>(&instruction);
      if (!load || !load->isSimple() || isa<AllocaInst>(getUnderlyingObject(load->getPointerOperand())))
        continue;
      Value *grows = growth.of(load->getPointerOperand());
      if (!grows || Growth::isNone(grows))
        continue;
      // Of loads that find their line again for the next tile, each tile announces another one.
      auto *constant = dyn_cast<ConstantInt>(grows);
      const std::uint64_t bytes = constant ? constant->getZExtValue() : kLineBytes;
      const std::uint64_t tiles_of_line =
          bytes < kLineBytes && kLineBytes % bytes == 0 ? kLineBytes / bytes : 1;
      auto [place, is_new] = open.insert({{block, tiles_of_line}, announced_.size()});
      if (is_new)
        announced_.push_back({{}, growth.in(tiles, grows), divideCeil(bytesOf(*load), kLineBytes)});
      Announcement &group = announced_[place->second];
      group.loads.push_back(load);
      group.lines = std::max(group.lines, divideCeil(bytesOf(*load), kLineBytes));
      if (group.loads.size() == tiles_of_line)
        open.erase(place);
    }
}

std::uint64_t CopyIterations::announcedLines() const {
  std::uint64_t lines = 0;
  for (const Announcement &group : announced_)
    lines += group.lines;
  return lines;
}

// Each has its own place; where one is not performed, an old address stays there.
void CopyIterations::listLines() {
  std::uint64_t listed = 0;
  for (const Announcement &group : announced_) {
    IRBuilder<> builder(group.loads.back());
    Value *address = group.loads.front()->getPointerOperand();
    if (group.loads.size() > 1) {
      Value *number = fromState(builder.getInt64Ty(), number_);
      for (std::size_t i = 1; i < group.loads.size(); ++i) {
        Value *turn = builder.CreateURem(number, builder.getInt64(group.loads.size()));
        address = builder.CreateSelect(builder.CreateICmpEQ(turn, builder.getInt64(i)),
                                       group.loads[i]->getPointerOperand(), address);
      }
    }
    address = builder.CreatePtrAdd(address, group.growth);
    for (std::uint64_t line = 0; line < group.lines; ++line)
      lines_.push_back(store(builder,
                             builder.CreateConstGEP1_64(builder.getInt8Ty(), address, line * kLineBytes),
                             kEntryBytes * listed++));
  }
}

std::uint64_t CopyIterations::bytesOf(const LoadInst &load) const {
  return layout_.getTypeStoreSize(load.getType()).getFixedValue();
}

std::uint64_t CopyIterations::field(Type *type) {
  const std::uint64_t align = layout_.getPrefTypeAlign(type).value();
  const std::uint64_t offset = alignTo(state_bytes_, align);
  state_bytes_ = offset + layout_.getTypeStoreSize(type).getFixedValue();
  state_align_ = std::max(state_align_, align);
  return offset;
}

Value *CopyIterations::address(IRBuilder<> &builder, std::uint64_t offset) const {
  return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), state_, offset);
}

Value *CopyIterations::load(IRBuilder<> &builder, Type *type, std::uint64_t offset) const {
  return builder.CreateAlignedLoad(type, address(builder, offset), layout_.getPrefTypeAlign(type));
}

StoreInst *CopyIterations::store(IRBuilder<> &builder, Value *value, std::uint64_t offset) const {
  return builder.CreateAlignedStore(value, address(builder, offset),
                                    layout_.getPrefTypeAlign(value->getType()));
}

// At its beginning.
Value *CopyIterations::fromState(Type *type, std::uint64_t offset) {
  IRBuilder<> builder(work_->getTerminator());
  Value *value = load(builder, type, offset);
  if (offset == place_ || offset == number_ ||
      any_of(tile_phis_, [&](const auto &phi) { return phi.second == offset; }))
    of_tile_[value] = offset;
  return in_turn_[value] = value;
}

// What a turn has instead of a value of the function: a copy in the state, or computed for the tile that it fills.
Value *CopyIterations::inTurn(Value *value) {
  if (!isa<Instruction, Argument>(value))
    return value;
  if (Value *known = in_turn_.lookup(value))
    return known;
  // Arrays become arguments, so that nobody else learns their addresses.
  auto *instruction = dyn_cast<Instruction>(value);
  if (instruction && (copying_->contains(instruction) || isa<AllocaInst>(instruction)))
    return value;
  auto is_in_array = [&] { // at a known place
    auto *element = dyn_cast_or_null<GetElementPtrInst>(instruction);
    return element && element->hasAllConstantIndices() &&
           isa<AllocaInst>(element->getPointerOperand()->stripInBoundsConstantOffsets());
  };
  if (isOutside(value) && !is_in_array()) {
    const std::uint64_t offset = field(value->getType());
    IRBuilder<> before(loop_.tiles().getLoopPreheader()->getTerminator());
    store(before, value, offset);
    return in_turn_[value] = fromState(value->getType(), offset);
  }
  if (auto *phi = dyn_cast<PHINode>(instruction)) {
    tile_phis_[phi] = field(phi->getType());
    return in_turn_[value] = fromState(phi->getType(), tile_phis_[phi]);
  }
  Instruction *copy = instruction->clone();
  for (Use &operand : copy->operands())
    operand.set(inTurn(operand));
  copy->insertBefore(work_->getTerminator()->getIterator());
  return in_turn_[value] = in_turn_[copy] = copy;
}

BasicBlock *CopyIterations::block(const Twine &name, BasicBlock *in_front_of) const {
  return BasicBlock::Create(function_.getContext(), name, &function_, in_front_of);
}

// What the writers write comes to the place that the state names.
void CopyIterations::writeTo(Value *place) {
  for (const TileLoop::Access &writer : loop_.writers()) {
    IRBuilder<> builder(writer.instruction);
    writer.instruction->setOperand(
        writer.operand,
        builder.CreateGEP(builder.getInt8Ty(), writer.instruction->getOperand(writer.operand), place));
  }
}

void CopyIterations::advance(std::uint64_t now, Value *next) {
  tile_state_.push_back({now, field(next->getType()), next});
}

// As the loop was, but for where its values come from.
void CopyIterations::emitTurn(std::uint64_t bytes, unsigned tiles, std::uint64_t iterations,
                              std::uint64_t most_moves) {
  BranchInst::Create(header_, work_);
  writeTo(fromState(Type::getInt64Ty(function_.getContext()), place_));
  listLines();
  for (PHINode &phi : header_->phis()) {
    warp_phis_[&phi] = field(phi.getType());
    in_turn_[&phi] = fromState(phi.getType(), warp_phis_[&phi]);
  }
  for (BasicBlock *part : copying_->blocks())
    for (Instruction &instruction : *part) {
      if (isa<PHINode>(instruction) && part == header_)
        continue;
      for (Use &operand : instruction.operands())
        operand.set(inTurn(operand));
    }
  emitEndOfTurn(bytes);
  if (most_moves != 0)
    listMoves(tiles, iterations, most_moves);
  IRBuilder<> builder(check_);
  forgetMoves(builder);
  Value *fits = builder.CreateICmpULT(load(builder, builder.getInt64Ty(), place_),
                                      load(builder, builder.getInt64Ty(), batch_end_));
  builder.CreateCondBr(builder.CreateAnd(load(builder, builder.getInt1Ty(), follows_), fits), work_, done_);
}

// The next turn is that of the same warp for the next tile, or that of the next warp for the first one.
void CopyIterations::emitEndOfTurn(std::uint64_t bytes) {
  BasicBlock *end = block("copy.end", done_), *again = block("copy.next.tile", done_),
             *last = block("copy.last.tile", done_), *more = block("copy.next.warp", done_),
             *over = block("copy.last.warp", done_);
  auto *back = cast<BranchInst>(latch_->getTerminator());
  Value *goes_back = back->getCondition();
  const bool if_true = back->getSuccessor(0) == header_;
  back->eraseFromParent();
  BranchInst::Create(end, latch_);

  IRBuilder<> builder(end);
  advance(number_, builder.CreateAdd(fromState(builder.getInt64Ty(), number_), builder.getInt64(1)));
  Value *place = builder.CreateAdd(fromState(builder.getInt64Ty(), place_), builder.getInt64(bytes));
  advance(place_, place);
  // The counter may be of no use but to say whether another tile follows. Computing one may add others.
  Value *follows = inTurn(leaves_->getCondition());
  for (std::size_t i = 0; i < tile_phis_.size(); ++i) {
    auto [phi, now] = *(tile_phis_.begin() + static_cast<std::ptrdiff_t>(i));
    advance(now, inTurn(phi->getIncomingValueForBlock(loop_.tiles().getLoopLatch())));
  }
  if (!loop_.tiles().contains(leaves_->getSuccessor(0)))
    follows = builder.CreateNot(follows);
  Value *fits = builder.CreateICmpULT(place, load(builder, builder.getInt64Ty(), batch_end_));
  builder.CreateCondBr(builder.CreateAnd(follows, fits), again, last);
  builder.SetInsertPoint(last);
  builder.CreateCondBr(goes_back, if_true ? more : over, if_true ? over : more);

  builder.SetInsertPoint(again);
  for (const TileState &state : tile_state_)
    store(builder, state.next, state.now);
  store(builder, builder.getTrue(), begun_);
  builder.CreateBr(done_);

  builder.SetInsertPoint(more);
  for (const TileState &state : tile_state_)
    store(builder, load(builder, state.next->getType(), state.first), state.now);
  for (auto [phi, offset] : warp_phis_)
    store(builder, inTurn(phi->getIncomingValueForBlock(latch_)), offset);
  store(builder, builder.getTrue(), begun_);
  builder.CreateBr(done_);

  builder.SetInsertPoint(over);
  Value *first = load(builder, builder.getInt64Ty(), tile_state_.front().first);
  store(builder, builder.CreateSub(tile_state_.front().next, first), ready_);
  for (const TileState &state : tile_state_)
    for (std::uint64_t offset : {state.now, state.first})
      store(builder, state.next, offset);
  for (auto [phi, offset] : warp_phis_)
    store(builder, inTurn(phi->getIncomingValueForBlock(before_)), offset);
  store(builder, follows, follows_);
  store(builder, builder.getFalse(), begun_);
  builder.CreateBr(done_);

  follows_next_ = follows;
  end_ = end;
  last_ = last;
  behind_last_ = {last, more, over};
  blocks_ = {check_, work_};
  append_range(blocks_, copying_->blocks());
  blocks_.append({end, again, last, more, over, done_});
}

void CopyIterations::beginTiles() {
  IRBuilder<> builder(loop_.tiles().getLoopPreheader()->getTerminator());
  for (std::uint64_t offset : {ready_, tile_state_.front().now, tile_state_.front().first})
    store(builder, builder.getInt64(0), offset);
  store(builder, builder.getFalse(), begun_);
  // Where no line is known yet, an address that does no harm.
  for (std::uint64_t i = 0; i < entries_; ++i)
    store(builder, function_.getArg(0), i * kEntryBytes);
  if (moves_) {
    auto *type = ArrayType::get(builder.getInt8Ty(), moves_->bytesRead());
    auto *nothing = new GlobalVariable(*function_.getParent(), type, true, GlobalValue::PrivateLinkage,
                                       Constant::getNullValue(type), "nothing");
    for (std::uint64_t i = 0; i < moves_->offsets(); ++i)
      store(builder, builder.getInt64(0), offsets_ + kEntryBytes * i);
    for (std::uint64_t group = 0; group < moves_->groups(); ++group)
      store(builder, nothing, bases_ + kEntryBytes * group);
    mayList(builder, true);
    forgetMoves(builder);
  }
  for (auto [phi, offset] : warp_phis_)
    store(builder, phi->getIncomingValueForBlock(before_), offset);
}

// In each tile, where it is not ready.
void CopyIterations::takeTurns(Value *place, Value *end) {
  BasicBlock *begin = block("copy.batch", header_), *after = block("copy.again", exit_),
             *taken = block("copy.taken", exit_);
  IRBuilder<> builder(before_->getTerminator());
  auto isReady = [&] { return builder.CreateIsNotNull(load(builder, builder.getInt64Ty(), ready_)); };
  builder.CreateCondBr(isReady(), taken, begin);
  before_->getTerminator()->eraseFromParent();
  builder.SetInsertPoint(begin);
  for (auto [phi, now] : tile_phis_)
    for (const TileState &state : tile_state_)
      if (state.now == now)
        for (std::uint64_t offset : {state.now, state.first})
          store(builder, phi, offset);
  nextBatch(builder, place, end);
  store(builder, builder.getTrue(), follows_);
  mayList(builder, false);
  builder.CreateBr(check_);
  BranchInst::Create(after, done_);
  builder.SetInsertPoint(after);
  builder.CreateCondBr(isReady(), taken, check_);
  builder.SetInsertPoint(taken);
  store(builder, builder.CreateSub(load(builder, builder.getInt64Ty(), ready_), builder.getInt64(1)), ready_);
  mayList(builder, true);
  builder.CreateBr(exit_);
}

void CopyIterations::createState() {
  IRBuilder<> builder(state_);
  AllocaInst *state =
      builder.CreateAlloca(ArrayType::get(builder.getInt8Ty(), state_bytes_), nullptr, "turns");
  state->setAlignment(Align(state_align_));
  state_->replaceAllUsesWith(state);
  state_->eraseFromParent();
  state_ = state;
}

void CopyIterations::outline(Value *place, Value *end, std::uint64_t bytes, unsigned tiles,
                             std::uint64_t iterations, std::uint64_t most_moves) {
  IRBuilder<> builder(&*function_.getEntryBlock().getFirstInsertionPt());
  state_ = builder.CreateAlloca(builder.getInt8Ty(), nullptr, "turns");
  const std::uint64_t lines = divideCeil(announcedLines(), iterations);
  entries_ = lines * iterations;
  state_bytes_ = entries_ * kEntryBytes;
  for (std::uint64_t *number : {&place_, &number_, &batch_end_, &ready_})
    *number = field(builder.getInt64Ty());
  for (std::uint64_t *flag : {&follows_, &begun_})
    *flag = field(builder.getInt1Ty());

  before_ = copying_->getLoopPreheader();
  header_ = copying_->getHeader();
  latch_ = copying_->getLoopLatch();
  exit_ = copying_->getExitBlock();
  check_ = block("copy.turn", header_);
  work_ = block("copy.work", header_);
  done_ = block("copy.done", exit_);
  emitTurn(bytes, tiles, iterations, most_moves);
  beginTiles();
  takeTurns(place, end);
  for (auto [phi, offset] : warp_phis_)
    phi->eraseFromParent();
  createState();
  extract(moves_ ? 0 : lines);
  if (moves_)
    createMoves(iterations);
}

void CopyIterations::extract(std::uint64_t lines) {
  CodeExtractor extractor(blocks_);
  Function *turn = extractor.extractCodeRegion(CodeExtractorAnalysisCache(function_));
  if (!turn)
    report_fatal_error("raddle: internal error: a loop that fills tiles cannot be outlined\n"
                       "Please report this with the source file.");
  turn->setName(function_.getName() + ".copy");
  turn->setLinkage(GlobalValue::InternalLinkage);
  turn->setDoesNotThrow();
  turn->addFnAttr(Attribute::NoInline);
  turn->addFnAttr(marker::kCopyTurn);
  for (Argument &argument : turn->args()) {
    argument.addAttr(Attribute::NoAlias);
    argument.addAttr(Attribute::NoCapture);
  }
  call_ = cast<CallInst>(*turn->user_begin());
  call_->setDoesNotThrow();
  auto *argument = find_if(call_->args(), [&](const Use &use) { return use.get() == state_; });
  LLVMContext &context = function_.getContext();
  auto note = [&](std::uint64_t number) {
    return ConstantAsMetadata::get(ConstantInt::get(Type::getInt64Ty(context), number));
  };
  const auto place = static_cast<std::uint64_t>(argument - call_->arg_begin());
  call_->setMetadata(marker::kCopyTurn, MDNode::get(context, {note(place), note(lines)}));
  // To debuggers and reports it is the entry, too.
  DISubprogram *entry = function_.getSubprogram(), *program = turn->getSubprogram();
  if (entry && program) {
    program->replaceOperandWith(2, entry->getRawName());
    program->replaceOperandWith(3, nullptr);
    call_->setDebugLoc(DILocation::get(context, 0, 0, entry));
  }
}

void CopyIterations::nextBatch(IRBuilder<> &builder, Value *place, Value *end) {
  for (const TileState &state : tile_state_)
    if (state.now == place_)
      for (std::uint64_t offset : {state.now, state.first})
        store(builder, place, offset);
  store(builder, end, batch_end_);
}

void CopyIterations::turn(IRBuilder<> &builder) const { builder.Insert(call_->clone()); }

BasicBlock *CopyIterations::finishBatch(BasicBlock &from, BasicBlock &to) {
  BasicBlock *left = block("copy.left", &to), *check = block("copy.begun", &to),
             *again = block("copy.rest", &to), *end = block("copy.finished", &to);
  from.getTerminator()->replaceSuccessorWith(&to, left);
  to.replacePhiUsesWith(&from, end);
  IRBuilder<> builder(left);
  mayList(builder, false);
  builder.CreateBr(check);
  builder.SetInsertPoint(check);
  builder.CreateCondBr(load(builder, builder.getInt1Ty(), begun_), again, end);
  builder.SetInsertPoint(again);
  turn(builder);
  builder.CreateBr(check);
  builder.SetInsertPoint(end);
  mayList(builder, true);
  builder.CreateBr(&to);
  return end;
}

void announceLine(IRBuilder<> &builder, Value *address) {
  createPrefetch(builder, address, CacheLevel::kSecond);
}

void announceLines(IRBuilder<> &builder, const CallInst &turn, Value *iteration) {
  const MDNode *note = turn.getMetadata(marker::kCopyTurn);
  auto noted = [&](unsigned index) {
    return mdconst::extract<ConstantInt>(note->getOperand(index))->getZExtValue();
  };
  Value *list = turn.getArgOperand(static_cast<unsigned>(noted(0)));
  auto *type = ArrayType::get(builder.getPtrTy(), noted(1));
  for (std::uint64_t line = 0; line < noted(1); ++line) {
    Value *entry = builder.CreateInBoundsGEP(type, list, {iteration, builder.getInt64(line)});
    announceLine(builder, builder.CreateLoad(builder.getPtrTy(), entry));
  }
}

} // namespace raddle::vectorize
