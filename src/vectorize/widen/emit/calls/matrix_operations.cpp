// Operations on matrices (normalise/matrix_operations.h).
//
// In a product, a vector of sums has the rows of one column. So for each k A's vector has one element of each row, as it was kept in
// memory, and B's has one number, which is repeated as it is loaded:
//
//   element   0        1        2        3      ...
//   A         a(0,k)   a(1,k)   a(2,k)   a(3,k)
//   B         b(k,n)   b(k,n)   b(k,n)   b(k,n)
//   sum       (0,n)    (1,n)    (2,n)    (3,n)
//
// That is a loop over the lanes of a row: in straight code, the products of a kernel would not fit into the cache of instructions.

#include "vectorize/normalise/matrix_operations.h"
#include "nvvm/markers.h"
#include "vectorize/never_unrolled.h"
#include "vectorize/widen/emit/calls/calls.h"
#include "vectorize/widen/emit/vectors.h"
#include "vectorize/widen/emit/warp_operations/warp_operations.h"

#include <llvm/IR/IntrinsicsX86.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

constexpr unsigned kLanesOfRow = 4, kColumns = 8, kRows = 16;
constexpr unsigned kSide = 8;      // of a matrix that a register holds
constexpr unsigned kMostWords = 4; // that a lane has of a row
const Align kAlign(64);

// A word is multiplied as it is where the processor multiplies pairs.
MatrixFormat formatOf(const WarpBuilder &warp, const CallInst &call) {
  MatrixFormat format = matrixFormatOf(*call.getCalledFunction());
  if (format.element == MatrixFormat::Element::kBF16 && warp.multiplies_bf16_pairs)
    format.element = MatrixFormat::Element::kBF16Pair;
  return format;
}

// What is kept of operands of one format: an array, of which a place is a part.
struct Places {
  AllocaInst *memory;
  unsigned elements; // of a place

  Places(WarpBuilder &warp, StringRef function, unsigned elements_) : elements(elements_) {
    AllocaInst *&place = warp.matrix_places[function];
    if (!place) {
      std::uint64_t last = 0;
      for (const User *call : warp.source.getParent()->getFunction(function)->users())
        last = std::max(last, cast<ConstantInt>(cast<CallInst>(call)->getArgOperand(0))->getZExtValue());
      place = warp.slot(ArrayType::get(warp.getFloatTy(), (last + 1) * elements), "operands");
      place->setAlignment(kAlign);
    }
    memory = place;
  }
  Value *at(WarpBuilder &warp, Value *place) const {
    return warp.CreateInBoundsGEP(warp.getFloatTy(), memory, warp.CreateMul(place, warp.getInt64(elements)));
  }
  Value *at(WarpBuilder &warp, const Value *place) const {
    return at(warp, static_cast<Value *>(warp.getInt64(cast<ConstantInt>(place)->getZExtValue())));
  }
};
Places placesOfRows(WarpBuilder &warp, const MatrixFormat &format) {
  return {warp, (marker::kMatrixRows + format.name).str(), format.elements() * kLanesOfRow * kRows};
}
Places placesOfColumns(WarpBuilder &warp, const MatrixFormat &format) {
  return {warp, (marker::kMatrixColumns + format.name).str(), format.elements() * kLanes};
}

Value *elementAt(WarpBuilder &warp, Value *place, Value *index) {
  return warp.CreateInBoundsGEP(warp.getFloatTy(), place, index);
}
void storeAt(WarpBuilder &warp, Value *value, Value *place, unsigned index) {
  warp.CreateAlignedStore(value, elementAt(warp, place, warp.getInt64(index)),
                          commonAlignment(kAlign, index * 4));
}

Value *floats(WarpBuilder &warp, Value *words) {
  return warp.CreateBitCast(words, FixedVectorType::get(warp.getFloatTy(), kLanes));
}

using Matrix = std::array<Value *, kSide>;

// All elements of a matrix of 16 bits, row by row.
Value *floatsOf(WarpBuilder &warp, Value *words, MatrixFormat::Element element) {
  constexpr unsigned kCount = kSide * kSide;
  auto *to = FixedVectorType::get(warp.getFloatTy(), kCount);
  if (element == MatrixFormat::Element::kF16)
    return warp.CreateFPExt(warp.CreateBitCast(words, FixedVectorType::get(warp.getHalfTy(), kCount)), to);
  Value *halves = warp.CreateBitCast(words, FixedVectorType::get(warp.getInt16Ty(), kCount));
  Value *wide = warp.CreateZExt(halves, FixedVectorType::get(warp.getInt32Ty(), kCount));
  return warp.CreateBitCast(warp.CreateShl(wide, 16), to);
}

