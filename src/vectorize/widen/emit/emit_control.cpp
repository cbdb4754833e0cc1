// Blocks, masks and branches.
//
// A block's code begins with its mask: the lanes that wait for it. A divergent branch splits the mask into
// two sets of waiting lanes; the warp goes on with the lower-numbered block and comes to the other later. A
// block is skipped when no lane waits for it, unless running it for nobody is harmless and cheap.

#include "vectorize/fields.h"
#include "vectorize/passes.h"
#include "vectorize/processor.h"
#include "vectorize/reshape/loops/full_warp_loops.h"
#include "vectorize/widen/emit/warp_emitter.h"
#include "vectorize/widen/plan/shared_address.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/IR/ProfDataUtils.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace raddle::vectorize {

namespace {

// A block of so few instructions is run rather than skipped.
constexpr unsigned kCheapInstructions = 8;
// What is said to happen once in so many times is rare.
constexpr std::uint64_t kRarely = 100;

} // namespace

WarpEmitter::WarpEmitter(CompileJob &job, Function &source, const analysis::LaneShapes &shapes,
                         const WarpFunctions &functions, Function &target, BasicBlock *start)
    : job_(job), source_(source), shapes_(shapes), functions_(functions), is_kernel_(&source == job.kernel),
      order_(source, shapes), target_(target), start_(start), layout_(source.getParent()->getDataLayout()),
      builder_(source.getContext(), InstSimplifyFolder(layout_)),
      slots_(target.getEntryBlock().getTerminator()), thread_(target.getArg(0)) {
  has_wide_permutes_ = hasFeature(job, "avx512f");
  has_permutes_ = hasFeature(job, "avx2");
  has_tables_ = hasFeature(job, "neon");
}

bool WarpEmitter::emit() {
  planControl();
  emitPrologue();
  for (BasicBlock *block : order_.blocks()) {
    emitBlock(block);
    if (!reason_.empty())
      return false;
  }
  dropUnusedSlots();
  return true;
}

void WarpEmitter::planControl() {
  auto *mask_type = FixedVectorType::get(builder_.getInt1Ty(), kLanes);
  for (BasicBlock *block : order_.blocks()) {
    entries_[block] = newBlock(block->getName());
    deferred_[block] = BitVector(order_.blocks().size());
    masks_[block] = slot(mask_type, block->getName() + ".mask");
    // Lanes that have returned are known by where they wait, even where all come there in the end.
    if (block != &source_.getEntryBlock() && (!order_.sameLanesAs(block) || order_.isOnlyLeaving(block)))
      waiting_[block] = slot(mask_type, block->getName() + ".waiting");
    for (PHINode &phi : block->phis())
      phi_slots_[&phi] = slot(typeOf(&phi), phi.getName() + ".next");
  }
  for (BasicBlock *block : order_.blocks())
    if (BasicBlock *same = order_.firstWithLanesOf(block); same != block)
      sources_of_masks_.insert(same);
  // Lanes that have left a divergent loop wait outside while others stay in it.
  for (BasicBlock *block : order_.blocks())
    for (BasicBlock *exit : order_.divergentExits(block))
      deferred_[block].set(order_.indexOf(exit));
}

// Which lanes there are, and who they are.
void WarpEmitter::emitPrologue() {
  builder_.SetInsertPoint(start_);
  if (DISubprogram *program = target_.getSubprogram())
    builder_.SetCurrentDebugLocation(DILocation::get(target_.getContext(), program->getLine(), 0, program));
  auto *mask_type = FixedVectorType::get(builder_.getInt1Ty(), kLanes);
  Value *lanes = emitLanesOfBlock();
  entry_mask_ = is_kernel_ ? lanes : maskFromBits(target_.getArg(1));
  for (const BasicBlock *block : order_.blocks())
    if (AllocaInst *waiting = waiting_.lookup(block))
      builder_.CreateStore(Constant::getNullValue(mask_type), waiting);
  forgetMasksIn(nullptr);
  builder_.CreateBr(entries_[&source_.getEntryBlock()]);
}

