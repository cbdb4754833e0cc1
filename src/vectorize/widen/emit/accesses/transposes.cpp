// Loads and stores of neighbouring fields by lanes that lie far apart, as in the columns of a tile of shared memory: each
// lane's fields are one short access, and square blocks of them are transposed within registers.
//
//   lane 0   a0 a1 a2 a3                           a0 b0 c0 d0   field 0 of the four lanes
//   lane 1   b0 b1 b2 b3    becomes, in two        a1 b1 c1 d1   field 1
//   lane 2   c0 c1 c2 c3    stages of unpacking    ...
//   lane 3   d0 d1 d2 d3
//
// Registers hold several such blocks side by side, one in each 16 bytes.

#include "vectorize/widen/emit/accesses/transposes.h"
#include "vectorize/widen/emit/vectors.h"

#include <numeric>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// From each block's row the lower or the higher half of two vectors, alternating by `width` elements.
Value *unpack(WarpBuilder &warp, Value *first, Value *second, unsigned side, unsigned width, bool higher) {
  const unsigned length = cast<FixedVectorType>(first->getType())->getNumElements();
  SmallVector<int, 32> order;
  for (unsigned block = 0; block < length; block += side)
    for (unsigned i = 0; i < side; ++i) {
      const unsigned piece = i / width;
      order.push_back(static_cast<int>((piece % 2 ? length : 0) + block + (higher ? side / 2 : 0) +
                                       piece / 2 * width + i % width));
    }
  return warp.CreateShuffleVector(first, second, order);
}

// As many vectors as a block has rows.
SmallVector<Value *, 4> transposeBlocks(WarpBuilder &warp, ArrayRef<Value *> rows) {
  const auto side = static_cast<unsigned>(rows.size());
  auto both = [&](Value *first, Value *second, unsigned width) {
    return std::pair(unpack(warp, first, second, side, width, false),
                     unpack(warp, first, second, side, width, true));
  };
  auto [low, high] = both(rows[0], rows[1], 1);
  if (side == 2)
    return {low, high};
  auto [low_of_others, high_of_others] = both(rows[2], rows[3], 1);
  auto [first, second] = both(low, low_of_others, 2);
  auto [third, fourth] = both(high, high_of_others, 2);
  return {first, second, third, fourth};
}

// Keeps LLVM from transposing what is stored of a register by itself, piece by piece, which takes twice as many operations.
Value *inOneRegister(WarpBuilder &warp, Value *vector) {
  if (!warp.has_permutes)
    return vector;
  auto *type = FunctionType::get(vector->getType(), {vector->getType()}, false);
  const char *constraint = warp.has_wide_permutes ? "=v,0" : "=x,0";
  CallInst *call =
      warp.CreateCall(type, InlineAsm::get(type, "", constraint, /*hasSideEffects=*/false), vector);
  call->setDoesNotAccessMemory();
  return call;
}

} // namespace

SmallVector<Value *, 4> transposedColumns(WarpBuilder &warp, ArrayRef<Value *> chunks, unsigned side) {
  SmallVector<Value *, 4> rows;
  for (unsigned row = 0; row < side; ++row) {
    SmallVector<Value *, 8> blocks;
    for (std::size_t lane = row; lane < chunks.size(); lane += side)
      blocks.push_back(chunks[lane]);
    rows.push_back(concatenate(warp, std::move(blocks)));
  }
  return transposeBlocks(warp, rows);
}

ValueList transposedFields(WarpBuilder &warp, const AccessPlan &plan, ArrayRef<Value *> chunks) {
  const unsigned lanes = plan.lanes_of_transpose;
  SmallVector<SmallVector<Value *, 4>, 8> columns; // of each set of chunks
  for (std::size_t set = 0; set < chunks.size(); set += lanes)
    columns.push_back(transposedColumns(warp, chunks.slice(set, lanes), plan.side_of_transpose));
  ValueList results;
  for (const auto &places : plan.places) {
    SmallVector<Value *, 8> parts;
    for (unsigned first = 0; first < kLanes; first += lanes)
      parts.push_back(columns[places[first].chunk / lanes][places[first].element]);
    results.push_back(concatenate(warp, std::move(parts)));
  }
  return results;
}

void storeTransposed(WarpBuilder &warp, const AccessGroup &group, ArrayRef<SmallVector<Value *, 8>> parts,
                     Value *base) {
  const unsigned side = group.vectors.side_of_transpose;
  // One part of the warp after the other: few registers hold its fields.
  for (std::size_t part = 0; part < parts.front().size(); ++part)
    for (auto [set, fields] : enumerate(group.vectors.stored_together)) {
      SmallVector<Value *, 4> columns;
      for (unsigned field : fields)
        columns.push_back(parts[field][part]);
      columns.resize(side, PoisonValue::get(columns.front()->getType()));
      SmallVector<Value *, 4> rows;
      for (Value *row : transposeBlocks(warp, columns))
        rows.push_back(inOneRegister(warp, row));
      const unsigned lanes = cast<FixedVectorType>(rows.front()->getType())->getNumElements();
      const AccessPlan::Chunk *chunks = &group.vectors.chunks[set * kLanes + part * lanes];
      for (unsigned lane = 0; lane < lanes; ++lane) {
        SmallVector<int, 4> order(chunks[lane].elements);
        std::iota(order.begin(), order.end(), static_cast<int>(lane / side * side));
        Value *address =
            warp.CreateConstGEP1_64(warp.getInt8Ty(), base, static_cast<uint64_t>(chunks[lane].offset));
        warp.CreateAlignedStore(warp.CreateShuffleVector(rows[lane % side], order), address, group.align);
      }
    }
}

} // namespace raddle::vectorize
