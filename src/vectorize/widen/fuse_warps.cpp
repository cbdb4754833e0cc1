// Between two barriers the warps of a block may run in any order, also in step. Where their control flow is
// the same,
//
//   for (k = 0; k < 32; ++k)                         becomes     for (k = 0; k < 32; ++k) {
//     sum += a[threadIdx.y][k] * b[k][threadIdx.x];                x = b[k][threadIdx.x];
//                                                                  sum0 += a[threadIdx.y][k] * x;
//                                                                  sum1 += a[threadIdx.y + 1][k] * x; ...
//
// in blocks that are 32 wide: what the warps have in common is computed once, the processor finds chains of
// operations that do not wait for each other, and there are fewer fibers to switch between at a barrier. On
// GPUs this is known as thread coarsening. Nothing is computed in another way, so that results keep their
// bits.

#include "vectorize/widen/fuse_warps.h"

#include "analysis/lane_shapes.h"
#include "vectorize/widen/call_effects.h"
#include "vectorize/widen/vector_registers.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Registers that the values of one instruction need beside those that live through a loop.
constexpr unsigned kRegistersInUse = 6;
// No kernel becomes larger than this, in instructions for one thread.
constexpr unsigned kMostInstructions = 2000;

bool isBarrier(const Instruction &instruction) {
  return calledRuntimeFunction(instruction) == "raddle_syncthreads";
}

// Only barriers may wait for other warps.
bool mayBeFused(const Instruction &instruction) {
  auto *call = dyn_cast<CallInst>(&instruction);
  if (!call)
    return !isa<UnreachableInst>(instruction);
  const Function *callee = call->getCalledFunction();
  if (!callee || !callee->isDeclaration())
    return false;
  StringRef name = callee->getName();
  if (!name.starts_with("raddle_"))
    return true;
  for (StringRef operation : {"raddle_shfl_", "raddle_vote_", "raddle_redux_", "raddle_match_"})
    if (name.starts_with(operation))
      return true;
  return isBarrier(instruction) || name == "raddle_syncwarp" || name == "raddle_activemask";
}

class WarpFuser {
public:
  WarpFuser(Function &kernel, const BlockClass &block) : kernel_(kernel), block_(block) {}

  // Finds what differs between the warps of a group; false when they may part.
  bool haveOneControlFlow() {
    for (Instruction &instruction : instructions(kernel_))
      if (!mayBeFused(instruction))
        return false;
    SmallVector<Instruction *, 64> work;
    for (Instruction &instruction : instructions(kernel_))
      if (differsByItself(instruction) && differ_.insert(&instruction).second)
        work.push_back(&instruction);
    while (!work.empty())
      for (User *user : work.pop_back_val()->users())
        if (auto *instruction = cast<Instruction>(user); differ_.insert(instruction).second)
          work.push_back(instruction);
    return none_of(kernel_, [&](const BasicBlock &block) {
      return block.getTerminator()->getNumSuccessors() > 1 && differ_.contains(block.getTerminator());
    });
  }

  // How many of `warps` are worth it and fit into vector registers of so many bits.
  unsigned choose(unsigned warps, VectorRegisters registers) const {
    DominatorTree dominators(kernel_);
    LoopInfo loops(dominators);
    const bool has_barrier = any_of(instructions(kernel_), isBarrier);
    if (!has_barrier && loops.empty())
      return 1;
    analysis::LaneShapes shapes(kernel_, block_);
    unsigned needed = 0; // of one warp
    for (Loop *loop : loops.getLoopsInPreorder())
      needed = std::max(needed, registersIn(*loop, shapes, registers));
    const unsigned size = kernel_.getInstructionCount();
    while (warps > 1 &&
           (needed * warps + kRegistersInUse > registers.count || size * warps > kMostInstructions))
      warps /= 2;
    return warps;
  }