// Of blocks that the warp may pass by, whose masks those of others are. In a loop they were run in another iteration, if at
// all.
void WarpEmitter::forgetMasksIn(const Loop *loop) {
  for (BasicBlock *block : sources_of_masks_)
    if (order_.loops().getLoopFor(block) == loop && !(loop && loop->getHeader() == block))
      builder_.CreateStore(Constant::getNullValue(masks_[block]->getAllocatedType()), masks_[block]);
}

// The lanes that the block has; in blocks of any layout also who they are.
Value *WarpEmitter::emitLanesOfBlock() {
  const BlockClass &block_class = shapes_.block();
  if (block_class.isFull())
    return Constant::getAllOnesValue(FixedVectorType::get(builder_.getInt1Ty(), kLanes));
  IRBuilder<> plain(start_);
  plain.SetCurrentDebugLocation(builder_.getCurrentDebugLocation());
  Type *i32 = builder_.getInt32Ty();
  auto dimension = [&](unsigned offset) { return loadBlockField(plain, thread_, offset, i32); };
  if (block_class.layout == BlockClass::Layout::kLine) {
    Value *count = dimension(offsetof(RaddleBlock, block_dim.x));
    Value *first = loadThreadField(plain, thread_, offsetof(RaddleThread, thread_idx.x), i32);
    builder_.SetInsertPoint(start_);
    return builder_.CreateICmpULT(iota(i32, 1), splat(builder_.CreateSub(count, first)));
  }
  Value *x = dimension(offsetof(RaddleBlock, block_dim.x)),
        *y = dimension(offsetof(RaddleBlock, block_dim.y));
  Value *z = dimension(offsetof(RaddleBlock, block_dim.z));
  Value *warp = loadThreadField(plain, thread_, offsetof(RaddleThread, warp), i32);
  builder_.SetInsertPoint(start_);
  Value *first = builder_.CreateMul(warp, builder_.getInt32(kLanes));
  Value *linear = builder_.CreateAdd(splat(first), iota(i32, 1));
  Value *count = builder_.CreateMul(builder_.CreateMul(x, y), z);
  // Division of numbers below 2^11 by way of float: (n + 0.5) / d is never so close to a whole number that
  // rounding could reach it.
  Type *f32 = FixedVectorType::get(builder_.getFloatTy(), kLanes);
  auto divide = [&](Value *dividend, Value *divisor) {
    Value *numerator = builder_.CreateFAdd(builder_.CreateSIToFP(dividend, f32), ConstantFP::get(f32, 0.5));
    Value *quotient =
        builder_.CreateFDiv(numerator, splat(builder_.CreateSIToFP(divisor, builder_.getFloatTy())));
    return builder_.CreateFPToSI(quotient, linear->getType());
  };
  Value *row = divide(linear, x);
  thread_idx_[0] = builder_.CreateSub(linear, builder_.CreateMul(row, splat(x)));
  thread_idx_[2] = divide(row, y);
  thread_idx_[1] = builder_.CreateSub(row, builder_.CreateMul(thread_idx_[2], splat(y)));
  return builder_.CreateICmpULT(linear, splat(count));
}

BasicBlock *WarpEmitter::newBlock(const Twine &name) {
  return BasicBlock::Create(target_.getContext(), name, &target_);
}

bool WarpEmitter::isFull(Value *mask) const {
  auto *constant = dyn_cast<Constant>(mask);
  return constant && constant->isAllOnesValue();
}

Value *WarpEmitter::anyLane(Value *mask) {
  if (isFull(mask))
    return builder_.getTrue();
  return builder_.CreateICmpNE(bits(mask), builder_.getInt32(0));
}

