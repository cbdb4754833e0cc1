// Products of matrices (normalise/matrix_step.h).
//
// A vector of sums has the rows of one column. So for each k A's vector has one element of each row, as it was kept in memory, and
// B's has one number, which a multiplication loads and repeats by itself:
//
//   element   0        1        2        3      ...
//   A         a(0,k)   a(1,k)   a(2,k)   a(3,k)
//   B         b(k,n)   b(k,n)   b(k,n)   b(k,n)
//   sum       (0,n)    (1,n)    (2,n)    (3,n)
//
// That is a loop over the lanes of a row: in straight code, the products of a kernel would not fit into the cache of instructions.

#include "nvvm/markers.h"
#include "vectorize/never_unrolled.h"
#include "vectorize/normalise/matrix_step.h"
#include "vectorize/widen/emit/calls/calls.h"
#include "vectorize/widen/emit/vectors.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

constexpr unsigned kLanesOfRow = 4, kColumns = 8, kRows = 16;
const Align kAlign(64);

// What is kept at a place. Places of rows have even numbers, which all have room for the most elements of a row.
Value *placeOf(WarpBuilder &warp, const Value *number) {
  constexpr unsigned kMostOfRow = 4;
  AllocaInst *&place = warp.matrix_places[cast<ConstantInt>(number)->getZExtValue()];
  if (!place) {
    const bool is_rows = cast<ConstantInt>(number)->getZExtValue() % 2 == 0;
    const unsigned elements = kMostOfRow * (is_rows ? kRows * kLanesOfRow : kLanes);
    place = warp.slot(ArrayType::get(warp.getFloatTy(), elements), is_rows ? "rows" : "columns");
    place->setAlignment(kAlign);
  }
  return place;
}

Value *elementAt(WarpBuilder &warp, Value *place, Value *index) {
  return warp.CreateInBoundsGEP(warp.getFloatTy(), place, index);
}

using Columns = std::array<Value *, kLanesOfRow>;

// Of matrices that have four lanes for each row, one above the other: the column that each of the four lanes has.
Columns columnsOf(WarpBuilder &warp, Value *upper, Value *lower) {
  auto pair = [&](Value *rows, unsigned lane) {
    SmallVector<int, kRows> order;
    for (unsigned i = 0; i < kRows; ++i)
      order.push_back(static_cast<int>(i % kColumns * kLanesOfRow + lane + i / kColumns));
    return warp.CreateShuffleVector(rows, order);
  };
  Columns columns;
  for (unsigned lane = 0; lane < kLanesOfRow; lane += 2) {
    Value *above = pair(upper, lane), *below = pair(lower, lane);
    for (unsigned i = 0; i < 2; ++i) {
      SmallVector<int, kRows> halves;
      for (unsigned row = 0; row < kRows; ++row)
        halves.push_back(static_cast<int>(row % 8 + 8 * i + (row < 8 ? 0 : kRows)));
      columns[lane + i] = warp.CreateShuffleVector(above, below, halves);
    }
  }
  return columns;
}

// The other way round: the upper rows, or the lower ones.
Value *rowsOf(WarpBuilder &warp, const Columns &columns, unsigned first_row) {
  auto pair = [&](Value *left, Value *right) {
    SmallVector<int, kRows> order;
    for (unsigned i = 0; i < kRows; ++i)
      order.push_back(static_cast<int>(first_row + i / 2 + i % 2 * kRows));
    return warp.CreateShuffleVector(left, right, order);
  };
  Value *left = pair(columns[0], columns[1]), *right = pair(columns[2], columns[3]);
  SmallVector<int, kLanes> order;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    order.push_back(static_cast<int>(lane / kLanesOfRow * 2 + lane % 2 + lane % kLanesOfRow / 2 * kRows));
  return warp.CreateShuffleVector(left, right, order);
}

