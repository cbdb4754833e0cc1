// Pointer induction variables of loops around barriers.

#include "vectorize/reshape/passes.h"

#include "abi/kernel_abi.h"
#include "analysis/induction_step.h"
#include "analysis/lane_shapes.h"
#include "nvvm/runtime_functions.h"

#include <cstddef>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Instructions between threadIdx and an index that is made of it.
constexpr unsigned kLongestChain = 12;

bool hasBarrier(const Loop &loop) {
  return any_of(loop.blocks(), [](const BasicBlock *block) { return any_of(*block, nvvm::isSyncthreads); });
}

// Whether the value is made of threadIdx.
bool isOfThread(const Value &value, unsigned depth) {
  auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction || depth == 0)
    return false;
  if (auto *call = dyn_cast<CallInst>(instruction)) {
    const std::int64_t field = analysis::threadFieldOffset(*call);
    return field >= 0 && field < static_cast<std::int64_t>(offsetof(RaddleThread, block));
  }
  return isa<BinaryOperator, CastInst>(instruction) &&
         any_of(instruction->operands(),
                [&](const Value *operand) { return isOfThread(*operand, depth - 1); });
}

// By how many bytes a pointer is induction in each iteration, which the loop does not change; null where that is not known.
Value *stepOfPointer(const PHINode &pointer, const Loop &loop) {
  const DataLayout &layout = pointer.getDataLayout();
  MapVector<Value *, APInt> bytes_of;
  APInt constant(64, 0);
  Value *next = pointer.getIncomingValueForBlock(loop.getLoopLatch());
  while (next != &pointer) {
    auto *address = dyn_cast<GEPOperator>(next);
    if (!address || layout.getIndexTypeSizeInBits(address->getType()) != 64 ||
        !address->collectOffset(layout, 64, bytes_of, constant))
      return nullptr;
    next = address->getPointerOperand();
  }
  if (!all_of(bytes_of, [&](const auto &term) { return loop.isLoopInvariant(term.first); }))
    return nullptr;
  IRBuilder<> builder(loop.getLoopPreheader()->getTerminator());
  Value *sum = builder.getInt(constant);
  for (const auto &[index, bytes] : bytes_of)
    sum = builder.CreateAdd(sum, builder.CreateMul(builder.CreateSExtOrTrunc(index, builder.getInt64Ty()),
                                                   builder.getInt(bytes)));
  return sum;
}

// The same of an index. Counters that are alike for all threads of a block stay what they are.
Value *stepOfIndex(const PHINode &index, const Loop &loop) {
  return isOfThread(*index.getIncomingValueForBlock(loop.getLoopPreheader()), kLongestChain)
             ? analysis::inductionStep(index, loop)
             : nullptr;
}

void rewriteAsOffset(PHINode &induction, Value &step, const Loop &loop) {
  BasicBlock *before = loop.getLoopPreheader(), *latch = loop.getLoopLatch(), *header = loop.getHeader();
  Value *start = induction.getIncomingValueForBlock(before);
  auto *distance = PHINode::Create(step.getType(), 2, "moved", header->begin());
  IRBuilder<> builder(latch->getTerminator());
  distance->addIncoming(Constant::getNullValue(step.getType()), before);
  distance->addIncoming(builder.CreateAdd(distance, &step), latch);
  builder.SetInsertPoint(header, header->getFirstInsertionPt());
  induction.replaceAllUsesWith(induction.getType()->isPointerTy() ? builder.CreatePtrAdd(start, distance)
                                                                  : builder.CreateAdd(start, distance));
  induction.eraseFromParent();
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

void rewritePointerInductions(Function &kernel) {
  DominatorTree dominators(kernel);
  LoopInfo loops(dominators);
  for (const Loop *loop : loops.getLoopsInPreorder()) {
    if (!loop->getLoopPreheader() || !loop->getLoopLatch() || !hasBarrier(*loop))
      continue;
    for (PHINode &phi : make_early_inc_range(loop->getHeader()->phis())) {
      Value *step = phi.getType()->isPointerTy()   ? stepOfPointer(phi, *loop)
                    : phi.getType()->isIntegerTy() ? stepOfIndex(phi, *loop)
                                                   : nullptr;
      if (step)
        rewriteAsOffset(phi, *step, *loop);
    }
    extendLate(*loop, loops);
  }
}

} // namespace raddle::vectorize
