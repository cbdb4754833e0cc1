// Loads and stores of neighbouring fields by lanes that lie far apart, as in the columns of a tile of shared memory: each
// lane's fields are one short access, and squares of them are transposed within registers.
//
//   lane 0   a0 a1 a2 a3                           a0 b0 c0 d0   field 0 of the four lanes
//   lane 1   b0 b1 b2 b3    becomes, in two        a1 b1 c1 d1   field 1
//   lane 2   c0 c1 c2 c3    rounds of unpacking    ...
//   lane 3   d0 d1 d2 d3
//
// Registers hold several such squares side by side, one in each 16 bytes.

#include "vectorize/widen/emit/warp_emitter.h"
#include "vectorize/widen/plan/access_plan.h"

#include <llvm/IR/InlineAsm.h>

#include <numeric>

using namespace llvm;

namespace raddle::vectorize {

// From each square's row the lower or the higher half of two vectors, in turns of `width` elements.
Value *WarpEmitter::unpack(Value *first, Value *second, unsigned side, unsigned width, bool higher) {
  const unsigned length = cast<FixedVectorType>(first->getType())->getNumElements();
  SmallVector<int, 32> order;
  for (unsigned square = 0; square < length; square += side)
    for (unsigned i = 0; i < side; ++i) {
      const unsigned piece = i / width;
      order.push_back(static_cast<int>((piece % 2 ? length : 0) + square + (higher ? side / 2 : 0) +
                                       piece / 2 * width + i % width));
    }
  return builder_.CreateShuffleVector(first, second, order);
}

// As many vectors as a square has rows.
SmallVector<Value *, 4> WarpEmitter::transposeSquares(ArrayRef<Value *> rows) {
  const auto side = static_cast<unsigned>(rows.size());
  auto both = [&](Value *first, Value *second, unsigned width) {
    return std::pair(unpack(first, second, side, width, false), unpack(first, second, side, width, true));
  };
  auto [low, high] = both(rows[0], rows[1], 1);
  if (side == 2)
    return {low, high};
  auto [low_of_others, high_of_others] = both(rows[2], rows[3], 1);
  auto [first, second] = both(low, low_of_others, 2);
  auto [third, fourth] = both(high, high_of_others, 2);
  return {first, second, third, fourth};
}

// From neighbouring lanes' fields, which are squares' rows: a vector of each field.
SmallVector<Value *, 4> WarpEmitter::columnsOfSquares(ArrayRef<Value *> chunks, unsigned side) {
  SmallVector<Value *, 4> rows;
  for (unsigned row = 0; row < side; ++row) {
    SmallVector<Value *, 8> squares;
    for (std::size_t lane = row; lane < chunks.size(); lane += side)
      squares.push_back(chunks[lane]);
    rows.push_back(concatenate(std::move(squares)));
  }
  return transposeSquares(rows);
}

// What was loaded by a plan with squares, for each field.
WarpEmitter::Values WarpEmitter::fieldsOfSquares(const AccessPlan &plan, ArrayRef<Value *> chunks) {
  const unsigned lanes = plan.lanes_of_squares;
  SmallVector<SmallVector<Value *, 4>, 8> columns; // of each set of chunks
  for (std::size_t set = 0; set < chunks.size(); set += lanes)
    columns.push_back(columnsOfSquares(chunks.slice(set, lanes), plan.side_of_squares));
  Values results;
  for (const auto &places : plan.places) {
    SmallVector<Value *, 8> parts;
    for (unsigned first = 0; first < kLanes; first += lanes)
      parts.push_back(columns[places[first].chunk / lanes][places[first].element]);
    results.push_back(concatenate(std::move(parts)));
  }
  return results;
}

// Keeps LLVM from transposing what is stored of a register by itself, piece by piece, which takes twice as many operations.
Value *WarpEmitter::inOneRegister(Value *vector) {
  if (!has_permutes_)
    return vector;
  auto *type = FunctionType::get(vector->getType(), {vector->getType()}, false);
  const char *constraint = has_wide_permutes_ ? "=v,0" : "=x,0";
  return builder_.CreateCall(type, InlineAsm::get(type, "", constraint, /*hasSideEffects=*/false), vector);
}

// `parts` are those of each field's values, a register long.
void WarpEmitter::storeSquares(const PlannedStore &store, ArrayRef<SmallVector<Value *, 8>> parts,
                               Value *base) {
  const unsigned side = store.plan.side_of_squares;
  const AccessPlan::Chunk *chunk = store.plan.chunks.data();
  for (const auto &fields : store.plan.stored_together)
    for (std::size_t part = 0; part < parts.front().size(); ++part) {
      SmallVector<Value *, 4> columns;
      for (unsigned field : fields)
        columns.push_back(parts[field][part]);
      columns.resize(side, PoisonValue::get(columns.front()->getType()));
      SmallVector<Value *, 4> rows;
      for (Value *row : transposeSquares(columns))
        rows.push_back(inOneRegister(row));
      const unsigned lanes = cast<FixedVectorType>(rows.front()->getType())->getNumElements();
      for (unsigned lane = 0; lane < lanes; ++lane, ++chunk) {
        SmallVector<int, 4> order(chunk->elements);
        std::iota(order.begin(), order.end(), static_cast<int>(lane / side * side));
        Value *address =
            builder_.CreateConstGEP1_64(builder_.getInt8Ty(), base, static_cast<uint64_t>(chunk->offset));
        builder_.CreateAlignedStore(builder_.CreateShuffleVector(rows[lane % side], order), address,
                                    store.align);
      }
    }
}

} // namespace raddle::vectorize