void emitRows(WarpBuilder &warp, CallInst &call) {
  const unsigned of_row = (call.arg_size() - 1) / kRowsOfStep;
  Value *place = placeOf(warp, call.getArgOperand(0));
  for (unsigned i = 0; i < of_row; ++i)
    for (auto [lane, column] : enumerate(columnsOf(warp, warp.vector(call.getArgOperand(1 + i)),
                                                   warp.vector(call.getArgOperand(1 + of_row + i)))))
      warp.CreateAlignedStore(column, elementAt(warp, place, warp.getInt64((lane * of_row + i) * kRows)),
                              kAlign);
}

void emitColumns(WarpBuilder &warp, CallInst &call) {
  Value *place = placeOf(warp, call.getArgOperand(0));
  for (unsigned i = 0; i + 1 < call.arg_size(); ++i)
    warp.CreateAlignedStore(warp.vector(call.getArgOperand(1 + i)),
                            elementAt(warp, place, warp.getInt64(i * kLanes)), kAlign);
}

void defineSums(WarpBuilder &warp, CallInst &call, ArrayRef<Value *> sums) {
  Value *result = PoisonValue::get(widened(call.getType()));
  for (auto [i, sum] : enumerate(sums))
    result = warp.CreateInsertValue(result, sum, static_cast<unsigned>(i));
  warp.define(call, result);
}

// c0 and c2 are the even columns, c1 and c3 the odd ones.
void emitTransposed(WarpBuilder &warp, CallInst &call) {
  Columns columns[2];
  for (unsigned odd = 0; odd < 2; ++odd)
    columns[odd] =
        columnsOf(warp, warp.vector(call.getArgOperand(odd)), warp.vector(call.getArgOperand(2 + odd)));
  SmallVector<Value *, kSumsOfStep> sums;
  for (unsigned i = 0; i < kSumsOfStep; ++i)
    sums.push_back(concatenate(warp, {columns[0][i], columns[1][i]}));
  defineSums(warp, call, sums);
}

void emitFragment(WarpBuilder &warp, CallInst &call) {
  Columns columns[2];
  for (unsigned odd = 0; odd < 2; ++odd)
    for (unsigned i = 0; i < kSumsOfStep; ++i)
      columns[odd][i] = partOf(warp, warp.vector(call.getArgOperand(i)), odd * kRows, kRows);
  Value *nan = warp.CreateBitCast(ConstantInt::get(warp.getInt32Ty(), 0x7fffffff), warp.getFloatTy());
  SmallVector<Value *, kSumsOfStep> sums;
  for (unsigned i = 0; i < kSumsOfStep; ++i) {
    Value *sum = rowsOf(warp, columns[i % 2], i / 2 * kColumns);
    sums.push_back(warp.CreateSelect(warp.CreateFCmpUNO(sum, sum), warp.splat(nan), sum));
  }
  defineSums(warp, call, sums);
}

class MatrixProduct {
public:
  MatrixProduct(WarpBuilder &warp, CallInst &call)
      : warp_(warp), call_(call), rows_(placeOf(warp, call.getArgOperand(0))),
        columns_(placeOf(warp, call.getArgOperand(1))),
        of_row_(nameAsNumber(call.getCalledFunction()->getName())) {}

  void emit() {
    SmallVector<Value *, 8> parts[kColumns];
    for (unsigned first = 0; first < kRows; first += rowsOfPart())
      for (auto [part, sum] : zip_equal(parts, sumsOfPart(first)))
        part.push_back(sum);
    SmallVector<Value *, kSumsOfStep> sums;
    for (unsigned i = 0; i < kSumsOfStep; ++i)
      sums.push_back(concatenate(warp_, {concatenate(warp_, std::move(parts[2 * i])),
                                         concatenate(warp_, std::move(parts[2 * i + 1]))}));
    defineSums(warp_, call_, sums);
  }

private:
  using Sums = std::array<Value *, kColumns>;

  static unsigned nameAsNumber(StringRef name) {
    unsigned number = 0;
    name.drop_front(marker::kMatrixProduct.size()).getAsInteger(10, number);
    return number;
  }

