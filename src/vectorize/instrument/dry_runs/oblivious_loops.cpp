#include "vectorize/instrument/dry_runs/oblivious_loops.h"

#include "nvvm/address_spaces.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/instrument/initialised/uninitialised.h"
#include "vectorize/instrument/memory/checked_accesses.h"
#include "vectorize/instrument/memory/object_roots.h"

#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IntrinsicInst.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// A loop gets two copies.
constexpr unsigned kLargestLoop = 400; // instructions
// Of an access, as the shadow of an epoch takes it.
constexpr std::uint64_t kSmallestAccess = 4, kLargestAccess = 64;

bool isEffectless(const Instruction &instruction) {
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
      intrinsic && intrinsic->isAssumeLikeIntrinsic())
    return true;
  auto *call = dyn_cast<CallBase>(&instruction);
  return !instruction.mayReadOrWriteMemory() && !instruction.mayHaveSideEffects() &&
         !(call && call->isConvergent());
}

GlobalVariable *asShared(Value *root) {
  auto *variable = dyn_cast<GlobalVariable>(root);
  return variable && variable->getAddressSpace() == nvvm::kSharedAddressSpace ? variable : nullptr;
}

// Whether it may access memory of the block. Parameters lead to none.
bool mayAccessShared(const Instruction &instruction) {
  if (isEffectless(instruction) || isa<FenceInst>(instruction))
    return false;
  auto maybe = [&](const Value *address) {
    Value *root = rootOf(const_cast<Value *>(address));
    if (auto *variable = dyn_cast<GlobalVariable>(root))
      return variable->getAddressSpace() == nvvm::kSharedAddressSpace;
    return !isa<Argument, AllocaInst>(root) &&
           (isa<LoadInst>(root) || !isMemoryOfRuntime(root, *instruction.getFunction()));
  };
  if (const Value *address = getLoadStorePointerOperand(&instruction))
    return maybe(address);
  if (auto *whole = dyn_cast<MemIntrinsic>(&instruction)) {
    auto *copy = dyn_cast<MemTransferInst>(whole);
    return maybe(whole->getRawDest()) || (copy && maybe(copy->getRawSource()));
  }
  const nvvm::RuntimeFunction *function = nvvm::calledRuntimeFunction(instruction);
  return !function || !function->isWarpOperation();
}

// Whether a way without a barrier leads from `from` to an instruction that is `wanted`; backwards: to it from such a one.
bool leadsTo(const Instruction &from, bool backwards, function_ref<bool(const Instruction &)> wanted) {
  SmallPtrSet<const BasicBlock *, 16> seen;
  SmallVector<const Instruction *, 8> open{backwards ? from.getPrevNode() : from.getNextNode()};
  SmallVector<const BasicBlock *, 8> begun{from.getParent()};
  while (!open.empty()) {
    const Instruction *next = open.pop_back_val();
    const BasicBlock *block = begun.pop_back_val();
    while (next && !nvvm::isBarrierOfWholeBlock(*next)) {
      if (wanted(*next))
        return true;
      next = backwards ? next->getPrevNode() : next->getNextNode();
    }
    if (next)
      continue;
    auto goOn = [&](const BasicBlock *other) {
      if (seen.insert(other).second) {
        open.push_back(backwards ? &other->back() : &other->front());
        begun.push_back(other);
      }
    };
    if (backwards)
      for_each(predecessors(block), goOn);
    else
      for_each(successors(block), goOn);
  }
  return false;
}

class LoopFinder {
public:
  LoopFinder(Function &kernel, const LoopInfo &loops, const SameInAllBlocks &same)
      : kernel_(kernel), loops_(loops), same_(same), dominators_(kernel), post_dominators_(kernel) {}

  std::vector<ObliviousLoop> find() const {
    std::vector<ObliviousLoop> found;
    for (const Loop *loop : loops_)
      if (ObliviousLoop oblivious; isOblivious(*loop, oblivious))
        found.push_back(std::move(oblivious));
    return found;
  }

private:
  bool isOblivious(const Loop &loop, ObliviousLoop &found) const {
    found.preheader = loop.getLoopPreheader();
    found.blocks.assign(loop.block_begin(), loop.block_end());
    return found.preheader && isReachedByAllOrNone(*found.preheader) && takeInstructions(loop, found) &&
           takeBranches(loop, found) && isApart(loop, found);
  }

