// Integer intrinsics: bits, bytes, shifts, products and sums.
#ifndef RADDLE_DEVICE_INTEGER_H
#define RADDLE_DEVICE_INTEGER_H

// Counting. __clz of zero is the width; __ffs counts from 1, and 0 says that no bit is set.
RADDLE_DEVICE int __popc(unsigned int x) { return __builtin_popcount(x); }
RADDLE_DEVICE int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
RADDLE_DEVICE int __clz(int x) { return __builtin_clzg(static_cast<unsigned int>(x), 32); }
RADDLE_DEVICE int __clzll(long long x) { return __builtin_clzg(static_cast<unsigned long long>(x), 64); }
RADDLE_DEVICE int __ffs(int x) { return __builtin_ffs(x); }
RADDLE_DEVICE int __ffsll(long long x) { return __builtin_ffsll(x); }
RADDLE_DEVICE unsigned int __brev(unsigned int x) { return __builtin_bitreverse32(x); }
RADDLE_DEVICE unsigned long long __brevll(unsigned long long x) { return __builtin_bitreverse64(x); }

// The position of the offset-th set bit of `mask`, counted from `base`: upwards when offset is positive,
// downwards when negative; 0 asks whether bit `base` itself is set. 0xffffffff when there is none.
RADDLE_LIBRARY_PURE unsigned int __fns(unsigned int mask, unsigned int base, int offset);

// Four bytes out of the eight of `x` (0..3) and `y` (4..7), each named by a nibble of `selector`.
RADDLE_LIBRARY_PURE unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int selector);

// Shifts of the 64-bit high:low. l returns the high half, r the low half; the shift counts modulo 32, or,
// in lc and rc, at most 32.
RADDLE_DEVICE unsigned int __funnelshift_l(unsigned int low, unsigned int high, unsigned int shift) {
  return ((static_cast<unsigned long long>(high) << 32 | low) << (shift & 31)) >> 32;
}
RADDLE_DEVICE unsigned int __funnelshift_r(unsigned int low, unsigned int high, unsigned int shift) {
  return (static_cast<unsigned long long>(high) << 32 | low) >> (shift & 31);
}
RADDLE_DEVICE unsigned int __funnelshift_lc(unsigned int low, unsigned int high, unsigned int shift) {
  return ((static_cast<unsigned long long>(high) << 32 | low) << (shift < 32 ? shift : 32)) >> 32;
}
RADDLE_DEVICE unsigned int __funnelshift_rc(unsigned int low, unsigned int high, unsigned int shift) {
  return (static_cast<unsigned long long>(high) << 32 | low) >> (shift < 32 ? shift : 32);
}

// Products: of the low 24 bits, and the high half of the full product.
RADDLE_DEVICE int __mul24(int x, int y) {
  int low_x = static_cast<int>(static_cast<unsigned int>(x) << 8) >> 8;
  int low_y = static_cast<int>(static_cast<unsigned int>(y) << 8) >> 8;
  return static_cast<int>(static_cast<long long>(low_x) * low_y);
}
RADDLE_DEVICE unsigned int __umul24(unsigned int x, unsigned int y) {
  return (x & 0xffffff) * (y & 0xffffff);
}
RADDLE_DEVICE int __mulhi(int x, int y) { return static_cast<long long>(x) * y >> 32; }
RADDLE_DEVICE unsigned int __umulhi(unsigned int x, unsigned int y) {
  return static_cast<unsigned long long>(x) * y >> 32;
}
RADDLE_DEVICE long long __mul64hi(long long x, long long y) {
  return static_cast<long long>(static_cast<__int128>(x) * y >> 64);
}
RADDLE_DEVICE unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
  return static_cast<unsigned long long>(static_cast<unsigned __int128>(x) * y >> 64);
}

// |x - y| + z.
RADDLE_DEVICE unsigned int __sad(int x, int y, unsigned int z) {
  return z + (x > y ? static_cast<unsigned int>(x) - static_cast<unsigned int>(y)
                    : static_cast<unsigned int>(y) - static_cast<unsigned int>(x));
}
RADDLE_DEVICE unsigned int __usad(unsigned int x, unsigned int y, unsigned int z) {
  return z + (x > y ? x - y : y - x);
}

// The average, rounded down (hadd) or up (rhadd), without overflow.
RADDLE_DEVICE int __hadd(int x, int y) { return (x & y) + ((x ^ y) >> 1); }
RADDLE_DEVICE int __rhadd(int x, int y) { return (x | y) - ((x ^ y) >> 1); }
RADDLE_DEVICE unsigned int __uhadd(unsigned int x, unsigned int y) { return (x & y) + ((x ^ y) >> 1); }
RADDLE_DEVICE unsigned int __urhadd(unsigned int x, unsigned int y) { return (x | y) - ((x ^ y) >> 1); }

// Dot products: of four bytes with four bytes, and of two halfwords of `x` with two bytes of `y`, plus `z`.
RADDLE_LIBRARY_PURE int __raddle_dp4a_s32(int x, int y, int z);
RADDLE_LIBRARY_PURE unsigned int __raddle_dp4a_u32(unsigned int x, unsigned int y, unsigned int z);
RADDLE_LIBRARY_PURE int __raddle_dp2a_s32(int x, int y, int z, int first_byte);
RADDLE_LIBRARY_PURE unsigned int __raddle_dp2a_u32(unsigned int x, unsigned int y, unsigned int z,
                                                   int first_byte);

RADDLE_DEVICE int __dp4a(int x, int y, int z) { return __raddle_dp4a_s32(x, y, z); }
RADDLE_DEVICE unsigned int __dp4a(unsigned int x, unsigned int y, unsigned int z) {
  return __raddle_dp4a_u32(x, y, z);
}
RADDLE_DEVICE int __dp4a(char4 x, char4 y, int z) {
  return __raddle_dp4a_s32(__builtin_bit_cast(int, x), __builtin_bit_cast(int, y), z);
}
RADDLE_DEVICE unsigned int __dp4a(uchar4 x, uchar4 y, unsigned int z) {
  return __raddle_dp4a_u32(__builtin_bit_cast(unsigned int, x), __builtin_bit_cast(unsigned int, y), z);
}

#define RADDLE_DP2A(function, first_byte)                                                                    \
  RADDLE_DEVICE int function(int x, int y, int z) { return __raddle_dp2a_s32(x, y, z, first_byte); }         \
  RADDLE_DEVICE unsigned int function(unsigned int x, unsigned int y, unsigned int z) {                      \
    return __raddle_dp2a_u32(x, y, z, first_byte);                                                           \
  }                                                                                                          \
  RADDLE_DEVICE int function(short2 x, char4 y, int z) {                                                     \
    return __raddle_dp2a_s32(__builtin_bit_cast(int, x), __builtin_bit_cast(int, y), z, first_byte);         \
  }                                                                                                          \
  RADDLE_DEVICE unsigned int function(ushort2 x, uchar4 y, unsigned int z) {                                 \
    return __raddle_dp2a_u32(__builtin_bit_cast(unsigned int, x), __builtin_bit_cast(unsigned int, y), z,    \
                             first_byte);                                                                    \
  }

RADDLE_DP2A(__dp2a_lo, 0)
RADDLE_DP2A(__dp2a_hi, 2)

#undef RADDLE_DP2A

#endif
