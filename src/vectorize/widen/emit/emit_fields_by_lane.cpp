// Loads of neighbouring fields by lanes that may lie anywhere, as in `float4 v = points[index[i]]`.
//
// A gather takes as long for each element as a load, or longer, though each lane's fields lie side by side. So a lane loads as
// many as it can at once: 16 bytes, squares of which are transposed within registers (see emit_squares.cpp), or a
// word of several fields, which the warp then parts.

#include "vectorize/widen/emit/warp_emitter.h"

#include <llvm/IR/InlineAsm.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Fields that a lane loads at once.
struct Piece {
  std::int64_t begin; // bytes from the address
  unsigned fields;

  bool contains(std::int64_t field, unsigned field_bytes) const {
    return field >= begin && field < begin + std::int64_t(fields) * field_bytes;
  }
};

constexpr unsigned kSquareBytes = 16;
constexpr std::uint64_t kFarthest = 4096; // bytes between a lane's fields
constexpr std::size_t kMostTogether = 8;

// How many of so many neighbouring fields are one piece: all or most of 16 bytes, or a word.
unsigned fieldsOfPiece(unsigned neighbours, unsigned field_bytes) {
  const unsigned fields_of_square = kSquareBytes / field_bytes;
  if (field_bytes == 4 || field_bytes == 8) {
    if (neighbours == 2 && field_bytes == 4)
      return 2;
    return std::min(neighbours, fields_of_square);
  }
  return field_bytes < 4 && neighbours >= 4 / field_bytes ? 4 / field_bytes : 1;
}

// Of neighbouring fields the last piece may overlap the one before, so that nothing else is loaded.
std::vector<Piece> piecesOf(const std::set<std::int64_t> &fields, unsigned field_bytes) {
  std::vector<Piece> pieces;
  for (auto field = fields.begin(); field != fields.end();) {
    const std::int64_t begin = *field;
    unsigned neighbours = 0;
    for (; field != fields.end() && *field == begin + std::int64_t(neighbours) * field_bytes; ++field)
      ++neighbours;
    const unsigned length = fieldsOfPiece(neighbours, field_bytes);
    for (unsigned i = 0; i < neighbours; i += length)
      pieces.push_back({begin + std::int64_t(std::min(i, neighbours - length)) * field_bytes, length});
  }
  return pieces;
}

} // namespace

// In memory, where each lane's address is at hand. Inactive lanes have that of zeros, which are as many bytes on either side.
Value *WarpEmitter::spillAddresses(Value *pointer, std::uint64_t bytes_of_zeros) {
  Value *addresses = vector(pointer);
  if (!isFull(mask_)) {
    auto *type = ArrayType::get(builder_.getInt8Ty(), 2 * bytes_of_zeros);
    auto *zeros = new GlobalVariable(*job_.module, type, /*isConstant=*/true, GlobalValue::PrivateLinkage,
                                     Constant::getNullValue(type), "zeros");
    addresses = builder_.CreateSelect(
        mask_, addresses, splat(builder_.CreateConstGEP1_64(builder_.getInt8Ty(), zeros, bytes_of_zeros)));
  }
  // LLVM would take them out of the vector again, one by one, which is slower than to load them.
  auto *type = FunctionType::get(builder_.getPtrTy(), {builder_.getPtrTy()}, false);
  return builder_.CreateCall(type, InlineAsm::get(type, "", "=r,0", /*hasSideEffects=*/false),
                             spill(addresses));
}