Matrix partsOf(WarpBuilder &warp, Value *elements) {
  Matrix parts;
  const unsigned of_part = cast<FixedVectorType>(elements->getType())->getNumElements() / kSide;
  for (unsigned i = 0; i < kSide; ++i)
    parts[i] = partOf(warp, elements, i * of_part, of_part);
  return parts;
}

// Each pair of vectors, `apart` from each other, becomes two others.
Matrix mixed(WarpBuilder &warp, Matrix rows, unsigned apart, ArrayRef<int> low, ArrayRef<int> high) {
  Matrix result;
  for (unsigned i = 0; i < kSide; ++i)
    if ((i & apart) == 0) {
      result[i] = warp.CreateShuffleVector(rows[i], rows[i + apart], low);
      result[i + apart] = warp.CreateShuffleVector(rows[i], rows[i + apart], high);
    }
  return result;
}

// By instructions that mix pairs of registers of eight floats, each half for itself.
Matrix transposedFloats(WarpBuilder &warp, Matrix rows) {
  rows = mixed(warp, rows, 1, {0, 8, 1, 9, 4, 12, 5, 13}, {2, 10, 3, 11, 6, 14, 7, 15});
  rows = mixed(warp, rows, 2, {0, 1, 8, 9, 4, 5, 12, 13}, {2, 3, 10, 11, 6, 7, 14, 15});
  rows = mixed(warp, rows, 4, {0, 1, 2, 3, 8, 9, 10, 11}, {4, 5, 6, 7, 12, 13, 14, 15});
  std::swap(rows[1], rows[2]);
  std::swap(rows[5], rows[6]);
  return rows;
}

// 16 rows of which each vector holds two, by instructions that take any elements of two registers of 16 floats: each step brings
// together what is in the same column modulo 2, 4, 8.
Matrix transposedPairs(WarpBuilder &warp, Matrix rows) {
  for (const unsigned apart : {1, 2, 4})
    rows = mixed(warp, rows, apart, {0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30},
                 {1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31});
  return rows;
}

// By instructions that let the elements of two registers of 16 bytes alternate.
Matrix transposedHalves(WarpBuilder &warp, Matrix rows) {
  for (unsigned step = 0; step < Log2_32(kSide); ++step) {
    const Matrix alternating =
        mixed(warp, rows, kSide / 2, {0, 8, 1, 9, 2, 10, 3, 11}, {4, 12, 5, 13, 6, 14, 7, 15});
    for (unsigned i = 0; i < kSide; ++i)
      rows[i] = alternating[i / 2 + i % 2 * kSide / 2];
  }
  return rows;
}

