// What the matrix operations of a warp have in common: vectors of registers, and reading registers of other lanes.
//
// A fragment is spread over the lanes as the PTX ISA's figures show: the 32 lanes are 8 groups of 4. A row of A (a column
// of B, a row of an 8x8 matrix of ldmatrix) belongs to a group, and each of its four lanes holds a fourth of it.
#ifndef RADDLE_DEVICE_MATRICES_LANES_H
#define RADDLE_DEVICE_MATRICES_LANES_H

#define DEVICE extern "C" __attribute__((always_inline, convergent))
#define INLINE __attribute__((always_inline, convergent)) inline

namespace raddle_matrices {

using u16 = unsigned short;
using u32 = unsigned int;
using u64 = unsigned long long;
using s32 = int;

/// The registers of an operand, {a, b, c, d} in PTX. Functions return them so, but take them one by one: LLVM would make
/// vectors of halves of a vector of words, and the warp engine has no vectors within a lane.
template <int count, class T> using Registers = T __attribute__((ext_vector_type(count)));

template <int count, class T> struct Operand {
  T registers[count];
  INLINE T operator[](int i) const { return registers[i]; }
};

#define PARAMETERS_1(type, x) type x##0
#define PARAMETERS_2(type, x) type x##0, type x##1
#define PARAMETERS_4(type, x) PARAMETERS_2(type, x), type x##2, type x##3
#define PARAMETERS_8(type, x) PARAMETERS_4(type, x), type x##4, type x##5, type x##6, type x##7
#define LIST_1(x) x##0
#define LIST_2(x) x##0, x##1
#define LIST_4(x) LIST_2(x), x##2, x##3
#define LIST_8(x) LIST_4(x), x##4, x##5, x##6, x##7

constexpr int kLanesOfGroup = 4;

extern "C" __attribute__((convergent)) u32 raddleShuffle(u32 mask, u32 value, u32 lane,
                                                         u32 control) __asm__("llvm.nvvm.shfl.sync.idx.i32");
extern "C" __attribute__((convergent)) u32 raddleBallot(u32 mask,
                                                        bool predicate) __asm__("llvm.nvvm.vote.ballot.sync");
extern "C" u32 raddleLane() __asm__("llvm.nvvm.read.ptx.sreg.laneid");

extern "C" __attribute__((noreturn)) void __raddle_wrong_use(const char *text, u32 first, u32 second);
extern "C" __attribute__((noreturn)) void __raddle_misaligned(const void *pointer, u32 alignment);

/// Ends the launch where a part of the warp does what all of it has to do. In a whole warp that costs nothing.
INLINE void needAllLanes() {
  const u32 lanes = raddleBallot(0xffffffff, true);
  // Not merged with other calls, which would cost it its line.
  if (lanes != 0xffffffff) [[clang::nomerge]]
    __raddle_wrong_use("an operation on matrices needs all 32 lanes of a warp, but only {} came to it",
                       static_cast<u32>(__builtin_popcount(lanes)), 0);
}

INLINE u32 ownLane() { return raddleLane() & 31; }
INLINE u32 ownGroup() { return ownLane() >> 2; }
INLINE u32 laneInGroup() { return ownLane() & 3; }

/// The value of another lane. All lanes of the warp take part.
INLINE u32 fromLane(u32 value, u32 lane) { return raddleShuffle(0xffffffff, value, lane, 31); }
INLINE s32 fromLane(s32 value, u32 lane) { return static_cast<s32>(fromLane(static_cast<u32>(value), lane)); }
INLINE float fromLane(float value, u32 lane) {
  return __builtin_bit_cast(float, fromLane(__builtin_bit_cast(u32, value), lane));
}
INLINE double fromLane(double value, u32 lane) {
  const u64 bits = __builtin_bit_cast(u64, value);
  const u32 low = fromLane(static_cast<u32>(bits), lane), high = fromLane(static_cast<u32>(bits >> 32), lane);
  return __builtin_bit_cast(double, static_cast<u64>(high) << 32 | low);
}

} // namespace raddle_matrices

#endif
