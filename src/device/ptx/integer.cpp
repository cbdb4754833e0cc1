// Integer instructions of PTX that CUDA C++ has no function for (src/ptx/instructions/bit_instructions.cpp and its
// neighbours). What they compute is written in the PTX ISA, section of the instruction's name.

#define DEVICE extern "C"

namespace {

using u32 = unsigned int;
using s32 = int;
using u64 = unsigned long long;
using s64 = long long;

template <class Word> constexpr u32 kBits = 8 * sizeof(Word);

u32 leadingZeros(u32 x) { return static_cast<u32>(__builtin_clzg(x, 32)); }
u32 leadingZeros(u64 x) { return static_cast<u32>(__builtin_clzg(x, 64)); }

// The highest bit that is not the sign, or all ones.
template <class Word> u32 highestBit(Word x) {
  const u32 zeros = leadingZeros(x);
  return zeros == kBits<Word> ? ~0u : kBits<Word> - 1 - zeros;
}
u32 highestBit(s32 x) { return highestBit(static_cast<u32>(x < 0 ? ~x : x)); }
u32 highestBit(s64 x) { return highestBit(static_cast<u64>(x < 0 ? ~x : x)); }

template <class Word> u32 shiftToTop(Word x) {
  const u32 bit = highestBit(x);
  return bit == ~0u ? bit : kBits<Word> - 1 - bit;
}

template <class Word> Word lowBits(u32 count) {
  return count >= kBits<Word> ? ~Word(0) : (Word(1) << count) - 1;
}

// Distances that reach beyond the word shift everything out.
template <class Word> Word shiftedRight(Word x, u32 distance) {
  const bool all = distance >= kBits<Word>;
  return Word(-1) < 0 ? x >> (all ? kBits<Word> - 1 : distance) : all ? 0 : x >> distance;
}

// Only 8 bits count of a number that gives a place in a word of 32 bits, all do in one of 64 (measured on an
// H200, CUDA 13.0).
template <class Word> u32 place(u32 x) { return sizeof(Word) == 4 ? x & 0xff : x; }

// Bits beyond the word are its sign, or zero.
template <class Word> Word extracted(Word x, u32 position, u32 length) {
  position = place<Word>(position);
  length = place<Word>(length);
  if (length == 0)
    return 0;
  const Word shifted = shiftedRight(x, position);
  if (length >= kBits<Word>)
    return shifted;
  const u32 unused = kBits<Word> - length;
  return static_cast<Word>(shifted << unused) >> unused;
}

template <class Word> Word inserted(Word bits, Word into, u32 position, u32 length) {
  position = place<Word>(position);
  length = place<Word>(length);
  if (position >= kBits<Word>)
    return into;
  const Word mask = lowBits<Word>(length) << position;
  return (into & ~mask) | ((bits << position) & mask);
}

s32 clamp(s32 x, s32 low, s32 high) { return x < low ? low : x > high ? high : x; }
s32 half(u32 word, int i) { return static_cast<short>(word >> 16 * i); }
u32 pair(s32 low, s32 high) { return (static_cast<u32>(low) & 0xffff) | static_cast<u32>(high) << 16; }
s32 smaller(s32 x, s32 y) { return y < x ? y : x; }
s32 larger(s32 x, s32 y) { return x < y ? y : x; }

// The bytes of y:x, of which y's are 4 to 7.
u32 permuted(u32 x, u32 y, const u32 (&bytes)[4]) {
  const u64 both = static_cast<u64>(y) << 32 | x;
  u32 result = 0;
  for (int i = 0; i < 4; ++i)
    result |= static_cast<u32>(both >> 8 * (bytes[i] & 7) & 0xff) << 8 * i;
  return result;
}

template <bool is_signed> s32 byte(u32 word, int i) {
  return is_signed ? static_cast<s32>(static_cast<signed char>(word >> 8 * i))
                   : static_cast<s32>(word >> 8 * i & 0xff);
}
template <bool is_signed> s32 halfword(u32 word, int i) {
  return is_signed ? half(word, i) : static_cast<s32>(word >> 16 * i & 0xffff);
}
template <bool a_signed, bool b_signed> u32 dot4(u32 a, u32 b, u32 sum) {
  for (int i = 0; i < 4; ++i)
    sum += static_cast<u32>(byte<a_signed>(a, i) * byte<b_signed>(b, i));
  return sum;
}
template <bool a_signed, bool b_signed> u32 dot2(u32 a, u32 b, u32 sum, int first) {
  for (int i = 0; i < 2; ++i)
    sum += static_cast<u32>(halfword<a_signed>(a, i)) * static_cast<u32>(byte<b_signed>(b, first + i));
  return sum;
}

} // namespace

#define FOR_EACH_WORD(type)                                                                                  \
  DEVICE u32 __raddle_ptx_bfind_##type(type x) { return highestBit(x); }                                     \
  DEVICE u32 __raddle_ptx_bfind_shiftamt_##type(type x) { return shiftToTop(x); }                            \
  DEVICE type __raddle_ptx_bfe_##type(type x, u32 position, u32 length) {                                    \
    return extracted(x, position, length);                                                                   \
  }