Value *transposedWords(WarpBuilder &warp, Value *words) {
  Value *halves = warp.CreateBitCast(words, FixedVectorType::get(warp.getInt16Ty(), kSide * kSide));
  const Matrix columns = transposedHalves(warp, partsOf(warp, halves));
  return warp.CreateBitCast(concatenate(warp, {columns.begin(), columns.end()}), words->getType());
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

// The arguments of rows and columns: a place, whether the words are those of the transposed matrix, and the words.
struct OperandToKeep {
  OperandToKeep(WarpBuilder &warp, const CallInst &call,
                Places (*places_of)(WarpBuilder &, const MatrixFormat &))
      : format(formatOf(warp, call)), place(places_of(warp, format).at(warp, call.getArgOperand(0))),
        is_moved(cast<ConstantInt>(call.getArgOperand(1))->isOne()) {
    for (Value *word : drop_begin(call.args(), 2))
      words.push_back(is_moved && !format.hasHalves() ? transposedWords(warp, warp.vector(word))
                                                      : warp.vector(word));
  }
  MatrixFormat format;
  Value *place;
  bool is_moved;
  SmallVector<Value *, kRowsOfStep * kMostWords> words;
};

void emitRows(WarpBuilder &warp, CallInst &call) {
  const OperandToKeep rows(warp, call, placesOfRows);
  const unsigned count = rows.format.words;
  if (!rows.format.hasHalves()) {
    for (unsigned i = 0; i < count; ++i)
      for (auto [lane, column] :
           enumerate(columnsOf(warp, floats(warp, rows.words[i]), floats(warp, rows.words[count + i]))))
        storeAt(warp, column, rows.place, (static_cast<unsigned>(lane) * count + i) * kRows);
    return;
  }
  Value *halves[kRowsOfStep];
  for (unsigned half = 0; half < kRowsOfStep; ++half)
    halves[half] = floatsOf(warp, rows.words[half], rows.format.element);
  if (!rows.is_moved && warp.has_wide_permutes) {
    const Matrix pairs = partsOf(warp, concatenate(warp, {halves[0], halves[1]}));
    for (auto [k, column] : enumerate(transposedPairs(warp, pairs)))
      storeAt(warp, column, rows.place, static_cast<unsigned>(k) * kRows);
    return;
  }
  for (unsigned half = 0; half < kRowsOfStep; ++half) {
    const Matrix matrix = partsOf(warp, halves[half]);
    for (auto [k, column] : enumerate(rows.is_moved ? matrix : transposedFloats(warp, matrix)))
      storeAt(warp, column, rows.place, static_cast<unsigned>(k) * kRows + half * kSide);
  }
}

// Where an element of B is: the distances between elements.
struct ColumnsLayout {
  unsigned of_lane, in_lane, of_column;
  static ColumnsLayout of(const MatrixFormat &format, bool is_moved) {
    if (!format.hasHalves())
      return {1, kLanes, kLanesOfRow};
    return is_moved ? ColumnsLayout{2 * kSide, kSide, 1} : ColumnsLayout{2, 1, kSide};
  }
};

void emitColumns(WarpBuilder &warp, CallInst &call) {
  const OperandToKeep columns(warp, call, placesOfColumns);
  if (!columns.format.hasHalves())
    for (auto [i, word] : enumerate(columns.words))
      storeAt(warp, floats(warp, word), columns.place, static_cast<unsigned>(i) * kLanes);
  else
    storeAt(warp, floatsOf(warp, columns.words[0], columns.format.element), columns.place, 0);
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

// Eight registers of sums, which do not wait for each other: all rows of as many columns as there is room for.
class MatrixProduct {
public:
  MatrixProduct(WarpBuilder &warp, CallInst &call)
      : warp_(warp), call_(call), format_(formatOf(warp, call)), rows_(placesOfRows(warp, format_)),
        columns_(placesOfColumns(warp, format_)) {}

  void emit() {
    const SmallVector<Steps, 4> steps = stepsOfProduct();
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
  // Steps whose operands follow each other.
  struct Steps {
    std::uint64_t rows, columns; // the first places
    bool is_moved;
    unsigned count;
  };

  SmallVector<Steps, 4> stepsOfProduct() const {
    auto argument = [&](unsigned i) { return cast<ConstantInt>(call_.getArgOperand(i))->getZExtValue(); };
    SmallVector<Steps, 4> steps;
    for (unsigned i = 0; i < firstSum(); i += 3) {
      const Steps step = {argument(i), argument(i + 1), argument(i + 2) != 0, 1};
      if (!steps.empty() && steps.back().rows + steps.back().count == step.rows &&
          steps.back().columns + steps.back().count == step.columns && steps.back().is_moved == step.is_moved)
        ++steps.back().count;
      else
        steps.push_back(step);
    }
    return steps;
  }

  unsigned firstSum() const { return call_.arg_size() - kSumsOfStep; }
  unsigned rowsOfRegister() const { return warp_.registerBytes() / 4; }
  unsigned registersOfColumn() const { return kRows / rowsOfRegister(); }
  unsigned columnsOfPart() const { return kSums / registersOfColumn(); }
  Type *typeOfRegister() const { return FixedVectorType::get(warp_.getFloatTy(), rowsOfRegister()); }

  Sums sumsBefore(unsigned first_column) {
    Sums sums;
    for (unsigned i = 0; i < kSums; ++i) {
      const unsigned column = first_column + i / registersOfColumn();
      sums[i] = partOf(warp_, warp_.vector(call_.getArgOperand(firstSum() + column / 2)),
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
    Value *rows = elementAt(warp_, rows_.at(warp_, warp_.getInt64(steps.rows)),
                            warp_.CreateMul(lane, warp_.getInt64(elements * kRows)));
    Value *in_columns = warp_.CreateMul(lane, warp_.getInt64(layout.of_lane));
    if (layout.of_lane * kLanesOfRow != columns_.elements) {
      Value *step = warp_.CreateLShr(lane, Log2_32(kLanesOfRow)),
            *in_row = warp_.CreateAnd(lane, warp_.getInt64(kLanesOfRow - 1));
      in_columns = warp_.CreateAdd(warp_.CreateMul(step, warp_.getInt64(columns_.elements)),
                                   warp_.CreateMul(in_row, warp_.getInt64(layout.of_lane)));
    }
    Value *columns = elementAt(warp_, columns_.at(warp_, warp_.getInt64(steps.columns)), in_columns);
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
  else if (name == marker::kMatrixMoved)
    emitMoved(warp, call);
  else if (name == marker::kMatrixRow)
    emitRow(warp, call);
  else
    emitFragment(warp, call);
}

} // namespace raddle::vectorize
