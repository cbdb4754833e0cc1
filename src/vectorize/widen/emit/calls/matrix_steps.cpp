// Steps of products of matrices (normalise/matrix_step.h).
//
// A vector of sums has rows of four lanes: the same row of A, and every other column of B. So for each k A's vector has one
// element of each row four times, a permutation within 16 bytes, and B's has the same four elements in each row, a load that
// repeats 16 bytes:
//
//   lane     0         1         2         3         4         5       ...
//   A        a(0,k)    a(0,k)    a(0,k)    a(0,k)    a(1,k)    a(1,k)
//   B        b(k,0)    b(k,2)    b(k,4)    b(k,6)    b(k,0)    b(k,2)
//   sum      (0,0)     (0,2)     (0,4)     (0,6)     (1,0)     (1,2)
//
// That is a loop over the lanes of a row. In straight code, LLVM would find that products of one A or B have permutations in
// common, make all of them before the first product, and keep them on the stack; and the steps of a kernel would not fit into the
// cache of instructions.

#include "vectorize/never_unrolled.h"
#include "vectorize/normalise/matrix_step.h"
#include "vectorize/widen/emit/calls/calls.h"
#include "vectorize/widen/emit/vectors.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

constexpr unsigned kLanesOfRow = 4;

class MatrixStep {
public:
  MatrixStep(WarpBuilder &warp, CallInst &call)
      : warp_(warp), call_(call), of_row_((call.arg_size() - kSumsOfStep) / (kRowsOfStep + 1)),
        lanes_(FixedVectorType::get(warp.getFloatTy(), kLanes)),
        columns_(warp.slot(ArrayType::get(lanes_, of_row_), "columns")) {
    columns_->setAlignment(Align(64));
  }

  void emit() {
    storeColumns();
    SmallVector<Value *, 8> parts[kSumsOfStep];
    for (unsigned first = 0; first < kLanes; first += lanesOfPart())
      for (auto [sum, part] : zip_equal(sumsOfPart(first), parts))
        part.push_back(sum);
    Value *result = PoisonValue::get(widened(call_.getType()));
    for (unsigned i = 0; i < kSumsOfStep; ++i)
      result = warp_.CreateInsertValue(result, concatenate(warp_, std::move(parts[i])), i);
    warp_.define(call_, result);
  }

private:
  // Two registers of each sum: eight sums that do not wait for each other.
  unsigned lanesOfPart() const { return 2 * (warp_.has_permutes ? warp_.registerBytes() : 16) / 4; }

  Value *operand(unsigned number) { return warp_.vector(call_.getArgOperand(number)); }
  Value *placeOf(unsigned i, unsigned element) {
    return warp_.CreateConstInBoundsGEP1_32(warp_.getFloatTy(), columns_, i * kLanes + element);
  }

  // B: for each lane of a row, its elements of the even columns, and of the odd ones.
  void storeColumns() {
    SmallVector<int, kLanes> by_lanes(kLanes);
    for (unsigned column = 0; column < kLanes / kLanesOfRow; ++column)
      for (unsigned lane = 0; lane < kLanesOfRow; ++lane)
        by_lanes[(lane * 2 + column % 2) * kLanesOfRow + column / 2] =
            static_cast<int>(column * kLanesOfRow + lane);
    for (unsigned i = 0; i < of_row_; ++i)
      warp_.CreateAlignedStore(warp_.CreateShuffleVector(operand(kRowsOfStep * of_row_ + i), by_lanes),
                               placeOf(i, 0), Align(64));
  }

