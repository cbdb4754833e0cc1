#include "nvvm/markers.h"
#include "vectorize/widen/emit/calls/calls.h"
#include "vectorize/widen/emit/matrices/matrices.h"
#include "vectorize/widen/emit/vectors.h"
#include "vectorize/widen/emit/warp_operations/warp_operations.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

// From columns back to matrices that have four lanes for each row: the upper rows, or the lower ones.
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

void emitMoved(WarpBuilder &warp, CallInst &call) {
  warp.define(call, transposedWords(warp, warp.vector(call.getArgOperand(0))));
}

void emitRow(WarpBuilder &warp, CallInst &call) {
  Value *source = call.getArgOperand(0), *matrix = call.getArgOperand(1);
  if (!warp.shapes.of(&call).isVarying()) {
    const unsigned first = static_cast<unsigned>(cast<ConstantInt>(matrix)->getZExtValue()) * kSide % kLanes;
    return warp.define(call, warp.CreateExtractElement(warp.vector(source), first));
  }
  Value *lane = warp.CreateAdd(warp.CreateMul(warp.vector(matrix), warp.splat(warp.getInt32(kSide))),
                               warp.CreateLShr(warp.iota(warp.getInt32Ty(), 1), 2));
  warp.define(call, permute(warp, warp.vector(source), lane));
}

} // namespace

void defineSums(WarpBuilder &warp, CallInst &call, ArrayRef<Value *> sums) {
  Value *result = PoisonValue::get(widened(call.getType()));
  for (auto [i, sum] : enumerate(sums))
    result = warp.CreateInsertValue(result, sum, static_cast<unsigned>(i));
  warp.define(call, result);
}

void emitMatrixOperation(WarpBuilder &warp, CallInst &call) {
  const StringRef name = call.getCalledFunction()->getName();
  if (name.starts_with(marker::kMatrixRows))
    emitMatrixRows(warp, call);
  else if (name.starts_with(marker::kMatrixColumns))
    emitMatrixColumns(warp, call);
  else if (name.starts_with(marker::kMatrixProduct))
    emitMatrixProduct(warp, call);
  else if (name == marker::kMatrixTransposed)
    emitTransposed(warp, call);
  else if (name == marker::kMatrixMoved)
    emitMoved(warp, call);
  else if (name == marker::kMatrixRow)
    emitRow(warp, call);
  else
    emitFragment(warp, call);
}

} // namespace raddle::vectorize