  // Whether all threads of a block take the same way to it, as where a guard asks whether a loop runs at all.
  bool isReachedByAllOrNone(const BasicBlock &block) const {
    return post_dominators_.dominates(&block, &kernel_.getEntryBlock()) ||
           all_of(kernel_, [&](const BasicBlock &before) {
             auto *branch = dyn_cast<BranchInst>(before.getTerminator());
             return before.getTerminator()->getNumSuccessors() < 2 ||
                    post_dominators_.dominates(&block, &before) || !isReachableFrom(block, before) ||
                    (branch && isSameForAllThreads(*branch->getCondition(), kMostSteps));
           });
  }
  static constexpr unsigned kMostSteps = 8;

  bool isReachableFrom(const BasicBlock &block, const BasicBlock &before) const {
    return isPotentiallyReachable(&before, &block, nullptr, &dominators_, &loops_);
  }

  // Whether it follows from parameters and from the sizes of the block and the grid.
  bool isSameForAllThreads(const Value &value, unsigned most_steps) const {
    auto *instruction = dyn_cast<Instruction>(&value);
    if (!same_.contains(value) || !instruction || isa<LoadInst>(instruction))
      return same_.contains(value);
    return most_steps > 0 && !isa<PHINode, CallInst>(instruction) &&
           all_of(instruction->operands(),
                  [&](const Use &operand) { return isSameForAllThreads(*operand, most_steps - 1); });
  }

  bool takeInstructions(const Loop &loop, ObliviousLoop &found) const {
    unsigned count = 0;
    for (BasicBlock *block : loop.blocks())
      for (Instruction &instruction : *block) {
        if (++count > kLargestLoop)
          return false;
        if (nvvm::isSyncthreads(instruction))
          found.barriers.push_back(cast<CallInst>(&instruction));
        else if (isa<LoadInst, StoreInst>(instruction) && !isFieldOfRuntime(instruction)) {
          if (isSimpleElsewhere(instruction))
            found.is_closed = false;
          else if (!takeAccess(instruction, found))
            return false;
        } else if (isUninitialised(instruction) ||
                   (!isFieldOfRuntime(instruction) && !isEffectless(instruction))) {
          return false;
        }
        if (any_of(instruction.operands(), [&](const Use &operand) { return isa<UndefValue>(operand); }))
          return false;
        found.is_closed &=
            none_of(instruction.operands(), [&](const Use &operand) { return mayBeUnset(*operand, loop); });
      }
    return !found.barriers.empty() && !found.accesses.empty();
  }

  bool isFieldOfRuntime(const Instruction &instruction) const {
    auto *load = dyn_cast<LoadInst>(&instruction);
    return load && load->hasMetadata(LLVMContext::MD_invariant_load) &&
           isMemoryOfRuntime(rootOf(const_cast<Value *>(load->getPointerOperand())), kernel_);
  }

  // A plain access that leads to no shared memory, which is looked at as anywhere.
  bool isSimpleElsewhere(const Instruction &access) const {
    return !access.isVolatile() && !access.isAtomic() && !mayAccessShared(access) &&
           !isMemoryOfRuntime(rootOf(const_cast<Value *>(getLoadStorePointerOperand(&access))), kernel_);
  }

  bool takeAccess(Instruction &access, ObliviousLoop &found) const {
    Value *address = getLoadStorePointerOperand(&access);
    GlobalVariable *variable = asShared(rootOf(address));
    const std::uint64_t bytes =
        kernel_.getDataLayout().getTypeStoreSize(getLoadStoreType(&access)).getFixedValue();
    if (!variable || access.isVolatile() || access.isAtomic() || !same_.contains(*address) ||
        !isPowerOf2_64(bytes) || bytes < kSmallestAccess || bytes > kLargestAccess)
      return false;
    found.accesses.push_back({&access, address, variable, nullptr});
    return true;
  }

