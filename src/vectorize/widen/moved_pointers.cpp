#include "vectorize/widen/moved_pointers.h"

#include "vectorize/widen/call_effects.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Operator.h>

#include <optional>

using namespace llvm;

namespace raddle::vectorize {

namespace {

bool hasBarrier(const Loop &loop) {
  return any_of(loop.blocks(), [](const BasicBlock *block) {
    return any_of(*block, [](const Instruction &instruction) {
      return calledRuntimeFunction(instruction) == "raddle_syncthreads";
    });
  });
}

// By how many bytes the pointer is moved in each iteration: constants, and values that the loop does not change.
struct Step {
  MapVector<Value *, APInt> bytes_of;
  APInt constant{64, 0};
};

std::optional<Step> stepOf(const PHINode &pointer, const Loop &loop) {
  const DataLayout &layout = pointer.getDataLayout();
  Step step;
  Value *next = pointer.getIncomingValueForBlock(loop.getLoopLatch());
  while (next != &pointer) {
    auto *address = dyn_cast<GEPOperator>(next);
    if (!address || layout.getIndexTypeSizeInBits(address->getType()) != 64 ||
        !address->collectOffset(layout, 64, step.bytes_of, step.constant))
      return std::nullopt;
    next = address->getPointerOperand();
  }
  if (!all_of(step.bytes_of, [&](const auto &term) { return loop.isLoopInvariant(term.first); }))
    return std::nullopt;
  return step;
}

Value *bytesOf(const Step &step, IRBuilder<> &builder) {
  Value *sum = builder.getInt(step.constant);
  for (const auto &[index, bytes] : step.bytes_of)
    sum = builder.CreateAdd(sum, builder.CreateMul(builder.CreateSExtOrTrunc(index, builder.getInt64Ty()),
                                                   builder.getInt(bytes)));
  return sum;
}

void countMoves(PHINode &pointer, const Step &step, const Loop &loop) {
  BasicBlock *before = loop.getLoopPreheader(), *latch = loop.getLoopLatch(), *header = loop.getHeader();
  IRBuilder<> builder(before->getTerminator());
  Value *bytes = bytesOf(step, builder);
  auto *moved = PHINode::Create(builder.getInt64Ty(), 2, "moved", header->begin());
  builder.SetInsertPoint(header, header->getFirstInsertionPt());
  Value *address = builder.CreatePtrAdd(pointer.getIncomingValueForBlock(before), moved);
  builder.SetInsertPoint(latch->getTerminator());
  moved->addIncoming(builder.getInt64(0), before);
  moved->addIncoming(builder.CreateAdd(moved, bytes), latch);
  pointer.replaceAllUsesWith(address);
  pointer.eraseFromParent();
}

// An index that the loop does not change is extended where it is used: as a number of 32 bits it is one for all lanes, and
// their distance.
void extendLate(const Loop &loop, const LoopInfo &loops) {
  for (BasicBlock *block : loop.blocks()) {
    if (loops.getLoopFor(block) != &loop)
      continue;
    for (Instruction &instruction : *block) {
      auto *address = dyn_cast<GetElementPtrInst>(&instruction);
      if (!address)
        continue;
      for (Use &index : address->indices())
        if (auto *extension = dyn_cast<CastInst>(index);
            extension && isa<SExtInst, ZExtInst>(extension) && !loop.contains(extension)) {
          Instruction *late = extension->clone();
          late->insertBefore(address->getIterator());
          index.set(late);
        }
    }
  }
}

} // namespace

void countMovedPointers(CompileJob &job) {
  if (!job.optimize)
    return;
  DominatorTree dominators(*job.kernel);
  LoopInfo loops(dominators);
  for (const Loop *loop : loops.getLoopsInPreorder()) {
    if (!loop->getLoopPreheader() || !loop->getLoopLatch() || !hasBarrier(*loop))
      continue;
    for (PHINode &phi : make_early_inc_range(loop->getHeader()->phis()))
      if (phi.getType()->isPointerTy())
        if (const std::optional<Step> step = stepOf(phi, *loop))
          countMoves(phi, *step, *loop);
    extendLate(*loop, loops);
  }
}

} // namespace raddle::vectorize
