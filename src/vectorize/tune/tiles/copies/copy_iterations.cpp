#include "vectorize/tune/tiles/copies/copy_iterations.h"

#include "nvvm/markers.h"
#include "vectorize/tune/noted_numbers.h"

#include <llvm/Transforms/Utils/CodeExtractor.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Whether the instruction may be computed where the program would not compute it.
bool isHarmless(const Instruction &instruction) {
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction))
    return isSafeToSpeculativelyExecute(intrinsic) && !intrinsic->mayReadOrWriteMemory();
  return isa<BinaryOperator, UnaryOperator, CastInst, CmpInst, SelectInst, GetElementPtrInst, FreezeInst,
             InsertElementInst, ExtractElementInst, ShuffleVectorInst>(instruction) &&
         !instruction.isIntDivRem();
}

} // namespace

bool CopyIterations::find(const LoopInfo &loops, const DominatorTree &dominators) {
  copying_ = loop_.copyLoop(loops, dominators);
  if (!copying_)
    return false;
  auto isOfTile = [&](const Value *value) {
    auto *instruction = dyn_cast<Instruction>(value);
    return instruction && loop_.tiles().contains(instruction);
  };
  for (const PHINode &phi : copying_->getHeader()->phis())
    if (isOfTile(phi.getIncomingValueForBlock(copying_->getLoopPreheader())))
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

// Whether the value for a later tile can be computed from that for the tile before.
bool CopyIterations::isComputable(const Value *value) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || !loop_.tiles().contains(instruction) || computable_.contains(value))
    return true;
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

void CopyIterations::outline(const CopyPlan &plan, Value *place, Value *end) {
  CopyPrefetches prefetches;
  prefetches.find(loop_.tiles(), *copying_, plan.tiles_ahead);
  const std::uint64_t lines = divideCeil(prefetches.lines(), plan.iterations);
  CopyRegion &region = region_.emplace(loop_, *copying_, *leaves_);
  region.emit(prefetches, lines * plan.iterations, plan.bytes_of_tile);
  if (plan.most_moves != 0)
    deferred_ = deferMoves(loop_, region, prefetches, plan.tiles, plan.iterations, plan.most_moves);
  emitCheck();
  initialise();
  fillFirstBatch(place, end);
  for (auto [phi, field] : region.warp_phis)
    phi->eraseFromParent();
  region.state.allocate();
  extract(defersMoves() ? 0 : lines);
  if (defersMoves())
    move_functions_ = createMoveFunctions(*deferred_, *call_->getCalledFunction(), plan.iterations);
}

void CopyIterations::emitCheck() {
  const CopyState &state = region_->state;
  IRBuilder<> builder(region_->check);
  forgetMoves(builder);
  Value *fits = builder.CreateICmpULT(state.load(builder, builder.getInt64Ty(), region_->place),
                                      state.load(builder, builder.getInt64Ty(), region_->batch_end));
  builder.CreateCondBr(builder.CreateAnd(state.load(builder, builder.getInt1Ty(), region_->follows), fits),
                       region_->work, region_->done);
}

// Before the first tile no batch has been begun.
void CopyIterations::initialise() {
  const CopyState &state = region_->state;
  const CopyRegion::TileValue &numbers = region_->tile_values.front();
  IRBuilder<> builder(loop_.tiles().getLoopPreheader()->getTerminator());
  for (CopyState::Field field : {region_->ready, numbers.now, numbers.first})
    state.store(builder, builder.getInt64(0), field);
  state.store(builder, builder.getFalse(), region_->begun);
  // Where no line is known yet, the list has an address that does no harm.
  for (std::uint64_t i = 0; i < region_->entries_of_lines; ++i)
    state.store(builder, region_->function.getArg(0), region_->lines + i * CopyState::kEntryBytes);
  if (deferred_) {
    auto *type = ArrayType::get(builder.getInt8Ty(), deferred_->moves.bytesRead());
    auto *nothing = new GlobalVariable(*region_->function.getParent(), type, true,
                                       GlobalValue::PrivateLinkage, Constant::getNullValue(type), "nothing");
    for (std::uint64_t i = 0; i < deferred_->moves.offsets(); ++i)
      state.store(builder, builder.getInt64(0), deferred_->offsets + CopyState::kEntryBytes * i);
    for (std::uint64_t group = 0; group < deferred_->moves.groups(); ++group)
      state.store(builder, nothing, deferred_->bases + CopyState::kEntryBytes * group);
    mayList(builder, true);
    forgetMoves(builder);
  }
  for (auto [phi, field] : region_->warp_phis)
    state.store(builder, phi->getIncomingValueForBlock(region_->before), field);
}

