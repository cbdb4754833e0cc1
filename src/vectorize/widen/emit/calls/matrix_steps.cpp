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
// The operands go through memory. In registers, LLVM would find that products of one A or B have permutations in common, make all
// of them before the first product, and keep them on the stack, which takes longer than the multiplications.

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
        memory_(warp.slot(ArrayType::get(lanes_, call.arg_size() - kSumsOfStep), "operands")) {
    memory_->setAlignment(Align(64));
  }

  void emit() {
    storeOperands();
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
  Value *placeOf(unsigned operand, unsigned element) {
    return warp_.CreateConstInBoundsGEP1_32(warp_.getFloatTy(), memory_, operand * kLanes + element);
  }

  // A as the lanes have it; of B, for each lane of a row, its elements of the even columns, and of the odd ones.
  void storeOperands() {
    SmallVector<int, kLanes> by_rows(kLanes);
    for (unsigned column = 0; column < kLanes / kLanesOfRow; ++column)
      for (unsigned lane = 0; lane < kLanesOfRow; ++lane)
        by_rows[(lane * 2 + column % 2) * kLanesOfRow + column / 2] =
            static_cast<int>(column * kLanesOfRow + lane);
    for (unsigned i = 0; i < kRowsOfStep * of_row_; ++i)
      warp_.CreateAlignedStore(operand(i), placeOf(i, 0), Align(64));
    for (unsigned i = kRowsOfStep * of_row_; i < (kRowsOfStep + 1) * of_row_; ++i)
      warp_.CreateAlignedStore(warp_.CreateShuffleVector(operand(i), by_rows), placeOf(i, 0), Align(64));
    hideOperands();
  }

  // LLVM takes it that whoever has the address may have written there.
  void hideOperands() {
    auto *type = FunctionType::get(warp_.getVoidTy(), {memory_->getType()}, false);
    warp_.CreateCall(type, InlineAsm::get(type, "", "r,~{memory}", /*hasSideEffects=*/true), {memory_});
  }

  // One element of each row, for all its lanes.
  Value *ofRows(Value *rows, unsigned lane) {
    SmallVector<int, kLanes> order;
    for (unsigned i = 0; i < lanesOfPart(); ++i)
      order.push_back(static_cast<int>(i / kLanesOfRow * kLanesOfRow + lane));
    return warp_.CreateShuffleVector(rows, order);
  }
  Value *ofColumns(unsigned i, unsigned lane, unsigned odd) {
    auto *columns = FixedVectorType::get(warp_.getFloatTy(), kLanesOfRow);
    Value *place = placeOf(kRowsOfStep * of_row_ + i, (lane * 2 + odd) * kLanesOfRow);
    Value *four = warp_.CreateAlignedLoad(columns, place, Align(16));
    SmallVector<int, kLanes> order;
    for (unsigned k = 0; k < lanesOfPart(); ++k)
      order.push_back(static_cast<int>(k % kLanesOfRow));
    return warp_.CreateShuffleVector(four, order);
  }

  std::array<Value *, kSumsOfStep> sumsOfPart(unsigned first) {
    auto *part = FixedVectorType::get(warp_.getFloatTy(), lanesOfPart());
    std::array<Value *, kSumsOfStep> sums;
    for (unsigned i = 0; i < kSumsOfStep; ++i)
      sums[i] = partOf(warp_, operand(call_.arg_size() - kSumsOfStep + i), first, lanesOfPart());
    SmallVector<Value *, 8> rows;
    for (unsigned i = 0; i < kRowsOfStep * of_row_; ++i)
      rows.push_back(warp_.CreateAlignedLoad(part, placeOf(i, first), Align(lanesOfPart() * 2)));
    for (unsigned lane = 0; lane < kLanesOfRow; ++lane)
      for (unsigned i = 0; i < of_row_; ++i)
        for (unsigned odd = 0; odd < 2; ++odd) {
          Value *column = ofColumns(i, lane, odd);
          for (unsigned row = 0; row < kRowsOfStep; ++row) {
            Value *&sum = sums[2 * row + odd];
            sum = warp_.CreateIntrinsic(Intrinsic::fma, {part},
                                        {ofRows(rows[row * of_row_ + i], lane), column, sum});
          }
        }
    return sums;
  }

  WarpBuilder &warp_;
  CallInst &call_;
  const unsigned of_row_; // elements that a lane has of a row
  FixedVectorType *const lanes_;
  AllocaInst *const memory_;
};

} // namespace

void emitMatrixStep(WarpBuilder &warp, CallInst &call) { MatrixStep(warp, call).emit(); }

} // namespace raddle::vectorize
