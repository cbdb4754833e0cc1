// Warps that a guard leaves without any lane often only pass on to a barrier what they have not computed:
//
//   if (t < n) x = in[t];                          if (no lane has t < n) goto barrier;
//   x += shfl_down(x, 1); ...                      if (t < n) x = in[t];
//   if (lane == 0) sums[warp] = x;       becomes   x += shfl_down(x, 1); ...
//   __syncthreads();                               if (lane == 0) sums[warp] = x;
//   if (t == 0) ...                                barrier: __syncthreads();
//
// In lanes beyond n the variable x is undefined, and so are sums of such x. What stores them may as well not store. A block of
// 256 threads that sums up 64 elements has six such warps.

#include "vectorize/reshape/passes.h"

#include "analysis/lane_shapes.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/block_copies.h"
#include "vectorize/reshape/loops/full_warp_loops.h"

#include <llvm/Transforms/Utils/Local.h>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace raddle::vectorize {

namespace {

constexpr unsigned kMostInstructions = 160; // that idle warps skip after the guard
constexpr unsigned kMostRepeated = 8;       // of what the code after the barrier needs

// The value that is shuffled, if the instruction is a shuffle whose mask names all lanes of the warp; else null.
Value *shuffledValue(const Instruction &instruction) {
  constexpr unsigned kMask = 1;
  if (!nvvm::isShuffle(instruction))
    return nullptr;
  auto &call = cast<CallInst>(instruction);
  auto *mask = dyn_cast<ConstantInt>(call.getArgOperand(kMask));
  return mask && mask->isMinusOne() ? call.getArgOperand(nvvm::kShuffledOperand) : nullptr;
}

// The code between a guard and the next barrier, as a warp runs it of which no lane passes the guard.
class IdleWay {
public:
  /// All ways from the branch at the end of `guard` meet at `merge`, to which `idle_from` leads lanes that do not pass it.
  IdleWay(BasicBlock &guard, BasicBlock &merge, BasicBlock &idle_from)
      : guard_(guard), merge_(merge), idle_from_(idle_from) {}

  // Whether idle warps may go on at a barrier. Splits the block before that.
  bool findBarrier(const PostDominatorTree &post_dominators) {
    for (const auto *node = post_dominators.getNode(&merge_); node && node->getBlock();
         node = node->getIDom())
      for (Instruction &instruction : *node->getBlock())
        if (nvvm::isBarrierOfWholeBlock(instruction)) {
          barrier_ = &instruction;
          return true;
        }
    return false;
  }

  bool collect(const DominatorTree &dominators, const LoopInfo &loops) {
    BasicBlock *const last = barrier_->getParent();
    const Loop *loop = loops.getLoopFor(&guard_);
    if (loops.getLoopFor(last) != loop)
      return false;
    blocks_.insert(&merge_);
    unsigned instructions = 0;
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      BasicBlock *block = blocks_[i];
      instructions += static_cast<unsigned>(block->size());
      if (instructions > kMostInstructions || loops.getLoopFor(block) != loop ||
          !dominators.dominates(&merge_, block))
        return false;
      if (block != last)
        for (BasicBlock *next : successors(block))
          blocks_.insert(next);
    }
    return blocks_.contains(last);
  }

  // Whether idle warps do nothing here but compute what is undefined.
  bool doesNothing() {
    bool has_undefined = false;
    for (PHINode &phi : merge_.phis()) {
      Value *idle = phi.getIncomingValueForBlock(&idle_from_);
      if (isa<UndefValue>(idle))
        undefined_.insert(&phi);
      has_undefined |= isa<UndefValue>(idle);
    }
    if (!has_undefined)
      return false;
    ReversePostOrderTraversal<BasicBlock *> order(&merge_);
    for (BasicBlock *block : order) {
      if (!blocks_.contains(block))
        continue;
      for (Instruction &instruction : *block) {
        if (&instruction == barrier_)
          break;
        if (hasAnyResult(instruction))
          undefined_.insert(&instruction);
        else if (!isWithoutEffect(instruction))
          return false;
      }
    }
    return true;
  }

  // Whether what the barrier and the code after it need is undefined, or cheap to compute.
  bool knowsWhatFollows() {
    for (BasicBlock *block : blocks_)
      for (Instruction &instruction : *block) {
        if (&instruction == barrier_)
          break;
        if (any_of(instruction.uses(), [&](const Use &use) { return isUsedLater(use); }) &&
            !isKnownUndefined(instruction) && !mayRepeat(instruction))
          return false;
      }
    return all_of(barrier_->operands(), [&](const Use &use) {
      auto *operand = dyn_cast<Instruction>(use);
      return !operand || !isInside(*operand);
    });
  }