// Behind a branch that is taken by whole warps only, and by all lanes that took it.
bool WarpEmitter::isWhole(BasicBlock *block) const {
  for (BasicBlock *dominator : order_.dominatorsOf(block)) {
    if (!isFullWarpBranch(*dominator))
      continue;
    BasicBlock *whole = dominator->getTerminator()->getSuccessor(0);
    if (whole->getSinglePredecessor() != dominator)
      continue;
    const auto dominators = order_.dominatorsOf(block);
    if ((whole == block || is_contained(dominators, whole)) &&
        order_.firstWithLanesOf(whole) == order_.firstWithLanesOf(block))
      return true;
  }
  return false;
}

Value *WarpEmitter::lanesThatRan(BasicBlock *block) {
  if (block == &source_.getEntryBlock())
    return entry_mask_;
  return builder_.CreateLoad(masks_[block]->getAllocatedType(), masks_[block]);
}

Value *WarpEmitter::maskOfBlock(BasicBlock *block) {
  if (block == &source_.getEntryBlock())
    return entry_mask_;
  AllocaInst *waiting = waiting_.lookup(block);
  BasicBlock *same = order_.firstWithLanesOf(block);
  Value *mask = isWhole(block) ? Constant::getAllOnesValue(FixedVectorType::get(builder_.getInt1Ty(), kLanes))
                : same != block ? lanesThatRan(same)
                                : builder_.CreateLoad(waiting->getAllocatedType(), waiting);
  // Nobody waits there any more: in a loop the next iteration asks again.
  if (waiting)
    builder_.CreateStore(Constant::getNullValue(waiting->getAllocatedType()), waiting);
  return mask;
}

// The lanes that have not returned, and are not just about to.
Value *WarpEmitter::liveMask() {
  if (!is_kernel_)
    return maskFromBits(target_.getArg(2));
  Value *live = entry_mask_;
  for (unsigned i : deferred_[block_].set_bits()) {
    BasicBlock *block = order_.blocks()[i];
    AllocaInst *waiting = waiting_.lookup(block);
    if (waiting && block != block_ && order_.isOnlyLeaving(block))
      live = builder_.CreateAnd(
          live, builder_.CreateNot(builder_.CreateLoad(waiting->getAllocatedType(), waiting)));
  }
  return live;
}

void WarpEmitter::emitBlock(BasicBlock *block) {
  block_ = block;
  values_.clear();
  vectors_.clear();
  group_bytes_ = 0;
  builder_.SetInsertPoint(entries_[block]);
  if (order_.isLoopHeader(block))
    remark(*block->getTerminator(), order_.isDivergentLoop(block)
                                        ? "loop: lanes leave it one by one; it runs as long as any is left"
                                        : "loop: all lanes leave it together");
  mask_ = maskOfBlock(block);
  builder_.CreateStore(mask_, masks_[block]);
  if (order_.isLoopHeader(block))
    forgetMasksIn(order_.loops().getLoopFor(block));
  for (PHINode &phi : block->phis()) {
    AllocaInst *next = phi_slots_[&phi];
    define(phi, builder_.CreateLoad(next->getAllocatedType(), next, phi.getName()));
  }
  for (Instruction &instruction :
       make_range(block->getFirstNonPHIIt(), block->getTerminator()->getIterator())) {
    if (instruction.getDebugLoc())
      builder_.SetCurrentDebugLocation(instruction.getDebugLoc());
    emitInstruction(instruction);
    if (!reason_.empty())
      return;
  }
  if (block->getTerminator()->getDebugLoc())
    builder_.SetCurrentDebugLocation(block->getTerminator()->getDebugLoc());
  emitTerminator(block);
}

// Whether it costs next to nothing for no lane. A gather or scatter takes its 32 steps all the same.
bool WarpEmitter::isCheapAccess(const Instruction &instruction) const {
  constexpr std::int64_t kFarApart = 64;
  const auto stride = shapes_.of(getLoadStorePointerOperand(&instruction)).stride();
  return stride && *stride != 0 && std::abs(*stride) <= kFarApart && !instruction.isVolatile() &&
         !instruction.isAtomic();
}

