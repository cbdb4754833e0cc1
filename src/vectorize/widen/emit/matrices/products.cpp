// In a product, a vector of sums has the rows of one column. So for each k A's vector has one element of each row, as it was kept in
// memory, and B's has one number, which is repeated as it is loaded:
//
//   element   0        1        2        3      ...
//   A         a(0,k)   a(1,k)   a(2,k)   a(3,k)
//   B         b(k,n)   b(k,n)   b(k,n)   b(k,n)
//   sum       (0,n)    (1,n)    (2,n)    (3,n)
//
// That is a loop over the lanes of a row: in straight code, the products of a kernel would not fit into the cache of instructions.

#include "vectorize/never_unrolled.h"
#include "vectorize/widen/emit/matrices/operands.h"
#include "vectorize/widen/emit/vectors.h"

#include <llvm/IR/IntrinsicsX86.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Eight registers of sums, which do not wait for each other: all rows of as many columns as there is room for.
class MatrixProduct {
public:
  MatrixProduct(WarpBuilder &warp, CallInst &call)
      : warp_(warp), call_(call), format_(formatOf(warp, call)), rows_(Places::ofRows(warp, format_)),
        columns_(Places::ofColumns(warp, format_)) {}

  void emit() {
    const SmallVector<Steps, 4> steps = stepsOf(call_);
    SmallVector<Value *, kColumns> columns;
    for (unsigned first = 0; first < kColumns; first += columnsOfPart()) {
      Sums sums = sumsBefore(first);
      for (const Steps &each : steps)
        sums = withProducts(each, sums, first);
      for (unsigned i = 0; i < kSums; i += registersOfColumn())
        columns.push_back(concatenate(warp_, {sums.begin() + i, sums.begin() + i + registersOfColumn()}));
    }
    SmallVector<Value *, kSumsOfStep> sums;
    for (unsigned i = 0; i < kSumsOfStep; ++i)
      sums.push_back(concatenate(warp_, {columns[2 * i], columns[2 * i + 1]}));
    defineSums(warp_, call_, sums);
  }

private:
  static constexpr unsigned kSums = 8;
  using Sums = std::array<Value *, kSums>;

  unsigned rowsOfRegister() const { return warp_.registerBytes() / 4; }
  unsigned registersOfColumn() const { return kRows / rowsOfRegister(); }
  unsigned columnsOfPart() const { return kSums / registersOfColumn(); }
  Type *typeOfRegister() const { return FixedVectorType::get(warp_.getFloatTy(), rowsOfRegister()); }

  Sums sumsBefore(unsigned first_column) {
    Sums sums;
    for (unsigned i = 0; i < kSums; ++i) {
      const unsigned column = first_column + i / registersOfColumn();
      sums[i] = partOf(warp_, warp_.vector(call_.getArgOperand(firstSum(call_) + column / 2)),
                       column % 2 * kRows + i % registersOfColumn() * rowsOfRegister(), rowsOfRegister());
    }
    return sums;
  }

  // A loop over the lanes of a row, and of the rows of the next steps. Of loops within each other, LLVM would keep the sums in memory.
  Sums withProducts(const Steps &steps, const Sums &first, unsigned first_column) {
    BasicBlock *before = warp_.GetInsertBlock(), *loop = warp_.newBlock("matrix.product"),
               *after = warp_.newBlock("matrix.product.end");
    warp_.CreateBr(loop);
    warp_.SetInsertPoint(loop);
    PHINode *lane = warp_.CreatePHI(warp_.getInt64Ty(), 2, "lane");
    Sums sums;
    for (Value *&sum : sums)
      sum = warp_.CreatePHI(typeOfRegister(), 2, "sum");
    Sums next = sums;
    addProductsOf(next, steps, first_column, lane);
    Value *next_lane = warp_.CreateAdd(lane, warp_.getInt64(1), "", /*HasNUW=*/true, /*HasNSW=*/true);
    lane->addIncoming(warp_.getInt64(0), before);
    lane->addIncoming(next_lane, loop);
    for (unsigned i = 0; i < kSums; ++i) {
      cast<PHINode>(sums[i])->addIncoming(first[i], before);
      cast<PHINode>(sums[i])->addIncoming(next[i], loop);
    }
    Value *goes_on = warp_.CreateICmpNE(next_lane, warp_.getInt64(std::uint64_t(kLanesOfRow) * steps.count));
    warp_.CreateCondBr(goes_on, loop, after)
        ->setMetadata(LLVMContext::MD_loop, neverUnrolled(warp_.getContext()));
    warp_.SetInsertPoint(after);
    warp_.forgetVectors();
    return next;
  }

