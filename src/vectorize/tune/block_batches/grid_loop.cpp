#include "vectorize/tune/block_batches/grid_loop.h"

#include "abi/kernel_abi.h"
#include "vectorize/prefetches.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

// The stride `gridDim.x * blockDim.x`, widened and multiplied by the elements of a thread, is three or four operations deep.
constexpr unsigned kDeepestStride = 8;

// Whether a number of blocks of the grid is part of the value.
bool countsBlocks(const Value &value, const Function &entry, unsigned depth = kDeepestStride) {
  auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction || depth == 0)
    return false;
  if (auto *load = dyn_cast<LoadInst>(instruction)) {
    const auto offset = blockOffset(*load->getPointerOperand(), entry);
    return offset && *offset >= std::int64_t{offsetof(RaddleBlock, grid_dim)} &&
           *offset < std::int64_t{offsetof(RaddleBlock, dynamic_shared_bytes)};
  }
  return onlyComputes(*instruction) && any_of(instruction->operands(), [&](const Value *operand) {
           return countsBlocks(*operand, entry, depth - 1);
         });
}

bool growsByGrid(const PHINode &counter, const Loop &loop) {
  auto *next = dyn_cast<BinaryOperator>(counter.getIncomingValueForBlock(loop.getLoopLatch()));
  if (!next || next->getOpcode() != Instruction::Add)
    return false;
  for (unsigned i = 0; i < 2; ++i)
    if (next->getOperand(i) == &counter &&
        countsBlocks(*next->getOperand(1 - i), *loop.getHeader()->getParent()))
      return true;
  return false;
}

bool isOverGrid(const Loop &loop) {
  const BasicBlock *latch = loop.getLoopLatch();
  return loop.isInnermost() && latch && loop.getExitingBlock() == latch &&
         isa<BranchInst>(latch->getTerminator()) &&
         any_of(loop.getHeader()->phis(), [&](const PHINode &phi) { return growsByGrid(phi, loop); });
}

// Whether the address lies in memory that parameters or variables lead to, or among the parameters, and not on a stack.
bool isOfLaunch(const Value &address, const Function &entry) {
  SmallVector<const Value *, 4> objects;
  getUnderlyingObjects(&address, objects, nullptr, /*MaxLookup=*/0);
  return all_of(objects, [&](const Value *object) {
    auto *load = dyn_cast<LoadInst>(object);
    return load ? isInvariantLoad(*load) : object == entry.getArg(1);
  });
}

// Whether the loop does nothing but read, in vectors. Where lanes gather, what neighbouring blocks read need not lie side by side.
bool onlyReadsVectors(const Loop &loop) {
  const Function &entry = *loop.getHeader()->getParent();
  bool reads = false;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block) {
      auto *load = dyn_cast<LoadInst>(&instruction);
      if (load && load->isSimple() && isOfLaunch(*load->getPointerOperand(), entry))
        reads |= !loop.isLoopInvariant(load->getPointerOperand());
      else if (!isPrefetch(instruction) &&
               (instruction.mayReadOrWriteMemory() || instruction.mayHaveSideEffects()))
        return false;
    }
  return reads;
}

// Whether iterations end where it is decided whether another one follows.
bool mayBeOverWarps(const Loop &loop) {
  const BasicBlock *latch = loop.getLoopLatch();
  return !loop.getParentLoop() && latch && loop.isLoopExiting(latch) &&
         isa<BranchInst>(latch->getTerminator());
}

bool isHarmless(const Instruction &instruction, const Function &entry) {
  auto isOnStack = [](const Value *address) { return isa<AllocaInst>(getUnderlyingObject(address, 0)); };
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return isInvariantLoad(*load) || isOnStack(load->getPointerOperand());
  if (auto *store = dyn_cast<StoreInst>(&instruction))
    return isOnStack(store->getPointerOperand()) ||
           blockOffset(*store->getPointerOperand(), entry) == offsetof(RaddleBlock, running_warp);
  auto *call = dyn_cast<IntrinsicInst>(&instruction);
  return (call && (call->isLifetimeStartOrEnd() || call->isAssumeLikeIntrinsic())) ||
         isPrefetch(instruction) || !(instruction.mayReadOrWriteMemory() || instruction.mayHaveSideEffects());
}

} // namespace

std::optional<std::int64_t> blockOffset(const Value &address, const Function &entry) {
  std::int64_t offset = 0;
  const Value *base = GetPointerBaseWithConstantOffset(&address, offset, entry.getDataLayout());
  return base == entry.getArg(0) ? std::optional(offset) : std::nullopt;
}

bool isInvariantLoad(const Instruction &instruction) {
  return isa<LoadInst>(instruction) && instruction.hasMetadata(LLVMContext::MD_invariant_load);
}

bool onlyComputes(const Instruction &instruction) {
  return isa<BinaryOperator, UnaryOperator, CastInst, CmpInst, SelectInst, GetElementPtrInst,
             InsertElementInst, ExtractElementInst, ShuffleVectorInst, FreezeInst>(instruction) ||
         (isa<IntrinsicInst>(instruction) && !instruction.mayReadOrWriteMemory() &&
          !instruction.mayHaveSideEffects());
}

bool isBlockIndex(const Instruction &instruction, const Function &entry) {
  auto *load = dyn_cast<LoadInst>(&instruction);
  return load && load->getType()->isIntegerTy(32) &&
         blockOffset(*load->getPointerOperand(), entry) == offsetof(RaddleBlock, block_idx.x);
}

std::optional<GridLoop> GridLoop::find(LoopInfo &loops, DominatorTree &dominators) {
  for (Loop *loop : loops.getLoopsInPreorder()) {
    Loop *warps = loop->getParentLoop();
    if (isOverGrid(*loop) && onlyReadsVectors(*loop) && (!warps || mayBeOverWarps(*warps)) &&
        (loop->getLoopPreheader() ||
         InsertPreheaderForLoop(loop, &dominators, &loops, nullptr, /*PreserveLCSSA=*/false)))
      return GridLoop{loop, warps};
  }
  return std::nullopt;
}

SetVector<BasicBlock *> GridLoop::blocksBeforeLoop() const {
  SetVector<BasicBlock *> way;
  way.insert(loop->getLoopPreheader());
  for (std::size_t i = 0; i < way.size(); ++i)
    for (BasicBlock *before : predecessors(way[i])) {
      if (warps && way[i] == warps->getHeader() && before == warps->getLoopLatch())
        continue;
      if (loop->contains(before))
        return {};
      way.insert(before);
    }
  const Function &entry = *loop->getHeader()->getParent();
  for (const BasicBlock *block : way)
    for (const Instruction &instruction : *block)
      if (!isHarmless(instruction, entry))
        return {};
  return way;
}

} // namespace raddle::vectorize