// Whether lanes go to a block by comparing numbers that go up evenly from lane to lane.
bool WarpEmitter::isChosenByNumbers(const BasicBlock &block) const {
  const BasicBlock *before = block.getSinglePredecessor();
  auto *branch = before ? dyn_cast<BranchInst>(before->getTerminator()) : nullptr;
  if (!branch || branch->isUnconditional())
    return false;
  SmallVector<const Value *, 4> conditions{branch->getCondition()};
  for (std::size_t i = 0; i < conditions.size(); ++i) {
    const Value *condition = conditions[i], *first = nullptr, *second = nullptr;
    if (match(condition, m_LogicalAnd(m_Value(first), m_Value(second))) ||
        match(condition, m_LogicalOr(m_Value(first), m_Value(second)))) {
      conditions.append({first, second});
      continue;
    }
    auto *comparison = dyn_cast<ICmpInst>(condition);
    if (!isUniform(condition) && (!comparison || any_of(comparison->operands(), [&](const Value *number) {
          return shapes_.of(number).isVarying();
        })))
      return false;
  }
  return true;
}

// Running a block for no lane at all must neither touch memory nor be slow, must not branch on values that nobody
// computed, and must not hand on one value for all lanes: those that have come another way have theirs.
//
// Most warps come as a whole or not at all to a block that lanes choose by their numbers, such as a step of a reduction:
// `if (threadIdx.x < k) sums[threadIdx.x] += sums[threadIdx.x + k]`. Whether one comes is foreseen well. One that does not
// come would read behind the end of its array under an empty mask, which takes a processor 70 cycles where that is a guard
// page. Behind a barrier that is in no loop, k is mostly a constant and the branch no divergent one.
bool WarpEmitter::needsLanes(BasicBlock *block) const {
  const bool comes_by_numbers = order_.isInLoop(block) && isChosenByNumbers(*block);
  unsigned count = 0;
  for (const BasicBlock *next : successors(block))
    for (const PHINode &phi : next->phis())
      if (pred_size(next) > 1 && !shapes_.of(&phi).isVarying())
        return true;
  if (order_.isLoopHeader(block) || isa<UnreachableInst>(block->getTerminator()) || isWhole(block))
    return true;
  if (block->getTerminator()->getNumSuccessors() > 1 && !shapes_.branchDiverges(block))
    return true;
  for (const Instruction &instruction : *block) {
    if (instruction.isTerminator() || isa<PHINode>(instruction) || isa<DbgInfoIntrinsic>(instruction))
      continue;
    if (++count > kCheapInstructions)
      return true;
    switch (instruction.getOpcode()) {
    case Instruction::UDiv:
    case Instruction::SDiv:
    case Instruction::URem:
    case Instruction::SRem:
    case Instruction::FDiv:
    case Instruction::FRem:
    case Instruction::AtomicRMW:
    case Instruction::AtomicCmpXchg:
    case Instruction::Fence:
      return true;
    case Instruction::Call: {
      auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
      if (!intrinsic || intrinsic->mayReadOrWriteMemory() || intrinsic->getIntrinsicID() == Intrinsic::sqrt)
        return true;
      break;
    }
    case Instruction::Load:
    case Instruction::Store:
      if (!isCheapAccess(instruction) ||
          (comes_by_numbers && isSharedAddress(*getLoadStorePointerOperand(&instruction))))
        return true;
      break;
    default:
      break;
    }
  }
  return false;
}