  // What the elements of one lane of each row add.
  void addProductsOf(Sums &sums, const Steps &steps, unsigned first_column, Value *lane) {
    const unsigned elements = format_.elements();
    const auto layout = ColumnsLayout::of(format_, steps.is_moved);
    Value *rows = elementAt(warp_, rows_.at(warp_, steps.rows),
                            warp_.CreateMul(lane, warp_.getInt64(elements * kRows)));
    Value *in_columns = warp_.CreateMul(lane, warp_.getInt64(layout.of_lane));
    if (layout.of_lane * kLanesOfRow != columns_.elements()) {
      Value *step = warp_.CreateLShr(lane, Log2_32(kLanesOfRow)),
            *in_row = warp_.CreateAnd(lane, warp_.getInt64(kLanesOfRow - 1));
      in_columns = warp_.CreateAdd(warp_.CreateMul(step, warp_.getInt64(columns_.elements())),
                                   warp_.CreateMul(in_row, warp_.getInt64(layout.of_lane)));
    }
    Value *columns = elementAt(warp_, columns_.at(warp_, steps.columns), in_columns);
    for (unsigned i = 0; i < elements; ++i)
      addProducts(
          sums, elementAt(warp_, rows, warp_.getInt64(i * kRows)),
          elementAt(warp_, columns, warp_.getInt64(i * layout.in_lane + first_column * layout.of_column)),
          layout.of_column);
  }

  // For one k.
  void addProducts(Sums &sums, Value *rows, Value *columns, unsigned to_next_column) {
    SmallVector<Value *, 4> registers;
    for (unsigned row = 0; row < kRows; row += rowsOfRegister())
      registers.push_back(warp_.CreateAlignedLoad(
          typeOfRegister(), elementAt(warp_, rows, warp_.getInt64(row)), Align(rowsOfRegister() * 4)));
    for (unsigned column = 0; column < columnsOfPart(); ++column) {
      Value *place = elementAt(warp_, columns, warp_.getInt64(column * to_next_column));
      Value *number = warp_.CreateVectorSplat(rowsOfRegister(),
                                              warp_.CreateAlignedLoad(warp_.getFloatTy(), place, Align(4)));
      for (auto [i, elements] : enumerate(registers)) {
        Value *&sum = sums[column * registersOfColumn() + i];
        sum = multiplyAndAdd(elements, number, sum);
      }
    }
  }

  Value *multiplyAndAdd(Value *rows, Value *number, Value *sum) {
    if (format_.element != MatrixFormat::Element::kBF16Pair)
      return warp_.CreateIntrinsic(Intrinsic::fma, {typeOfRegister()}, {rows, number, sum});
    auto *pairs = FixedVectorType::get(warp_.getBFloatTy(), 2 * rowsOfRegister());
    return warp_.CreateIntrinsic(Intrinsic::x86_avx512bf16_dpbf16ps_512, {},
                                 {sum, warp_.CreateBitCast(rows, pairs), warp_.CreateBitCast(number, pairs)});
  }

  WarpBuilder &warp_;
  CallInst &call_;
  const MatrixFormat format_;
  const Places rows_, columns_;
};

} // namespace

void emitMatrixProduct(WarpBuilder &warp, CallInst &call) {
  if (formatOf(warp, call).element == MatrixFormat::Element::kBF16Pair && warp.multiplies_by_tiles)
    emitTileProduct(warp, call);
  else
    MatrixProduct(warp, call).emit();
}

} // namespace raddle::vectorize