// So many fields from `distance` on, all of 16 bytes or all but one of four.
WarpEmitter::Values WarpEmitter::loadSquares(Type *type, Value *addresses, std::int64_t distance,
                                             unsigned fields, Align align) {
  const auto bytes = static_cast<unsigned>(layout_.getTypeStoreSize(type)), side = kSquareBytes / bytes;
  const unsigned part = std::min(kLanes, registerBytes() / bytes);
  SmallVector<SmallVector<Value *, 8>, 4> parts(side); // of each field
  for (unsigned first = 0; first < kLanes; first += part) {
    SmallVector<Value *, 16> chunks;
    for (unsigned lane = first; lane < first + part; ++lane) {
      Value *own = loadLane(addresses, builder_.getPtrTy(), builder_.getInt32(lane));
      auto at = [&](unsigned field) {
        return builder_.CreateConstGEP1_64(builder_.getInt8Ty(), own,
                                           static_cast<uint64_t>(distance + std::int64_t(field) * bytes));
      };
      const unsigned together = fields == side ? side : side / 2;
      Value *chunk = builder_.CreateAlignedLoad(FixedVectorType::get(type, together), at(0), align);
      if (fields != side) {
        SmallVector<int, 4> order(side, PoisonMaskElem);
        std::iota(order.begin(), order.begin() + together, 0);
        chunk = builder_.CreateInsertElement(builder_.CreateShuffleVector(chunk, order),
                                             builder_.CreateAlignedLoad(type, at(together), align), together);
      }
      chunks.push_back(chunk);
    }
    for (auto [of_field, column] : zip_equal(parts, columnsOfSquares(chunks, side)))
      of_field.push_back(column);
  }
  Values values;
  for (auto &of_field : ArrayRef(parts).take_front(fields))
    values.push_back(concatenate(of_field));
  return values;
}

// So many fields from `distance` on, which are a word.
WarpEmitter::Values WarpEmitter::gatherWords(Type *type, Value *pointer, std::int64_t distance,
                                             unsigned fields, Align align) {
  const auto bits = static_cast<unsigned>(layout_.getTypeSizeInBits(type));
  Value *words = gather(builder_.getIntNTy(bits * fields), pointer, distance, align);
  Value *all = builder_.CreateBitCast(words, FixedVectorType::get(type, kLanes * fields));
  Values parts;
  for (unsigned field = 0; field < fields; ++field) {
    SmallVector<int, 32> order;
    for (unsigned lane = 0; lane < kLanes; ++lane)
      order.push_back(static_cast<int>(lane * fields + field));
    parts.push_back(builder_.CreateShuffleVector(all, order));
  }
  return parts;
}

bool WarpEmitter::emitFieldsByLane(ArrayRef<Instruction *> accesses, ArrayRef<std::int64_t> fields,
                                   Align align) {
  auto *load = cast<LoadInst>(accesses.front());
  Type *type = load->getType();
  Value *pointer = load->getPointerOperand();
  const auto bytes = static_cast<unsigned>(layout_.getTypeStoreSize(type));
  const std::set<std::int64_t> sorted(fields.begin(), fields.end());
  const std::vector<Piece> pieces = piecesOf(sorted, bytes);
  const auto reach = static_cast<std::uint64_t>(
      std::max(std::abs(*sorted.begin()), std::abs(*sorted.rbegin())) + kSquareBytes);
  if (pieces.size() == sorted.size() || reach > kFarthest || !isPowerOf2_32(bytes) ||
      bentIndex(pointer, type) || likelyShape(pointer).isUniform())
    return false;
  std::map<std::int64_t, Value *> values; // of each field
  Value *addresses = nullptr;
  for (const Piece &piece : pieces) {
    // Many would not fit into the registers; the others come when they are needed.
    if (sorted.size() > kMostTogether && !piece.contains(fields.front(), bytes))
      continue;
    Values loaded;
    if (piece.fields == 1) {
      loaded.push_back(gather(type, pointer, piece.begin, align));
    } else if (piece.fields * bytes > kSquareBytes / 2) {
      if (!addresses)
        addresses = spillAddresses(pointer, reach);
      loaded = loadSquares(type, addresses, piece.begin, piece.fields, align);
    } else {
      loaded = gatherWords(type, pointer, piece.begin, piece.fields, align);
    }
    for (auto [i, value] : enumerate(loaded))
      values[piece.begin + static_cast<std::int64_t>(i) * bytes] = value;
  }
  for (auto [access, field] : zip_equal(accesses, fields))
    if (auto value = values.find(field); value != values.end()) {
      served_[access] = value->second;
      remarkFieldsByLane(*access, values.size());
    }
  define(*load, values.at(fields.front()));
  return true;
}

} // namespace raddle::vectorize