  // A register of each sum: eight sums that do not wait for each other.
  unsigned rowsOfPart() const { return warp_.registerBytes() / 4; }
  Type *typeOfPart() const { return FixedVectorType::get(warp_.getFloatTy(), rowsOfPart()); }

  // What the elements of one lane of each row add to the sums.
  Sums added(Sums sums, unsigned first_row, Value *lane) {
    for (unsigned i = 0; i < of_row_; ++i) {
      Value *k = warp_.CreateAdd(warp_.CreateMul(lane, warp_.getInt64(of_row_)), warp_.getInt64(i));
      Value *row = warp_.CreateAdd(warp_.CreateMul(k, warp_.getInt64(kRows)), warp_.getInt64(first_row));
      Value *rows =
          warp_.CreateAlignedLoad(typeOfPart(), elementAt(warp_, rows_, row), Align(rowsOfPart() * 4));
      for (unsigned column = 0; column < kColumns; ++column) {
        Value *index = warp_.CreateAdd(lane, warp_.getInt64(i * kLanes + column * kLanesOfRow));
        Value *number =
            warp_.CreateAlignedLoad(warp_.getFloatTy(), elementAt(warp_, columns_, index), Align(4));
        sums[column] =
            warp_.CreateIntrinsic(Intrinsic::fma, {typeOfPart()},
                                  {rows, warp_.CreateVectorSplat(rowsOfPart(), number), sums[column]});
      }
    }
    return sums;
  }

  Sums sumsOfPart(unsigned first_row) {
    Sums first;
    for (unsigned column = 0; column < kColumns; ++column)
      first[column] = partOf(warp_, warp_.vector(call_.getArgOperand(2 + column / 2)),
                             column % 2 * kRows + first_row, rowsOfPart());
    BasicBlock *before = warp_.GetInsertBlock(), *loop = warp_.newBlock("matrix.product"),
               *after = warp_.newBlock("matrix.product.end");
    warp_.CreateBr(loop);
    warp_.SetInsertPoint(loop);
    PHINode *lane = warp_.CreatePHI(warp_.getInt64Ty(), 2, "lane");
    Sums sums;
    for (unsigned i = 0; i < kColumns; ++i)
      sums[i] = warp_.CreatePHI(typeOfPart(), 2, "sum");
    const Sums next = added(sums, first_row, lane);
    Value *next_lane = warp_.CreateAdd(lane, warp_.getInt64(1), "", /*HasNUW=*/true, /*HasNSW=*/true);
    lane->addIncoming(warp_.getInt64(0), before);
    lane->addIncoming(next_lane, loop);
    for (unsigned i = 0; i < kColumns; ++i) {
      cast<PHINode>(sums[i])->addIncoming(first[i], before);
      cast<PHINode>(sums[i])->addIncoming(next[i], loop);
    }
    BranchInst *back_edge =
        warp_.CreateCondBr(warp_.CreateICmpNE(next_lane, warp_.getInt64(kLanesOfRow)), loop, after);
    back_edge->setMetadata(LLVMContext::MD_loop, neverUnrolled(warp_.getContext()));
    warp_.SetInsertPoint(after);
    warp_.forgetVectors();
    return next;
  }

  WarpBuilder &warp_;
  CallInst &call_;
  Value *const rows_;
  Value *const columns_;
  const unsigned of_row_; // elements that a lane has of a row
};

} // namespace

void emitMatrixOperation(WarpBuilder &warp, CallInst &call) {
  const StringRef name = call.getCalledFunction()->getName();
  if (name.starts_with(marker::kMatrixRows))
    emitRows(warp, call);
  else if (name.starts_with(marker::kMatrixColumns))
    emitColumns(warp, call);
  else if (name.starts_with(marker::kMatrixProduct))
    MatrixProduct(warp, call).emit();
  else if (name == marker::kMatrixTransposed)
    emitTransposed(warp, call);
  else
    emitFragment(warp, call);
}

} // namespace raddle::vectorize