  // One element of each row, for all its lanes. Without an instruction that takes the number of the lane, it is a constant.
  Value *ofRows(Value *rows, Value *lane) {
    if (auto *number = dyn_cast<ConstantInt>(lane)) {
      SmallVector<int, kLanes> order;
      for (unsigned i = 0; i < lanesOfPart(); ++i)
        order.push_back(static_cast<int>(i / kLanesOfRow * kLanesOfRow + number->getZExtValue()));
      return warp_.CreateShuffleVector(rows, order);
    }
    const unsigned of_register = warp_.registerBytes() / 4;
    Value *lanes = warp_.CreateVectorSplat(of_register, lane);
    SmallVector<Value *, 8> registers;
    for (unsigned first = 0; first < lanesOfPart(); first += of_register)
      registers.push_back(
          warp_.CreateIntrinsic(warp_.has_wide_permutes ? Intrinsic::x86_avx512_vpermilvar_ps_512
                                                        : Intrinsic::x86_avx_vpermilvar_ps_256,
                                {}, {partOf(warp_, rows, first, of_register), lanes}));
    return concatenate(warp_, std::move(registers));
  }
  Value *ofColumns(unsigned i, Value *lane, unsigned odd) {
    auto *columns = FixedVectorType::get(warp_.getFloatTy(), kLanesOfRow);
    Value *first = placeOf(i, odd * kLanesOfRow);
    Value *place = warp_.CreateInBoundsGEP(warp_.getFloatTy(), first,
                                           warp_.CreateMul(lane, warp_.getInt32(2 * kLanesOfRow)));
    Value *four = warp_.CreateAlignedLoad(columns, place, Align(16));
    SmallVector<int, kLanes> order;
    for (unsigned k = 0; k < lanesOfPart(); ++k)
      order.push_back(static_cast<int>(k % kLanesOfRow));
    return warp_.CreateShuffleVector(four, order);
  }

  using Sums = std::array<Value *, kSumsOfStep>;

  // What the elements of one lane of each row add to the sums.
  Sums added(Sums sums, ArrayRef<Value *> rows, Value *lane) {
    for (unsigned i = 0; i < of_row_; ++i)
      for (unsigned odd = 0; odd < 2; ++odd) {
        Value *column = ofColumns(i, lane, odd);
        for (unsigned row = 0; row < kRowsOfStep; ++row) {
          Value *&sum = sums[2 * row + odd];
          sum = warp_.CreateIntrinsic(Intrinsic::fma, {column->getType()},
                                      {ofRows(rows[row * of_row_ + i], lane), column, sum});
        }
      }
    return sums;
  }

  Sums addedInLoop(const Sums &first, ArrayRef<Value *> rows) {
    BasicBlock *before = warp_.GetInsertBlock(), *loop = warp_.newBlock("matrix.step"),
               *after = warp_.newBlock("matrix.step.end");
    warp_.CreateBr(loop);
    warp_.SetInsertPoint(loop);
    PHINode *lane = warp_.CreatePHI(warp_.getInt32Ty(), 2, "lane");
    Sums sums;
    for (unsigned i = 0; i < kSumsOfStep; ++i)
      sums[i] = warp_.CreatePHI(first[i]->getType(), 2, "sum");
    const Sums next = added(sums, rows, lane);
    Value *next_lane = warp_.CreateAdd(lane, warp_.getInt32(1), "", /*HasNUW=*/true, /*HasNSW=*/true);
    lane->addIncoming(warp_.getInt32(0), before);
    lane->addIncoming(next_lane, loop);
    for (unsigned i = 0; i < kSumsOfStep; ++i) {
      cast<PHINode>(sums[i])->addIncoming(first[i], before);
      cast<PHINode>(sums[i])->addIncoming(next[i], loop);
    }
    BranchInst *back_edge =
        warp_.CreateCondBr(warp_.CreateICmpNE(next_lane, warp_.getInt32(kLanesOfRow)), loop, after);
    back_edge->setMetadata(LLVMContext::MD_loop, neverUnrolled(warp_.getContext()));
    warp_.SetInsertPoint(after);
    warp_.forgetVectors();
    return next;
  }

  Sums sumsOfPart(unsigned first) {
    Sums sums;
    for (unsigned i = 0; i < kSumsOfStep; ++i)
      sums[i] = partOf(warp_, operand(call_.arg_size() - kSumsOfStep + i), first, lanesOfPart());
    SmallVector<Value *, 8> rows;
    for (unsigned i = 0; i < kRowsOfStep * of_row_; ++i)
      rows.push_back(partOf(warp_, operand(i), first, lanesOfPart()));
    if (warp_.has_permutes)
      return addedInLoop(sums, rows);
    for (unsigned lane = 0; lane < kLanesOfRow; ++lane)
      sums = added(sums, rows, warp_.getInt32(lane));
    return sums;
  }

  WarpBuilder &warp_;
  CallInst &call_;
  const unsigned of_row_; // elements that a lane has of a row
  FixedVectorType *const lanes_;
  AllocaInst *const columns_;
};

} // namespace

void emitMatrixStep(WarpBuilder &warp, CallInst &call) { MatrixStep(warp, call).emit(); }

} // namespace raddle::vectorize