// A tile that is not ready, as the first one, is filled with all others of its batch.
void CopyIterations::fillFirstBatch(Value *place, Value *end) {
  CopyRegion &region = *region_;
  const CopyState &state = region.state;
  BasicBlock *begin = region.newBlock("copy.batch", region.header),
             *after = region.newBlock("copy.again", region.exit),
             *filled = region.newBlock("copy.filled", region.exit);
  IRBuilder<> builder(region.before->getTerminator());
  auto isReady = [&] {
    return builder.CreateIsNotNull(state.load(builder, builder.getInt64Ty(), region.ready));
  };
  builder.CreateCondBr(isReady(), filled, begin);
  region.before->getTerminator()->eraseFromParent();
  builder.SetInsertPoint(begin);
  for (auto [phi, now] : region.tile_phis)
    for (const CopyRegion::TileValue &value : region.tile_values)
      if (value.now == now)
        region.storeBoth(builder, value, phi);
  beginBatch(builder, place, end);
  state.store(builder, builder.getTrue(), region.follows);
  mayList(builder, false);
  builder.CreateBr(region.check);
  BranchInst::Create(after, region.done);
  builder.SetInsertPoint(after);
  builder.CreateCondBr(isReady(), filled, region.check);
  builder.SetInsertPoint(filled);
  Value *ready = state.load(builder, builder.getInt64Ty(), region.ready);
  state.store(builder, builder.CreateSub(ready, builder.getInt64(1)), region.ready);
  mayList(builder, true);
  builder.CreateBr(region.exit);
}

void CopyIterations::extract(std::uint64_t lines_of_iteration) {
  Function &function = region_->function;
  CodeExtractor extractor(region_->blocks);
  Function *copy = extractor.extractCodeRegion(CodeExtractorAnalysisCache(function));
  if (!copy)
    report_fatal_error("raddle: internal error: a loop that fills tiles cannot be outlined\n"
                       "Please report this with the source file.");
  copy->setName(function.getName() + ".copy");
  copy->setLinkage(GlobalValue::InternalLinkage);
  copy->setDoesNotThrow();
  copy->addFnAttr(Attribute::NoInline);
  copy->addFnAttr(marker::kCopyIteration);
  for (Argument &argument : copy->args()) {
    argument.addAttr(Attribute::NoAlias);
    argument.addAttr(Attribute::NoCapture);
  }
  call_ = cast<CallInst>(*copy->user_begin());
  call_->setDoesNotThrow();
  auto *argument =
      find_if(call_->args(), [&](const Use &use) { return use.get() == region_->state.memory(); });
  LLVMContext &context = function.getContext();
  auto note = [&](std::uint64_t number) {
    return ConstantAsMetadata::get(ConstantInt::get(Type::getInt64Ty(context), number));
  };
  const auto place = static_cast<std::uint64_t>(argument - call_->arg_begin());
  call_->setMetadata(marker::kCopyIteration, MDNode::get(context, {note(place), note(lines_of_iteration)}));
  // To debuggers and reports it is the entry, too.
  DISubprogram *entry = function.getSubprogram(), *program = copy->getSubprogram();
  if (entry && program) {
    program->replaceOperandWith(2, entry->getRawName());
    program->replaceOperandWith(3, nullptr);
    call_->setDebugLoc(DILocation::get(context, 0, 0, entry));
  }
}

void CopyIterations::beginBatch(IRBuilder<> &builder, Value *place, Value *end) {
  for (const CopyRegion::TileValue &value : region_->tile_values)
    if (value.now == region_->place)
      region_->storeBoth(builder, value, place);
  region_->state.store(builder, end, region_->batch_end);
}

void CopyIterations::callIteration(IRBuilder<> &builder) const { builder.Insert(call_->clone()); }

void CopyIterations::callMoves(IRBuilder<> &builder) const {
  if (deferred_)
    callAllMoves(builder, move_functions_, *deferred_, region_->state.memory());
}

void CopyIterations::forgetMoves(IRBuilder<> &builder) const {
  if (deferred_)
    region_->state.store(builder, builder.getInt64(0), deferred_->listed);
}

void CopyIterations::mayList(IRBuilder<> &builder, bool may) const {
  if (deferred_)
    region_->state.store(builder, builder.getInt1(may), deferred_->may_list);
}

BasicBlock *CopyIterations::finishBatch(BasicBlock &from, BasicBlock &to) {
  BasicBlock *left = region_->newBlock("copy.left", &to), *check = region_->newBlock("copy.begun", &to),
             *again = region_->newBlock("copy.rest", &to), *end = region_->newBlock("copy.finished", &to);
  from.getTerminator()->replaceSuccessorWith(&to, left);
  to.replacePhiUsesWith(&from, end);
  IRBuilder<> builder(left);
  mayList(builder, false);
  builder.CreateBr(check);
  builder.SetInsertPoint(check);
  builder.CreateCondBr(region_->state.load(builder, builder.getInt1Ty(), region_->begun), again, end);
  builder.SetInsertPoint(again);
  callIteration(builder);
  builder.CreateBr(check);
  builder.SetInsertPoint(end);
  mayList(builder, true);
  builder.CreateBr(&to);
  return end;
}

void prefetchListedLines(IRBuilder<> &builder, const CallInst &copy_iteration, Value *iteration) {
  auto noted = [&](unsigned index) { return notedNumber(copy_iteration, marker::kCopyIteration, index); };
  Value *list = copy_iteration.getArgOperand(static_cast<unsigned>(noted(0)));
  auto *type = ArrayType::get(builder.getPtrTy(), noted(1));
  for (std::uint64_t line = 0; line < noted(1); ++line) {
    Value *entry = builder.CreateInBoundsGEP(type, list, {iteration, builder.getInt64(line)});
    prefetchIntoSecondLevel(builder, builder.CreateLoad(builder.getPtrTy(), entry));
  }
}

} // namespace raddle::vectorize
