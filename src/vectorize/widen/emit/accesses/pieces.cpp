// Stores of pieces that lie side by side.
//
//   out[first_of_bin[digit] + i] = key
//
// Where keys have been sorted within a block, neighbouring lanes mostly have equal digits, and their places lie side by side.
// Only the run knows where one bin ends and the next begins:
//
//   starts = lanes whose index is not one more than that of the lane before
//   if (there are few of them)  for each piece: one vector store of its lanes
//   else                        a scatter
//
// A scatter of 32 elements takes a Zen 5 100 cycles, or 200 if they have 8 bytes; a piece takes 10. Pieces are stored in the order
// of the lanes, so the last one's value stays where several store to one place.

#include "vectorize/never_unrolled.h"
#include "vectorize/widen/emit/accesses/accesses.h"
#include "vectorize/widen/emit/lane_loops.h"
#include "vectorize/widen/emit/versions.h"

#include <llvm/IR/GetElementPtrTypeIterator.h>

#include <array>

using namespace llvm;

namespace raddle::vectorize {

namespace {

constexpr unsigned kMostPieces = 8;

// The varying index of an address, before it is extended to 64 bits.
class PiecewiseAddress {
public:
  PiecewiseAddress(WarpBuilder &warp, const Use &index)
      : warp_(warp), address_(*cast<GetElementPtrInst>(index.getUser())), operand_(index.get()) {
    auto *extension = dyn_cast<CastInst>(operand_);
    if (extension && isa<SExtInst, ZExtInst>(extension))
      extension_ = extension;
    // In lanes that do not take part it may be poison.
    indices_ = warp.CreateFreeze(warp.vector(extension_ ? extension_->getOperand(0) : operand_));
  }

  // Lanes whose element does not lie behind that of the lane before. An extended index may wrap in between.
  Value *starts() {
    std::array<int, kLanes> before = {};
    for (unsigned lane = 1; lane < kLanes; ++lane)
      before[lane] = static_cast<int>(lane - 1);
    Type *type = indices_->getType();
    Value *step = warp_.CreateSub(indices_, warp_.CreateShuffleVector(indices_, before));
    Value *starts = warp_.CreateICmpNE(step, ConstantInt::get(type, 1));
    if (extension_) {
      const unsigned width = type->getScalarSizeInBits();
      const APInt lowest = isa<SExtInst>(extension_) ? APInt::getSignedMinValue(width) : APInt::getZero(width);
      starts = warp_.CreateOr(starts, warp_.CreateICmpEQ(indices_, ConstantInt::get(type, lowest)));
    }
    return warp_.CreateOr(warp_.bits(starts), warp_.getInt32(1));
  }

  // Where lane 0 would have its element if all lay side by side with that of `lane`. The indices are spilled.
  Value *ofFirstLane(Value *spilled, Value *lane) {
    Value *index = loadLane(warp_, spilled, indices_->getType()->getScalarType(), lane);
    if (extension_)
      index = warp_.CreateCast(extension_->getOpcode(), index, extension_->getType());
    index = warp_.CreateSub(index, warp_.CreateZExt(lane, index->getType()));
    SmallVector<Value *, 4> operands;
    for (auto i = gep_type_begin(address_), end = gep_type_end(address_); i != end; ++i)
      operands.push_back(i.getOperand() == operand_ ? index
                         : i.isStruct()             ? i.getOperand()
                                                    : warp_.scalar(i.getOperand()));
    return warp_.CreateGEP(address_.getSourceElementType(), warp_.scalar(address_.getPointerOperand()),
                           operands);
  }

  Value *indices() const { return indices_; }

private:
  WarpBuilder &warp_;
  GetElementPtrInst &address_;
  Value *operand_, *indices_ = nullptr;
  CastInst *extension_ = nullptr;
};

// One piece after the other, from the lowest active lane on.
void storePieces(WarpBuilder &warp, StoreInst &store, PiecewiseAddress &address, Value *starts) {
  Value *values = warp.vector(store.getValueOperand()), *spilled = spill(warp, address.indices());
  BasicBlock *before = warp.GetInsertBlock(), *piece = warp.newBlock("piece"),
             *after = warp.newBlock("piece.end");
  Value *active = warp.bits(warp.mask);
  if (warp.may_be_empty)
    warp.CreateCondBr(warp.anyLane(warp.mask), piece, after);
  else
    warp.CreateBr(piece);
  warp.SetInsertPoint(piece);
  PHINode *left = warp.CreatePHI(warp.getInt32Ty(), 2, "lanes.left");
  Value *first = warp.CreateBinaryIntrinsic(Intrinsic::cttz, left, warp.getTrue());
  Value *next = warp.CreateAnd(starts, warp.CreateShl(warp.getInt32(~1u), first));
  // The lanes before the next start; all where there is none.
  Value *lanes_before = warp.CreateAnd(warp.CreateSub(next, warp.getInt32(1)), warp.CreateNot(next));
  Value *own = warp.CreateAnd(left, lanes_before), *rest = warp.CreateAnd(left, warp.CreateNot(lanes_before));
  warp.CreateMaskedStore(values, address.ofFirstLane(spilled, first), store.getAlign(),
                         warp.maskFromBits(own));
  left->addIncoming(active, before);
  left->addIncoming(rest, warp.GetInsertBlock());
  BranchInst *back_edge = warp.CreateCondBr(warp.CreateIsNotNull(rest), piece, after);
  back_edge->setMetadata(LLVMContext::MD_loop, neverUnrolled(warp.getContext()));
  warp.SetInsertPoint(after);
  warp.forgetVectors();
}

} // namespace

void emitStoreOfPieces(WarpBuilder &warp, StoreInst &store, const AccessDecision &decision) {
  PiecewiseAddress address(warp, *decision.piecewise);
  Value *starts = address.starts();
  Value *pieces = warp.CreateUnaryIntrinsic(Intrinsic::ctpop, starts);
  emitVersions(
      warp, warp.CreateICmpULE(pieces, warp.getInt32(kMostPieces)),
      [&] {
        storePieces(warp, store, address, starts);
        return ValueList();
      },
      [&] {
        scatter(warp, warp.vector(store.getValueOperand()), store.getPointerOperand(), 0, store.getAlign());
        return ValueList();
      });
}

} // namespace raddle::vectorize