  void fuse(unsigned warps) {
    SmallVector<Instruction *, 128> originals;
    for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&kernel_))
      for (Instruction &instruction : *block)
        if (needsCopies(instruction))
          originals.push_back(&instruction);
    SmallVector<DenseMap<Value *, Value *>, 4> twins(warps); // of each warp but the first
    for (Instruction *original : originals) {
      Instruction *last = original;
      for (unsigned warp = 1; warp < warps; ++warp) {
        Instruction *copy = copyFor(*original, warp);
        if (isa<PHINode>(original))
          copy->insertBefore(original->getParent()->getFirstNonPHIIt());
        else
          copy->insertAfter(last);
        twins[warp][original] = moved(*copy, warp);
        last = cast<Instruction>(twins[warp][original]);
        copies_.push_back({copy, warp});
      }
    }
    for (auto [copy, warp] : copies_)
      for (Use &operand : copy->operands())
        if (Value *twin = twins[warp].lookup(operand))
          operand.set(twin);
  }

private:
  // A field of the thread that is another one in the next warp: by how much, else 0.
  unsigned stepOf(const Instruction &instruction) const {
    auto *call = dyn_cast<CallInst>(&instruction);
    const bool is_narrow = block_.layout == BlockClass::Layout::kNarrow;
    switch (call ? analysis::threadFieldOffset(*call) : -1) {
    case offsetof(RaddleThread, thread_idx.x):
      return is_narrow ? 0 : kRaddleWarpSize;
    case offsetof(RaddleThread, thread_idx.y):
      return is_narrow ? kRaddleWarpSize / block_.row : 0;
    case offsetof(RaddleThread, warp):
      return 1;
    default:
      return 0;
    }
  }

  bool differsByItself(const Instruction &instruction) const {
    return stepOf(instruction) != 0 || isa<AllocaInst>(instruction) || instruction.isAtomic() ||
           instruction.isVolatile();
  }

  bool needsCopies(const Instruction &instruction) const {
    if (instruction.isTerminator() || isBarrier(instruction))
      return false;
    if (differ_.contains(&instruction))
      return true;
    // Warps that store the same value in the same place need only do it once.
    return instruction.mayHaveSideEffects() && !isa<StoreInst>(instruction) && !isa<FenceInst>(instruction);
  }

  static Instruction *copyFor(const Instruction &original, unsigned warp) {
    Instruction *copy = original.clone();
    if (original.hasName())
      copy->setName(original.getName() + ".warp" + Twine(warp));
    return copy;
  }

  // A thread field of another warp: that of the first, and the step.
  Value *moved(Instruction &copy, unsigned warp) const {
    const unsigned step = stepOf(copy);
    if (step == 0)
      return &copy;
    IRBuilder<> builder(copy.getNextNode());
    return builder.CreateAdd(&copy, builder.getInt32(step * warp), "", /*HasNUW=*/true, /*HasNSW=*/true);
  }

  // Values of one warp that are alive in the whole loop, in vector registers.
  unsigned registersIn(const Loop &loop, const analysis::LaneShapes &shapes,
                       VectorRegisters registers) const {
    const DataLayout &layout = kernel_.getParent()->getDataLayout();
    SmallPtrSet<const Value *, 32> alive;
    auto add = [&](const Value &value) {
      if (differ_.contains(&value) && shapes.of(&value).isVarying() && !value.getType()->isVoidTy())
        alive.insert(&value);
    };
    for (const PHINode &phi : loop.getHeader()->phis())
      add(phi);
    for (const BasicBlock *block : loop.blocks())
      for (const Instruction &instruction : *block) {
        // What a phi begins with is not needed any more behind it.
        if (isa<PHINode>(instruction) && block == loop.getHeader())
          continue;
        for (const Value *operand : instruction.operands())
          if (auto *outside = dyn_cast<Instruction>(operand); outside && !loop.contains(outside))
            add(*outside);
      }
    unsigned needed = 0;
    for (const Value *value : alive)
      needed += registers.neededFor(value->getType(), layout);
    return needed;
  }

  Function &kernel_;
  const BlockClass &block_;
  SmallPtrSet<const Value *, 32> differ_;
  SmallVector<std::pair<Instruction *, unsigned>, 128> copies_;
};

} // namespace

void fuseWarps(CompileJob &job) {
  if (job.block.group == 1 || !job.optimize)
    return;
  WarpFuser fuser(*job.kernel, job.block);
  if (!fuser.haveOneControlFlow())
    return;
  job.fused_warps = fuser.choose(job.block.group, VectorRegisters::of(job));
  if (job.fused_warps > 1)
    fuser.fuse(job.fused_warps);
}

} // namespace raddle::vectorize
