// Integer intrinsics that are more than an expression (include/raddle/device/integer.h).

#define DEVICE extern "C"

// PTX ISA, fns.
DEVICE unsigned int __fns(unsigned int mask, unsigned int base, int offset) {
  if (base > 31)
    return 0xffffffff;
  if (offset == 0)
    return mask >> base & 1 ? base : 0xffffffff;
  int step = offset > 0 ? 1 : -1;
  int left = offset > 0 ? offset : -offset;
  for (int bit = static_cast<int>(base); bit >= 0 && bit < 32; bit += step)
    if ((mask >> bit & 1) && --left == 0)
      return bit;
  return 0xffffffff;
}

// PTX ISA, prmt: the fourth bit of a nibble asks for the byte's sign in all its bits.
DEVICE unsigned int __raddle_ptx_prmt(unsigned int x, unsigned int y, unsigned int selector) {
  unsigned long long bytes = static_cast<unsigned long long>(y) << 32 | x;
  unsigned int result = 0;
  for (int i = 0; i < 4; ++i) {
    unsigned int nibble = selector >> 4 * i & 0xf;
    unsigned int byte = bytes >> 8 * (nibble & 7) & 0xff;
    if (nibble & 8)
      byte = byte & 0x80 ? 0xff : 0;
    result |= byte << 8 * i;
  }
  return result;
}

// The function has no signs to ask for: only three bits of each nibble count.
DEVICE unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int selector) {
  return __raddle_ptx_prmt(x, y, selector & 0x7777);
}

namespace {

int signedByte(unsigned int word, int i) { return static_cast<signed char>(word >> 8 * i); }
int signedHalf(unsigned int word, int i) { return static_cast<short>(word >> 16 * i); }
unsigned int byte(unsigned int word, int i) { return word >> 8 * i & 0xff; }
unsigned int half(unsigned int word, int i) { return word >> 16 * i & 0xffff; }

} // namespace

// Sums wrap around.
DEVICE int __raddle_dp4a_s32(unsigned int x, unsigned int y, unsigned int z) {
  for (int i = 0; i < 4; ++i)
    z += static_cast<unsigned int>(signedByte(x, i) * signedByte(y, i));
  return static_cast<int>(z);
}
DEVICE unsigned int __raddle_dp4a_u32(unsigned int x, unsigned int y, unsigned int z) {
  for (int i = 0; i < 4; ++i)
    z += byte(x, i) * byte(y, i);
  return z;
}
DEVICE int __raddle_dp2a_s32(unsigned int x, unsigned int y, unsigned int z, int first_byte) {
  for (int i = 0; i < 2; ++i)
    z += static_cast<unsigned int>(signedHalf(x, i) * signedByte(y, first_byte + i));
  return static_cast<int>(z);
}
DEVICE unsigned int __raddle_dp2a_u32(unsigned int x, unsigned int y, unsigned int z, int first_byte) {
  for (int i = 0; i < 2; ++i)
    z += half(x, i) * byte(y, first_byte + i);
  return z;
}
