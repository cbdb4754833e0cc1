// mma.sync.m8n8k4 of f16: four products at once, each by a quad pair, lanes 4p to 4p+3 and 16 more (PTX ISA, "Matrix
// Fragments for mma.m8n8k4 with .f16 floating point type").
//
// With A's rows (B's columns) as vectors of four: lanes of the first quad hold vectors 0 to 3, those of the second 4 to
// 7. A vector is either in one lane (A row-major, B column-major), or its elements are in the four lanes of its quad.

#include "device/matrices/elements.h"

using namespace raddle_matrices;

namespace {

using Halves = Operand<2, u32>;

// An H100 has no such instruction: its compiler writes multiplications and additions of f32, C last.
enum class Mode { kInOrder, kExact };

// The lane that has `index` of 0 to 3 in the quad that vectors 0 to 3, or 4 to 7, are in.
INLINE u32 laneOf(u32 vector, u32 index) { return (vector & 4) << 2 | (ownLane() & 12) | index; }

INLINE float chosen(Halves halves, u32 lane, u32 element) {
  const u32 low = fromLane(halves[0], lane), high = fromLane(halves[1], lane);
  return halfToFloat((element & 2 ? high : low) >> (16 * (element & 1)));
}

template <bool in_one_lane> INLINE float elementOf(Halves halves, u32 vector, u32 k) {
  return in_one_lane ? chosen(halves, laneOf(vector, vector & 3), k)
                     : chosen(halves, laneOf(vector, k), vector & 3);
}

struct Place {
  u32 row, column;
};
INLINE Place placeOfFloat(u32 i) {
  return {(ownLane() & 1) + (i & 2) + (ownLane() >> 4) * 4, (i & 4) + (ownLane() & 2) + (i & 1)};
}
INLINE Place placeOfHalf(u32 i) { return {(ownLane() & 3) + (ownLane() >> 4) * 4, i}; }

// The value at a place of a matrix of f16 fragments.
INLINE float halfAt(Operand<4, u32> c, Place place) {
  const u32 lane = laneOf(place.row, place.row & 3);
  u32 word = 0;
#pragma unroll
  for (u32 i = 0; i < 4; ++i) {
    const u32 candidate = fromLane(c[i], lane);
    word = place.column / 2 == i ? candidate : word;
  }
  return halfToFloat(word >> (16 * (place.column & 1)));
}

template <Mode mode, bool row_a, bool row_b> INLINE float product(Halves a, Halves b, Place place, float c) {
  float sum = mode == Mode::kExact
                  ? elementOf<row_a>(a, place.row, 0) * elementOf<!row_b>(b, place.column, 0)
                  : c;
#pragma unroll
  for (u32 k = mode == Mode::kExact ? 1 : 0; k < 4; ++k)
    sum = __builtin_fmaf(elementOf<row_a>(a, place.row, k), elementOf<!row_b>(b, place.column, k), sum);
  if (mode == Mode::kExact)
    sum += c;
  return sum != sum ? __builtin_bit_cast(float, 0x7fffffff) : sum;
}

template <Mode mode, bool row_a, bool row_b>
INLINE Registers<8, float> floatsFromFloats(Halves a, Halves b, Operand<8, float> c) {
  Registers<8, float> d;
#pragma unroll
  for (u32 i = 0; i < 8; ++i)
    d[i] = product<mode, row_a, row_b>(a, b, placeOfFloat(i), c[i]);
  return d;
}

template <Mode mode, bool row_a, bool row_b>
INLINE Registers<8, float> floatsFromHalves(Halves a, Halves b, Operand<4, u32> c) {
  Registers<8, float> d;
#pragma unroll
  for (u32 i = 0; i < 8; ++i)
    d[i] = product<mode, row_a, row_b>(a, b, placeOfFloat(i), halfAt(c, placeOfFloat(i)));
  return d;
}

template <Mode mode, bool row_a, bool row_b>
INLINE Registers<4, u32> halvesFromHalves(Halves a, Halves b, Operand<4, u32> c) {
  Registers<4, u32> d;
#pragma unroll
  for (u32 i = 0; i < 4; ++i) {
    const float low = product<mode, row_a, row_b>(a, b, placeOfHalf(2 * i), F16::at(c[i], 0));
    const float high = product<mode, row_a, row_b>(a, b, placeOfHalf(2 * i + 1), F16::at(c[i], 1));
    d[i] = floatToHalf(low) | floatToHalf(high) << 16;
  }
  return d;
}

} // namespace

#define QUAD_PAIRS_AS(name, sum, sums, addend, addends, ...)                                                 \
  DEVICE Registers<sums, sum> name(PARAMETERS_2(u32, a), PARAMETERS_2(u32, b),                               \
                                   PARAMETERS_##addends(addend, c)) {                                        \
    needAllLanes();                                                                                          \
    return __VA_ARGS__({LIST_2(a)}, {LIST_2(b)}, {LIST_##addends(c)});                                       \
  }
#define QUAD_PAIRS_OF(mode, suffix, layout_a, layout_b, row_a, row_b)                                        \
  QUAD_PAIRS_AS(__raddle_mma_m8n8k4_##layout_a##_##layout_b##_f32_f32##suffix, float, 8, float, 8,           \
                floatsFromFloats<mode, row_a, row_b>)                                                        \
  QUAD_PAIRS_AS(__raddle_mma_m8n8k4_##layout_a##_##layout_b##_f32_f16##suffix, float, 8, u32, 4,             \
                floatsFromHalves<mode, row_a, row_b>)                                                        \
  QUAD_PAIRS_AS(__raddle_mma_m8n8k4_##layout_a##_##layout_b##_f16_f16##suffix, u32, 4, u32, 4,               \
                halvesFromHalves<mode, row_a, row_b>)
#define QUAD_PAIRS(layout_a, layout_b, row_a, row_b)                                                         \
  QUAD_PAIRS_OF(Mode::kInOrder, , layout_a, layout_b, row_a, row_b)                                          \
  QUAD_PAIRS_OF(Mode::kExact, _exact, layout_a, layout_b, row_a, row_b)
QUAD_PAIRS(row, row, true, true)
QUAD_PAIRS(row, col, true, false)
QUAD_PAIRS(col, row, false, true)
QUAD_PAIRS(col, col, false, false)