// `lanes` leave `from` for `to`: they wait there, and the phis of `to` take their values.
void WarpEmitter::passLanes(BasicBlock *from, BasicBlock *to, Value *lanes) {
  // Nobody else waits there yet; but behind a divergent loop, lanes of its earlier iterations may.
  const bool gathers = order_.leavesDivergentLoop(from, to);
  const bool first = !gathers && (!entered_[to] || order_.isBackEdge(from, to));
  const bool alone = !gathers && (pred_size(to) == 1 || order_.isBackEdge(from, to));
  if (AllocaInst *waiting = waiting_.lookup(to)) {
    Value *together =
        alone ? lanes : builder_.CreateOr(builder_.CreateLoad(waiting->getAllocatedType(), waiting), lanes);
    builder_.CreateStore(together, waiting);
  }
  // All values are read before any is written: phis may refer to each other.
  SmallVector<std::pair<AllocaInst *, Value *>, 8> updates;
  for (PHINode &phi : to->phis()) {
    Value *incoming = phi.getIncomingValueForBlock(from);
    if (isa<UndefValue>(incoming))
      continue;
    AllocaInst *next = phi_slots_[&phi];
    if (!shapes_.of(&phi).isVarying()) {
      updates.push_back({next, scalar(incoming)});
      continue;
    }
    Value *value = vector(incoming);
    if (!first && !isFull(lanes))
      value = selectLanes(lanes, value, builder_.CreateLoad(next->getAllocatedType(), next));
    updates.push_back({next, value});
  }
  for (auto [next, value] : updates)
    builder_.CreateStore(value, next);
  entered_[to] = true;
}

Value *WarpEmitter::waitingAt(BasicBlock *block) {
  if (AllocaInst *waiting = waiting_.lookup(block))
    return builder_.CreateLoad(waiting->getAllocatedType(), waiting);
  return lanesThatRan(order_.firstWithLanesOf(block));
}

// Whether lanes wait at `block` when the warp comes there: those that ran an earlier block for certain.
bool WarpEmitter::allCameTo(BasicBlock *block) {
  BasicBlock *same = order_.firstWithLanesOf(block);
  return same != block && !may_be_empty_.lookup(same);
}

// Goes to the lowest-numbered block of `targets` at which a lane waits. Lanes are known to wait at `certain`, or at one
// of the two blocks that `sides` branches to.
void WarpEmitter::dispatch(BitVector targets, const BasicBlock *certain, const BranchInst *sides) {
  for (;;) {
    int first = targets.find_first();
    assert(first >= 0 && "a warp has nowhere to go");
    BasicBlock *next = order_.blocks()[static_cast<unsigned>(first)];
    targets.reset(static_cast<unsigned>(first));
    if (targets.none()) {
      // Lanes that have not returned wait somewhere, and this is the only place left.
      builder_.CreateBr(entries_[next]);
      return;
    }
    deferred_[next] |= targets;
    const bool lanes_are_there = next == certain || allCameTo(next);
    if (lanes_are_there || !needsLanes(next)) {
      if (!lanes_are_there)
        may_be_empty_[next] = true;
      builder_.CreateBr(entries_[next]);
      return;
    }
    BasicBlock *otherwise = newBlock("skip." + next->getName());
    builder_.CreateCondBr(anyLane(waitingAt(next)), entries_[next], otherwise);
    builder_.SetInsertPoint(otherwise);
    if (sides && is_contained(successors(sides), next))
      certain = sides->getSuccessor(sides->getSuccessor(0) == next ? 1 : 0);
  }
}

