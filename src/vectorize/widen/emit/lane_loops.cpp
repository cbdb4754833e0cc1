#include "vectorize/widen/emit/lane_loops.h"

#include "vectorize/never_unrolled.h"
#include "vectorize/widen/emit/versions.h"

using namespace llvm;

namespace raddle::vectorize {

// What an integer is held as where each lane's has an address: a vector leaves no gaps, memory does. Bits would lie side by
// side; each becomes a byte.
static unsigned widthInMemory(const Type *integer) {
  return static_cast<unsigned>(PowerOf2Ceil(std::max(8u, integer->getScalarSizeInBits())));
}

Value *spill(WarpBuilder &warp, Value *vector) {
  if (vector->getType()->isIntOrIntVectorTy())
    vector = warp.CreateZExt(vector, widened(warp.getIntNTy(widthInMemory(vector->getType()))));
  AllocaInst *memory = warp.scratch(vector->getType(), "spill");
  warp.CreateAlignedStore(vector, memory, Align(64));
  return memory;
}

Value *loadLane(WarpBuilder &warp, Value *spilled, Type *type, Value *lane) {
  if (type->isIntegerTy() && widthInMemory(type) != type->getIntegerBitWidth()) {
    Value *value = loadLane(warp, spilled, warp.getIntNTy(widthInMemory(type)), lane);
    return type->isIntegerTy(1) ? warp.CreateIsNotNull(value) : warp.CreateTrunc(value, type);
  }
  return warp.CreateLoad(type, warp.CreateGEP(type, spilled, lane));
}

// All lanes are counted: taking bits off a mask would be more instructions, and addresses would wait for it.
void forEachLane(WarpBuilder &warp, Value *mask, function_ref<void(Value *lane)> body) {
  BasicBlock *before = warp.GetInsertBlock(), *loop = warp.newBlock("each.lane"),
             *after = warp.newBlock("each.lane.end");
  const bool counts = warp.isFull(mask);
  Value *first = counts ? warp.getInt32(0) : warp.bits(mask);
  if (warp.may_be_empty)
    warp.CreateCondBr(warp.anyLane(mask), loop, after);
  else
    warp.CreateBr(loop);
  warp.SetInsertPoint(loop);
  PHINode *current = warp.CreatePHI(warp.getInt32Ty(), 2, counts ? "lane" : "lanes.left");
  body(counts ? current : warp.CreateBinaryIntrinsic(Intrinsic::cttz, current, warp.getTrue()));
  Value *next = counts ? warp.CreateAdd(current, warp.getInt32(1), "", /*HasNUW=*/true, /*HasNSW=*/true)
                       : warp.CreateAnd(current, warp.CreateSub(current, warp.getInt32(1)));
  // Both at once: of a phi with one value the builder would take that for all iterations.
  current->addIncoming(first, before);
  current->addIncoming(next, warp.GetInsertBlock());
  BranchInst *back_edge =
      warp.CreateCondBr(warp.CreateICmpNE(next, warp.getInt32(counts ? kLanes : 0)), loop, after);
  if (counts)
    back_edge->setMetadata(LLVMContext::MD_loop, neverUnrolled(warp.getContext()));
  warp.SetInsertPoint(after);
  warp.forgetVectors();
}

void forEachLaneOrUnrolled(WarpBuilder &warp, bool is_short, function_ref<void(Value *lane)> body) {
  if (!is_short)
    return forEachLane(warp, warp.mask, body);
  whenAllAreActive(
      warp, warp.getTrue(),
      [&] {
        for (unsigned lane = 0; lane < kLanes; ++lane)
          body(warp.getInt32(lane));
        return ValueList();
      },
      [&] {
        forEachLane(warp, warp.mask, body);
        return ValueList();
      });
}

} // namespace raddle::vectorize
