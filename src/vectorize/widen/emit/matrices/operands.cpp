#include "vectorize/widen/emit/matrices/operands.h"

#include "nvvm/markers.h"
#include "vectorize/widen/emit/vectors.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

constexpr unsigned kMostWordsOfRow = 4;

void storeAt(WarpBuilder &warp, Value *value, Value *place, unsigned index) {
  warp.CreateAlignedStore(value, elementAt(warp, place, warp.getInt64(index)),
                          commonAlignment(kMatrixAlign, index * 4));
}

using Matrix = std::array<Value *, kSide>;

Value *floats(WarpBuilder &warp, Value *words) {
  return warp.CreateBitCast(words, FixedVectorType::get(warp.getFloatTy(), kLanes));
}

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

// The arguments of rows and columns: a place, whether the words are those of the transposed matrix, and the words.
struct OperandToKeep {
  OperandToKeep(WarpBuilder &warp, const CallInst &call)
      : format(formatOf(warp, call)), place(cast<ConstantInt>(call.getArgOperand(0))->getZExtValue()),
        is_moved(cast<ConstantInt>(call.getArgOperand(1))->isOne()) {
    for (Value *word : drop_begin(call.args(), 2))
      words.push_back(is_moved && !format.hasHalves() ? transposedWords(warp, warp.vector(word))
                                                      : warp.vector(word));
  }
  MatrixFormat format;
  std::uint64_t place;
  bool is_moved;
  SmallVector<Value *, kRowsOfStep * kMostWordsOfRow> words;
};

} // namespace

MatrixFormat formatOf(const WarpBuilder &warp, const CallInst &call) {
  MatrixFormat format = matrixFormatOf(*call.getCalledFunction());
  if (format.element == MatrixFormat::Element::kBF16 && warp.multiplies_bf16_pairs)
    format.element = MatrixFormat::Element::kBF16Pair;
  return format;
}

Places::Places(WarpBuilder &warp, const std::string &function, unsigned elements) : elements_(elements) {
  AllocaInst *&memory = warp.matrix_places[function];
  if (!memory) {
    std::uint64_t last = 0;
    for (const User *call : warp.source.getParent()->getFunction(function)->users())
      last = std::max(last, cast<ConstantInt>(cast<CallInst>(call)->getArgOperand(0))->getZExtValue());
    memory =
        warp.slot(ArrayType::get(warp.getFloatTy(), alignTo(last + 1, kPlacesOfTile) * elements), "operands");
    memory->setAlignment(kMatrixAlign);
  }
  memory_ = memory;
}
Places Places::ofRows(WarpBuilder &warp, const MatrixFormat &format) {
  return {warp, (marker::kMatrixRows + format.name).str(), format.elements() * kLanesOfRow * kRows};
}
Places Places::ofColumns(WarpBuilder &warp, const MatrixFormat &format) {
  return {warp, (marker::kMatrixColumns + format.name).str(), format.elements() * kLanes};
}
Value *Places::at(WarpBuilder &warp, std::uint64_t place) const {
  return elementAt(warp, memory_, warp.getInt64(place * elements_));
}

ColumnsLayout ColumnsLayout::of(const MatrixFormat &format, bool is_moved) {
  if (!format.hasHalves())
    return {1, kLanes, kLanesOfRow};
  return is_moved ? ColumnsLayout{2 * kSide, kSide, 1} : ColumnsLayout{2, 1, kSide};
}

Value *columnsForTiles(WarpBuilder &warp, const Places &columns, std::uint64_t place) {
  return elementAt(warp, columns.at(warp, alignDown(place, kPlacesOfTile)),
                   warp.getInt64(place % kPlacesOfTile * kLanesOfRow));
}

SmallVector<Steps, 4> stepsOf(const CallInst &product) {
  auto argument = [&](unsigned i) { return cast<ConstantInt>(product.getArgOperand(i))->getZExtValue(); };
  SmallVector<Steps, 4> steps;
  for (unsigned i = 0; i < firstSum(product); i += 3) {
    const Steps step = {argument(i), argument(i + 1), argument(i + 2) != 0, 1};
    if (!steps.empty() && steps.back().rows + steps.back().count == step.rows &&
        steps.back().columns + steps.back().count == step.columns && steps.back().is_moved == step.is_moved)
      ++steps.back().count;
    else
      steps.push_back(step);
  }
  return steps;
}

Value *elementAt(WarpBuilder &warp, Value *place, Value *index) {
  return warp.CreateInBoundsGEP(warp.getFloatTy(), place, index);
}

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

Value *transposedWords(WarpBuilder &warp, Value *words) {
  Value *halves = warp.CreateBitCast(words, FixedVectorType::get(warp.getInt16Ty(), kSide * kSide));
  const Matrix columns = transposedHalves(warp, partsOf(warp, halves));
  return warp.CreateBitCast(concatenate(warp, {columns.begin(), columns.end()}), words->getType());
}

void emitMatrixRows(WarpBuilder &warp, CallInst &call) {
  const OperandToKeep rows(warp, call);
  Value *place = Places::ofRows(warp, rows.format).at(warp, rows.place);
  const unsigned count = rows.format.words;
  if (!rows.format.hasHalves()) {
    for (unsigned i = 0; i < count; ++i)
      for (auto [lane, column] :
           enumerate(columnsOf(warp, floats(warp, rows.words[i]), floats(warp, rows.words[count + i]))))
        storeAt(warp, column, place, (static_cast<unsigned>(lane) * count + i) * kRows);
    return;
  }
  Value *halves[kRowsOfStep];
  for (unsigned half = 0; half < kRowsOfStep; ++half)
    halves[half] = floatsOf(warp, rows.words[half], rows.format.element);
  if (!rows.is_moved && warp.has_wide_permutes) {
    const Matrix pairs = partsOf(warp, concatenate(warp, {halves[0], halves[1]}));
    for (auto [k, column] : enumerate(transposedPairs(warp, pairs)))
      storeAt(warp, column, place, static_cast<unsigned>(k) * kRows);
    return;
  }
  for (unsigned half = 0; half < kRowsOfStep; ++half) {
    const Matrix matrix = partsOf(warp, halves[half]);
    for (auto [k, column] : enumerate(rows.is_moved ? matrix : transposedFloats(warp, matrix)))
      storeAt(warp, column, place, static_cast<unsigned>(k) * kRows + half * kSide);
  }
}

void emitMatrixColumns(WarpBuilder &warp, CallInst &call) {
  const OperandToKeep columns(warp, call);
  const Places places = Places::ofColumns(warp, columns.format);
  Value *place = places.at(warp, columns.place);
  if (columns.format.hasHalves()) {
    storeAt(warp, floatsOf(warp, columns.words[0], columns.format.element), place, 0);
  } else if (columns.format.element == MatrixFormat::Element::kBF16Pair && warp.multiplies_by_tiles) {
    place = columnsForTiles(warp, places, columns.place);
    for (unsigned column = 0; column < kColumns; ++column)
      warp.CreateAlignedStore(partOf(warp, columns.words[0], column * kLanesOfRow, kLanesOfRow),
                              elementAt(warp, place, warp.getInt64(column * kWordsOfTileRow)),
                              Align(kLanesOfRow * 4));
  } else {
    for (auto [i, word] : enumerate(columns.words))
      storeAt(warp, floats(warp, word), place, static_cast<unsigned>(i) * kLanes);
  }
}

} // namespace raddle::vectorize
