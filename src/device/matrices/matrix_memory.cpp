// ldmatrix, stmatrix and movmatrix: 8x8 matrices of 16 bits, whose rows of 16 bytes lie anywhere in shared memory. Lane
// 8m + r names row r of matrix m; a register holds, in the four lanes of group r, row r.

#include "device/matrices/vector_operations.h"

using namespace raddle_matrices;

extern "C" u64 __raddle_shared_offset(const void *generic);
extern "C" void *__raddle_shared_pointer(u64 offset);

namespace {

constexpr u32 kRows = 8; // of a matrix

// A word of a row, whose alignment has been looked at.
using WordOfRow = u32 __attribute__((aligned(1)));

// Where the rows of `count` matrices lie in shared memory.
template <int count> INLINE u32 offsetOfRow(const void *row) {
  const u32 offset = static_cast<u32>(__raddle_shared_offset(row));
  // One lane's row is told for the whole warp, which a branch that lanes take differently would part.
  const bool is_misaligned = offset % 16 != 0 && (count * kRows == 32 || ownLane() < count * kRows);
  if (const u32 lanes = raddleBallot(0xffffffff, is_misaligned); lanes != 0)
    __raddle_misaligned(__raddle_shared_pointer(fromLane(offset, static_cast<u32>(__builtin_ctz(lanes)))),
                        16);
  return offset;
}

// Where this lane's register of matrix `m` lies.
INLINE WordOfRow *placeOf(u32 offset, u32 m) {
  const u32 row = __raddle_has_matrix_operations() ? __raddle_matrix_row(offset, m)
                                                   : fromLane(offset, kRows * m + ownGroup());
  return static_cast<WordOfRow *>(__raddle_shared_pointer(row)) + laneInGroup();
}

// Element (2t, g) and (2t + 1, g) for group g and lane t of it: a register of lanes 8t + g / 2 and 4 more.
INLINE u32 transposed(u32 word) {
  if (__raddle_has_matrix_operations())
    return __raddle_matrix_moved(word);
  const u32 lane = 8 * laneInGroup() + (ownGroup() >> 1), shift = 16 * (ownGroup() & 1);
  const u32 low = fromLane(word, lane) >> shift, high = fromLane(word, lane + 4) >> shift;
  return (low & 0xffff) | high << 16;
}

template <int count, bool transposes> INLINE Registers<count, u32> load(const void *row) {
  needAllLanes();
  const u32 offset = offsetOfRow<count>(row);
  Registers<count, u32> words;
#pragma unroll
  for (int m = 0; m < count; ++m) {
    const u32 word = *placeOf(offset, static_cast<u32>(m));
    words[m] = transposes ? transposed(word) : word;
  }
  return words;
}

template <int count, bool transposes> INLINE void store(void *row, Operand<count, u32> words) {
  needAllLanes();
  const u32 offset = offsetOfRow<count>(row);
#pragma unroll
  for (int m = 0; m < count; ++m)
    *placeOf(offset, static_cast<u32>(m)) = transposes ? transposed(words[m]) : words[m];
}

} // namespace

#define MATRICES(count)                                                                                      \
  DEVICE Registers<count, u32> __raddle_ldmatrix_x##count##_(const void *row) {                              \
    return load<count, false>(row);                                                                          \
  }                                                                                                          \
  DEVICE Registers<count, u32> __raddle_ldmatrix_x##count##_trans(const void *row) {                         \
    return load<count, true>(row);                                                                           \
  }                                                                                                          \
  DEVICE void __raddle_stmatrix_x##count##_(void *row, PARAMETERS_##count(u32, w)) {                         \
    store<count, false>(row, {LIST_##count(w)});                                                             \
  }                                                                                                          \
  DEVICE void __raddle_stmatrix_x##count##_trans(void *row, PARAMETERS_##count(u32, w)) {                    \
    store<count, true>(row, {LIST_##count(w)});                                                              \
  }
MATRICES(1)
MATRICES(2)
MATRICES(4)

DEVICE u32 __raddle_movmatrix(u32 word) {
  needAllLanes();
  return transposed(word);
}
