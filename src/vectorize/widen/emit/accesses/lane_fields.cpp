// Loads of neighbouring fields by lanes that may lie anywhere, as in `float4 v = points[index[i]]`.
//
// A gather takes as long for each element as a load, or longer, though each lane's fields lie side by side. So a lane loads as
// many as it can at once: 16 bytes, blocks of which are transposed within registers (see transposes.cpp), or a
// word of several fields, whose fields the warp then separates.

#include "vectorize/widen/emit/accesses/accesses.h"
#include "vectorize/widen/emit/accesses/transposes.h"
#include "vectorize/widen/emit/lane_loops.h"
#include "vectorize/widen/emit/vectors.h"

#include <map>
#include <numeric>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// In memory, where each lane's address is at hand. Inactive lanes have that of zeros, which are as many bytes on either side.
Value *spillAddresses(WarpBuilder &warp, Value *pointer, std::uint64_t bytes_of_zeros) {
  Value *addresses = warp.vector(pointer);
  if (!warp.isFull(warp.mask)) {
    auto *type = ArrayType::get(warp.getInt8Ty(), 2 * bytes_of_zeros);
    auto *zeros = new GlobalVariable(*warp.target.getParent(), type, /*isConstant=*/true,
                                     GlobalValue::PrivateLinkage, Constant::getNullValue(type), "zeros");
    addresses = warp.CreateSelect(
        warp.mask, addresses, warp.splat(warp.CreateConstGEP1_64(warp.getInt8Ty(), zeros, bytes_of_zeros)));
  }
  // LLVM would take them out of the vector again, one by one, which is slower than to load them.
  auto *type = FunctionType::get(warp.getPtrTy(), {warp.getPtrTy()}, false);
  return warp.CreateCall(type, InlineAsm::get(type, "", "=r,0", /*hasSideEffects=*/false),
                         spill(warp, addresses));
}

// So many fields from `distance` on, all of 16 bytes or all but one of four.
ValueList loadTransposed(WarpBuilder &warp, Type *type, Value *addresses, std::int64_t distance,
                         unsigned fields, Align align) {
  const auto bytes = static_cast<unsigned>(warp.layout.getTypeStoreSize(type)),
             side = kTransposedBytes / bytes;
  const unsigned part = std::min(kLanes, warp.registerBytes() / bytes);
  SmallVector<SmallVector<Value *, 8>, 4> parts(side); // of each field
  for (unsigned first = 0; first < kLanes; first += part) {
    SmallVector<Value *, 16> chunks;
    for (unsigned lane = first; lane < first + part; ++lane) {
      Value *own = loadLane(warp, addresses, warp.getPtrTy(), warp.getInt32(lane));
      auto at = [&](unsigned field) {
        return warp.CreateConstGEP1_64(warp.getInt8Ty(), own,
                                       static_cast<uint64_t>(distance + std::int64_t(field) * bytes));
      };
      const unsigned together = fields == side ? side : side / 2;
      Value *chunk = warp.CreateAlignedLoad(FixedVectorType::get(type, together), at(0), align);
      if (fields != side) {
        SmallVector<int, 4> order(side, PoisonMaskElem);
        std::iota(order.begin(), order.begin() + together, 0);
        chunk = warp.CreateInsertElement(warp.CreateShuffleVector(chunk, order),
                                         warp.CreateAlignedLoad(type, at(together), align), together);
      }
      chunks.push_back(chunk);
    }
    for (auto [of_field, column] : zip_equal(parts, transposedColumns(warp, chunks, side)))
      of_field.push_back(column);
  }
  ValueList values;
  for (auto &of_field : ArrayRef(parts).take_front(fields))
    values.push_back(concatenate(warp, of_field));
  return values;
}

// So many fields from `distance` on, which are a word.
ValueList gatherWords(WarpBuilder &warp, Type *type, Value *pointer, std::int64_t distance, unsigned fields,
                      Align align) {
  const auto bits = static_cast<unsigned>(warp.layout.getTypeSizeInBits(type));
  Value *words = gather(warp, warp.getIntNTy(bits * fields), pointer, distance, align);
  Value *all = warp.CreateBitCast(words, FixedVectorType::get(type, kLanes * fields));
  ValueList parts;
  for (unsigned field = 0; field < fields; ++field) {
    SmallVector<int, 32> order;
    for (unsigned lane = 0; lane < kLanes; ++lane)
      order.push_back(static_cast<int>(lane * fields + field));
    parts.push_back(warp.CreateShuffleVector(all, order));
  }
  return parts;
}

ValueList loadPiece(WarpBuilder &warp, const LoadInst &load, const AccessGroup &group, const LanePiece &piece,
                    Value *&addresses) {
  Type *type = load.getType();
  Value *pointer = const_cast<Value *>(load.getPointerOperand());
  const auto bytes = static_cast<unsigned>(warp.layout.getTypeStoreSize(type));
  if (piece.fields == 1)
    return {gather(warp, type, pointer, piece.begin, group.align)};
  if (piece.fields * bytes <= kTransposedBytes / 2)
    return gatherWords(warp, type, pointer, piece.begin, piece.fields, group.align);
  if (!addresses)
    addresses = spillAddresses(warp, pointer, group.reach);
  return loadTransposed(warp, type, addresses, piece.begin, piece.fields, group.align);
}

} // namespace

void emitLoadOfLaneFields(WarpBuilder &warp, LoadInst &load, const AccessDecision &decision) {
  const AccessGroup &group = *decision.group;
  const auto bytes = static_cast<unsigned>(warp.layout.getTypeStoreSize(load.getType()));
  std::map<std::int64_t, Value *> values; // of each field
  Value *addresses = nullptr;             // in memory, where a piece needs them
  for (const LanePiece &piece : group.pieces)
    for (auto [i, value] : enumerate(loadPiece(warp, load, group, piece, addresses)))
      values[piece.begin + static_cast<std::int64_t>(i) * bytes] = value;
  for (auto [access, field] : zip_equal(group.accesses, group.fields))
    if (auto value = values.find(field); value != values.end())
      warp.served[access] = value->second;
  warp.define(load, values.at(group.fields.front()));
}

} // namespace raddle::vectorize