  void separate() {
    Function &kernel = *guard_.getParent();
    auto *branch = cast<BranchInst>(guard_.getTerminator());
    BasicBlock *const last = barrier_->getParent();
    BasicBlock *const end = SplitBlock(last, barrier_, static_cast<DominatorTree *>(nullptr), nullptr,
                                       nullptr, last->getName() + ".barrier");
    LLVMContext &context = kernel.getContext();
    auto *idle = BasicBlock::Create(context, merge_.getName() + ".idle", &kernel, end);
    auto *rest = BasicBlock::Create(context, guard_.getName() + ".busy", &kernel, &merge_);
    for (BasicBlock *next : successors(&guard_))
      next->replacePhiUsesWith(&guard_, rest);
    branch->moveBefore(*rest, rest->end());
    IRBuilder<> builder(&guard_);
    builder.SetCurrentDebugLocation(branch->getDebugLoc());
    Value *stays = branch->getCondition();
    if (!leadsToIdle(*branch->getSuccessor(0)))
      stays = builder.CreateNot(stays);
    builder.CreateCondBr(builder.CreateCall(fullWarpFunction(*kernel.getParent()), stays), idle, rest);
    builder.SetInsertPoint(idle);
    BranchInst *leave = builder.CreateBr(end);
    leave->setDebugLoc(branch->getDebugLoc());
    for (BasicBlock *block : blocks_)
      for (Instruction &instruction : make_early_inc_range(*block))
        if (any_of(instruction.uses(), [&](const Use &use) { return !blocks_.contains(blockOf(use)); }))
          joinValue(instruction, {{idle, valueIn(*leave, instruction)}},
                    [&](BasicBlock *user) { return blocks_.contains(user) || user == idle; });
  }

  bool leadsToIdle(const BasicBlock &side) const {
    return &side == &idle_from_ || (&side == &merge_ && &idle_from_ == &guard_);
  }

private:
  bool isInside(const Instruction &instruction) const {
    return blocks_.contains(const_cast<BasicBlock *>(instruction.getParent())) &&
           (instruction.getParent() != barrier_->getParent() || instruction.comesBefore(barrier_));
  }

  bool isUsedLater(const Use &use) const {
    auto *user = cast<Instruction>(use.getUser());
    return !isInside(*user) && user != barrier_;
  }

  bool isKnownUndefined(const Value &value) const {
    return undefined_.contains(&value) || isa<UndefValue>(value);
  }

  // An operation whose operands are all undefined may have any result, and so may a sum of which one term is undefined. That is not
  // so where the operation determines some bits of the result, as a zero extension does.
  bool hasAnyResult(const Instruction &instruction) const {
    if (undefined_.contains(&instruction))
      return true;
    auto undefined = [&](const Value *value) { return isKnownUndefined(*value); };
    const Value *first = nullptr, *second = nullptr;
    if (auto *phi = dyn_cast<PHINode>(&instruction))
      return phi->getParent() != &merge_ &&
             all_of(phi->incoming_values(), [&](const Use &use) { return undefined(use); });
    if (const Value *shuffled = shuffledValue(instruction))
      return undefined(shuffled);
    if (match(&instruction,
              m_CombineOr(m_Add(m_Value(first), m_Value(second)), m_Sub(m_Value(first), m_Value(second)))))
      return undefined(first) || undefined(second);
    if (match(&instruction,
              m_Or(m_ZExt(m_Value(first)), m_Shl(m_ZExt(m_Value(second)), m_SpecificInt(32)))) ||
        match(&instruction, m_Or(m_Shl(m_ZExt(m_Value(second)), m_SpecificInt(32)), m_ZExt(m_Value(first)))))
      return instruction.getType()->isIntegerTy(64) && first->getType()->isIntegerTy(32) &&
             second->getType()->isIntegerTy(32) && undefined(first) && undefined(second);
    if (match(&instruction, m_Trunc(m_LShr(m_Value(first), m_SpecificInt(32)))))
      return instruction.getType()->isIntegerTy(32) && undefined(first);
    if (match(&instruction, m_Select(m_Value(), m_Value(first), m_Value(second))))
      return undefined(first) && undefined(second);
    if (isa<BitCastInst, TruncInst>(instruction))
      return undefined(instruction.getOperand(0));
    if (auto *call = dyn_cast<IntrinsicInst>(&instruction); call && isa<MinMaxIntrinsic>(call))
      return undefined(call->getArgOperand(0)) && undefined(call->getArgOperand(1));
    return instruction.isBinaryOp() && instruction.getType()->isFloatingPointTy() &&
           undefined(instruction.getOperand(0)) && undefined(instruction.getOperand(1));
  }