  // Whether a value from outside of the loop may come from memory, and so may be one that was never set.
  bool mayBeUnset(const Value &value, const Loop &loop) const {
    auto *instruction = dyn_cast<Instruction>(&value);
    if (!instruction || loop.contains(instruction) || same_.contains(value))
      return false;
    SmallPtrSet<const Value *, 8> seen;
    SmallVector<const Instruction *, 8> open{instruction};
    while (!open.empty()) {
      const Instruction *next = open.pop_back_val();
      if (!seen.insert(next).second || isFieldOfRuntime(*next))
        continue;
      if (!isEffectless(*next) || isUninitialised(*next) ||
          any_of(next->operands(), [](const Use &operand) { return isa<UndefValue>(operand); }))
        return true;
      for (const Use &operand : next->operands())
        if (auto *other = dyn_cast<Instruction>(operand))
          open.push_back(other);
    }
    return false;
  }

  // Accesses that a branch decides about by data are taken for made: what they do then is more than what they do in any block.
  bool takeBranches(const Loop &loop, ObliviousLoop &found) const {
    SmallPtrSet<const BasicBlock *, 8> decided;
    for (BasicBlock *block : found.blocks) {
      Instruction *branch = block->getTerminator();
      if (!isa<BranchInst>(branch))
        return false;
      if (branch->getNumSuccessors() < 2 || same_.contains(*branch->getOperand(0)))
        continue;
      found.decided_by_data.push_back(branch);
      SmallVector<BasicBlock *, 4> sides;
      if (!findSides(*branch, loop, sides))
        return false;
      decided.insert(sides.begin(), sides.end());
      for (ObliviousAccess &access : found.accesses)
        if (is_contained(sides, access.access->getParent())) {
          // That of the outermost branch counts, at which the address has to be computed.
          if (!access.decided_by || dominators_.dominates(branch, access.decided_by))
            access.decided_by = branch;
        }
    }
    return all_of(found.accesses, [&](const ObliviousAccess &access) {
      return !access.decided_by || isKnownAt(access.address, *access.decided_by);
    });
  }

  // The blocks between a branch and where its sides meet; false where they are more than a condition.
  bool findSides(Instruction &branch, const Loop &loop, SmallVectorImpl<BasicBlock *> &sides) const {
    BasicBlock *block = branch.getParent();
    const auto *node = post_dominators_.getNode(block)->getIDom();
    const BasicBlock *join = node ? node->getBlock() : nullptr;
    if (!join || !loop.contains(join) || dominators_.dominates(join, block))
      return false;
    SmallVector<BasicBlock *, 4> open(successors(block));
    while (!open.empty()) {
      BasicBlock *side = open.pop_back_val();
      if (side == join || is_contained(sides, side))
        continue;
      if (!dominators_.dominates(block, side) || loops_.getLoopFor(side) != loops_.getLoopFor(block) ||
          loops_.isLoopHeader(side) ||
          any_of(*side, [](const Instruction &instruction) { return nvvm::isSyncthreads(instruction); }))
        return false;
      sides.push_back(side);
      append_range(open, successors(side));
    }
    return true;
  }

  bool isKnownAt(const Value *address, const Instruction &branch) const {
    auto *instruction = dyn_cast<Instruction>(address);
    if (!instruction || dominators_.dominates(instruction, &branch))
      return true;
    return !isa<PHINode>(instruction) && isSafeToSpeculativelyExecute(instruction) &&
           all_of(instruction->operands(), [&](const Use &operand) { return isKnownAt(operand, branch); });
  }

  // Whether barriers stand between its accesses and those before and after it, and one on each way through it.
  bool isApart(const Loop &loop, const ObliviousLoop &found) const {
    auto isOutside = [&](const Instruction &instruction) {
      return !loop.contains(&instruction) && mayAccessShared(instruction);
    };
    for (const ObliviousAccess &access : found.accesses)
      if (leadsTo(*access.access, true, isOutside) || leadsTo(*access.access, false, isOutside))
        return false;
    return !leadsTo(*found.preheader->getTerminator(), false,
                    [&](const Instruction &instruction) { return !loop.contains(&instruction); });
  }

  Function &kernel_;
  const LoopInfo &loops_;
  const SameInAllBlocks &same_;
  DominatorTree dominators_;
  PostDominatorTree post_dominators_;
};

} // namespace

std::vector<ObliviousLoop> findObliviousLoops(Function &kernel, const LoopInfo &loops,
                                              const SameInAllBlocks &same) {
  return LoopFinder(kernel, loops, same).find();
}

} // namespace raddle::vectorize