FOR_EACH_WORD(u32)
FOR_EACH_WORD(s32)
FOR_EACH_WORD(u64)
FOR_EACH_WORD(s64)

DEVICE u32 __raddle_ptx_bfi_b32(u32 bits, u32 into, u32 position, u32 length) {
  return inserted(bits, into, position, length);
}
DEVICE u64 __raddle_ptx_bfi_b64(u64 bits, u64 into, u32 position, u32 length) {
  return inserted(bits, into, position, length);
}

DEVICE u32 __raddle_ptx_szext_clamp_u32(u32 x, u32 bits) { return x & lowBits<u32>(bits); }
DEVICE u32 __raddle_ptx_szext_wrap_u32(u32 x, u32 bits) { return x & lowBits<u32>(bits & 31); }
DEVICE s32 __raddle_ptx_szext_clamp_s32(s32 x, u32 bits) { return extracted(x, 0, bits < 32 ? bits : 32); }
DEVICE s32 __raddle_ptx_szext_wrap_s32(s32 x, u32 bits) { return extracted(x, 0, bits & 31); }

DEVICE u32 __raddle_ptx_bmsk_clamp(u32 position, u32 length) {
  return position >= 32 ? 0 : lowBits<u32>(length) << position;
}
DEVICE u32 __raddle_ptx_bmsk_wrap(u32 position, u32 length) {
  return lowBits<u32>(length & 31) << (position & 31);
}

#define PERMUTATION(mode, ...)                                                                               \
  DEVICE u32 __raddle_ptx_prmt_##mode(u32 x, u32 y, u32 selector) {                                          \
    const u32 s = selector & 3;                                                                              \
    return permuted(x, y, {__VA_ARGS__});                                                                    \
  }
PERMUTATION(f4e, s, s + 1, s + 2, s + 3)
PERMUTATION(b4e, s, s + 7, s + 6, s + 5)
PERMUTATION(rc8, s, s, s, s)
PERMUTATION(ecl, s, s > 1 ? s : 1, s > 2 ? s : 2, 3)
PERMUTATION(ecr, 0, s < 1 ? s : 1, s < 2 ? s : 2, s)
PERMUTATION(rc16, 2 * (s & 1), 2 * (s & 1) + 1, 2 * (s & 1), 2 * (s & 1) + 1)

DEVICE s32 __raddle_ptx_min_relu_s32(s32 x, s32 y) { return larger(smaller(x, y), 0); }
DEVICE s32 __raddle_ptx_max_relu_s32(s32 x, s32 y) { return larger(larger(x, y), 0); }
DEVICE u32 __raddle_ptx_min_relu_s16x2(u32 x, u32 y) {
  return pair(larger(smaller(half(x, 0), half(y, 0)), 0), larger(smaller(half(x, 1), half(y, 1)), 0));
}
DEVICE u32 __raddle_ptx_max_relu_s16x2(u32 x, u32 y) {
  return pair(larger(larger(half(x, 0), half(y, 0)), 0), larger(larger(half(x, 1), half(y, 1)), 0));
}

#define DOT(a_type, a_signed, b_type, b_signed)                                                              \
  DEVICE u32 __raddle_ptx_dp4a_##a_type##_##b_type(u32 a, u32 b, u32 c) {                                    \
    return dot4<a_signed, b_signed>(a, b, c);                                                                \
  }                                                                                                          \
  DEVICE u32 __raddle_ptx_dp2a_lo_##a_type##_##b_type(u32 a, u32 b, u32 c) {                                 \
    return dot2<a_signed, b_signed>(a, b, c, 0);                                                             \
  }                                                                                                          \
  DEVICE u32 __raddle_ptx_dp2a_hi_##a_type##_##b_type(u32 a, u32 b, u32 c) {                                 \
    return dot2<a_signed, b_signed>(a, b, c, 2);                                                             \
  }
DOT(u32, false, u32, false)
DOT(u32, false, s32, true)
DOT(s32, true, u32, false)
DOT(s32, true, s32, true)

// The first operand goes above the second, and the third one above both.
DEVICE u32 __raddle_ptx_pack_u16(s32 a, s32 b) { return pair(clamp(b, 0, 0xffff), clamp(a, 0, 0xffff)); }
DEVICE u32 __raddle_ptx_pack_s16(s32 a, s32 b) {
  return pair(clamp(b, -0x8000, 0x7fff), clamp(a, -0x8000, 0x7fff));
}
DEVICE u32 __raddle_ptx_pack_u8(s32 a, s32 b, u32 c) {
  return c << 16 | static_cast<u32>(clamp(a, 0, 0xff)) << 8 | static_cast<u32>(clamp(b, 0, 0xff));
}
DEVICE u32 __raddle_ptx_pack_s8(s32 a, s32 b, u32 c) {
  return c << 16 | (static_cast<u32>(clamp(a, -0x80, 0x7f)) & 0xff) << 8 |
         (static_cast<u32>(clamp(b, -0x80, 0x7f)) & 0xff);
}