  bool isWithoutEffect(const Instruction &instruction) const {
    if (auto *store = dyn_cast<StoreInst>(&instruction))
      return store->isSimple() && isKnownUndefined(*store->getValueOperand());
    if (shuffledValue(instruction))
      return true;
    if (auto *load = dyn_cast<LoadInst>(&instruction))
      return load->isSimple();
    return !instruction.mayHaveSideEffects() && !isa<AllocaInst>(instruction) &&
           !(isa<CallInst>(instruction) && cast<CallInst>(instruction).isConvergent());
  }

  bool mayRepeat(const Instruction &instruction) {
    unsigned left = kMostRepeated;
    return mayRepeat(instruction, left);
  }

  bool mayRepeat(const Instruction &instruction, unsigned &left) const {
    if (isa<PHINode>(instruction) || instruction.mayReadOrWriteMemory() || left == 0 ||
        !isSafeToSpeculativelyExecute(&instruction))
      return false;
    --left;
    return all_of(instruction.operands(), [&](const Use &use) {
      auto *operand = dyn_cast<Instruction>(use);
      return !operand || !isInside(*operand) || isKnownUndefined(*operand) || mayRepeat(*operand, left);
    });
  }

  Value *valueIn(Instruction &place, Instruction &value) {
    if (isKnownUndefined(value))
      return UndefValue::get(value.getType());
    Value *&known = repeated_[&value];
    if (known)
      return known;
    Instruction *again = value.clone();
    for (Use &operand : again->operands())
      if (auto *instruction = dyn_cast<Instruction>(operand);
          instruction && blocks_.contains(instruction->getParent()))
        operand.set(valueIn(place, *instruction));
    again->insertBefore(place.getIterator());
    return repeated_[&value] = again;
  }

  BasicBlock &guard_, &merge_, &idle_from_;
  Instruction *barrier_ = nullptr;
  SetVector<BasicBlock *> blocks_; // the last one up to the barrier
  SmallPtrSet<const Value *, 32> undefined_;
  DenseMap<Instruction *, Value *> repeated_;
};

// Numbers that go up from lane to lane, compared with a bound: then the first or the last lane answers for all of them.
bool isBounded(const Value &condition, const analysis::LaneShapes &shapes) {
  auto *test = dyn_cast<ICmpInst>(&condition);
  return test && test->isRelational() &&
         all_of(test->operands(), [&](const Value *each) { return shapes.of(each).isScalar(); });
}

// Where lanes come from that do not pass a guard and do nothing on the way to where all meet again.
BasicBlock *idleSide(BasicBlock &guard, BasicBlock &merge) {
  for (BasicBlock *side : successors(&guard)) {
    if (side == &merge)
      return &guard;
    if (side->getSingleSuccessor() == &merge && side->getSinglePredecessor() == &guard &&
        side->sizeWithoutDebug() == 1)
      return side;
  }
  return nullptr;
}

bool separateOne(Function &kernel, const BlockClass &block, SmallPtrSetImpl<BasicBlock *> &seen) {
  const DominatorTree dominators(kernel);
  const PostDominatorTree post_dominators(kernel);
  const LoopInfo loops(dominators);
  const analysis::LaneShapes shapes(kernel, block);
  for (BasicBlock *guard : ReversePostOrderTraversal<Function *>(&kernel)) {
    if (!shapes.branchDiverges(guard) || isFullWarpBranch(*guard) || !seen.insert(guard).second)
      continue;
    auto *branch = dyn_cast<BranchInst>(guard->getTerminator());
    const auto *node = post_dominators.getNode(guard);
    BasicBlock *merge = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
    BasicBlock *idle = branch && branch->isConditional() && merge ? idleSide(*guard, *merge) : nullptr;
    if (!idle || !isBounded(*branch->getCondition(), shapes))
      continue;
    IdleWay way(*guard, *merge, *idle);
    if (way.findBarrier(post_dominators) && way.collect(dominators, loops) && way.doesNothing() &&
        way.knowsWhatFollows()) {
      way.separate();
      return true;
    }
  }
  return false;
}

} // namespace

bool separateIdleWarps(Function &kernel, const Input &input, Facts &facts) {
  if (facts.fused_warps > 1 || none_of(instructions(kernel), nvvm::isBarrierOfWholeBlock))
    return false;
  SmallPtrSet<BasicBlock *, 16> seen;
  bool changed = false;
  while (separateOne(kernel, input.block, seen))
    changed = true;
  if (changed)
    facts.shapes.forget();
  return changed;
}

} // namespace raddle::vectorize
