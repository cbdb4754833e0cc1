// What is kept of operands of products, and where.
#ifndef RADDLE_VECTORIZE_WIDEN_EMIT_MATRICES_OPERANDS_H
#define RADDLE_VECTORIZE_WIDEN_EMIT_MATRICES_OPERANDS_H

#include "vectorize/widen/emit/matrices/matrices.h"

namespace raddle::vectorize {

/// That of a call's operands. Words of bf16 are multiplied as they are where the processor multiplies pairs.
MatrixFormat formatOf(const WarpBuilder &warp, const llvm::CallInst &call);

/// What is kept of operands of one format: an array of floats or words, of which a place is a part.
class Places {
public:
  /// For each k, 16 rows.
  static Places ofRows(WarpBuilder &warp, const MatrixFormat &format);
  /// Columns, as ColumnsLayout says.
  static Places ofColumns(WarpBuilder &warp, const MatrixFormat &format);

  unsigned elements() const { return elements_; }
  llvm::Value *at(WarpBuilder &warp, std::uint64_t place) const;

private:
  Places(WarpBuilder &warp, const std::string &function, unsigned elements);

  llvm::AllocaInst *memory_;
  unsigned elements_; // of a place
};

/// Where an element of B is: the distances between elements of neighbouring lanes, of the same lane, and of columns.
struct ColumnsLayout {
  unsigned of_lane, in_lane, of_column;
  static ColumnsLayout of(const MatrixFormat &format, bool is_moved);
};

/// For tiles, the columns of four places lie beside each other: a row of a tile is one of them.
inline constexpr unsigned kPlacesOfTile = 4, kWordsOfTileRow = kPlacesOfTile * kLanesOfRow;
llvm::Value *columnsForTiles(WarpBuilder &warp, const Places &columns, std::uint64_t place);

/// Steps of a product whose operands follow each other.
struct Steps {
  std::uint64_t rows, columns; // the first places
  bool is_moved;
  unsigned count;
};
llvm::SmallVector<Steps, 4> stepsOf(const llvm::CallInst &product);
/// The number of a product's argument.
inline unsigned firstSum(const llvm::CallInst &product) { return product.arg_size() - kSumsOfStep; }

llvm::Value *elementAt(WarpBuilder &warp, llvm::Value *place, llvm::Value *index);
/// The memory of matrices is aligned so.
inline const llvm::Align kMatrixAlign(64);

} // namespace raddle::vectorize

#endif