void WarpEmitter::emitTerminator(BasicBlock *block) {
  Instruction *terminator = block->getTerminator();
  if (auto *exit = dyn_cast<ReturnInst>(terminator)) {
    Value *result = exit->getReturnValue();
    if (!result)
      builder_.CreateRetVoid();
    else if (functions_.shapes.find(&source_)->second.result.isVarying())
      builder_.CreateRet(vector(result));
    else
      builder_.CreateRet(scalar(result));
    return;
  }
  if (isa<UnreachableInst>(terminator)) {
    builder_.CreateUnreachable();
    return;
  }
  auto *branch = dyn_cast<BranchInst>(terminator);
  if (!branch)
    return giveUp(*terminator, Obstacle::kJump);

  BitVector deferred = deferred_[block];
  const bool certain = !may_be_empty_.lookup(block);
  auto index = [&](unsigned i) { return order_.indexOf(branch->getSuccessor(i)); };

  // Back to the header of a loop that lanes leave one by one: as long as any is left in it.
  auto goOn = [&](BitVector targets, BasicBlock *only, BranchInst *sides = nullptr) {
    int first = targets.find_first();
    BasicBlock *next = first < 0 ? nullptr : order_.blocks()[static_cast<unsigned>(first)];
    if (next && order_.isBackEdge(block, next) && order_.isDivergentLoop(next)) {
      targets.reset(static_cast<unsigned>(first));
      BasicBlock *left = newBlock("left." + next->getName());
      if (targets.none() || (certain && next == only)) {
        builder_.CreateBr(entries_[next]);
        left->eraseFromParent();
        return;
      }
      builder_.CreateCondBr(anyLane(waitingAt(next)), entries_[next], left);
      builder_.SetInsertPoint(left);
      dispatch(targets, nullptr);
      return;
    }
    if (next && order_.isBackEdge(block, next)) {
      builder_.CreateBr(entries_[next]);
      return;
    }
    dispatch(targets, certain ? only : nullptr, certain ? sides : nullptr);
  };

  if (branch->isUnconditional() || branch->getSuccessor(0) == branch->getSuccessor(1)) {
    passLanes(block, branch->getSuccessor(0), mask_);
    deferred.set(index(0));
    goOn(deferred, branch->getSuccessor(0));
    return;
  }
  if (!shapes_.branchDiverges(block)) {
    BasicBlock *sides[2] = {newBlock(block->getName() + ".true"), newBlock(block->getName() + ".false")};
    builder_.CreateCondBr(scalar(branch->getCondition()), sides[0], sides[1]);
    auto values = values_, vectors = vectors_;
    for (unsigned i = 0; i < 2; ++i) {
      builder_.SetInsertPoint(sides[i]);
      values_ = values;
      vectors_ = vectors;
      passLanes(block, branch->getSuccessor(i), mask_);
      BitVector targets = deferred;
      targets.set(index(i));
      goOn(targets, branch->getSuccessor(i));
    }
    return;
  }
  remark(*branch, "branch: lanes may part; both sides are run under masks");
  Value *condition = vector(branch->getCondition());
  Value *taken = builder_.CreateAnd(mask_, condition);
  Value *not_taken = builder_.CreateAnd(mask_, builder_.CreateNot(condition));
  const int leaving = certain ? sideOfRareLeaving(*branch, deferred) : -1;
  if (leaving >= 0) {
    BasicBlock *staying = branch->getSuccessor(1 - leaving);
    passLanes(block, staying, leaving == 0 ? not_taken : taken);
    BasicBlock *some_leave = newBlock(block->getName() + ".some.leave");
    builder_.CreateCondBr(anyLane(leaving == 0 ? taken : not_taken), some_leave, entries_[staying]);
    deferred_[staying] |= deferred;
    deferred_[staying].set(index(leaving));
    builder_.SetInsertPoint(some_leave);
    passLanes(block, branch->getSuccessor(leaving), leaving == 0 ? taken : not_taken);
  } else {
    passLanes(block, branch->getSuccessor(0), taken);
    passLanes(block, branch->getSuccessor(1), not_taken);
  }
  deferred.set(index(0));
  deferred.set(index(1));
  goOn(deferred, nullptr, branch);
}

// The side of a branch by which lanes leave a loop one by one, as rarely happens, while those that stay come to the
// other side next; or -1. What those take along is then worth a look whether there are any.
int WarpEmitter::sideOfRareLeaving(const BranchInst &branch, const BitVector &deferred) const {
  uint64_t weights[2];
  if (!extractBranchWeights(branch, weights[0], weights[1]))
    return -1;
  const unsigned rare = weights[0] < weights[1] ? 0 : 1;
  const BasicBlock *staying = branch.getSuccessor(1 - rare), *block = branch.getParent();
  const int others = deferred.find_first();
  const bool comes_next = others < 0 || static_cast<unsigned>(others) > order_.indexOf(staying);
  return weights[rare] * kRarely <= weights[1 - rare] && comes_next &&
                 order_.leavesDivergentLoop(block, branch.getSuccessor(rare)) &&
                 !order_.leavesDivergentLoop(block, staying)
             ? static_cast<int>(rare)
             : -1;
}

} // namespace raddle::vectorize
