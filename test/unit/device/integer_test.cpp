// Integer intrinsics, SIMD in a word, and conversions to integers, at their corners.

#include <gtest/gtest.h>

#include <climits>
#include <cmath>

extern "C" {
unsigned int __fns(unsigned int mask, unsigned int base, int offset);
unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int selector);
unsigned int __raddle_ptx_prmt(unsigned int x, unsigned int y, unsigned int selector);
int __raddle_dp4a_s32(unsigned int x, unsigned int y, unsigned int z);
unsigned int __raddle_dp2a_u32(unsigned int x, unsigned int y, unsigned int z, int first_byte);

unsigned int __vadd2(unsigned int, unsigned int), __vadd4(unsigned int, unsigned int);
unsigned int __vaddss4(unsigned int, unsigned int), __vaddus4(unsigned int, unsigned int);
unsigned int __vsubus2(unsigned int, unsigned int), __vabsss4(unsigned int), __vabs4(unsigned int);
unsigned int __vavgs2(unsigned int, unsigned int), __vavgu4(unsigned int, unsigned int);
unsigned int __vcmpgts4(unsigned int, unsigned int), __vcmpgtu4(unsigned int, unsigned int);
unsigned int __vsetltu2(unsigned int, unsigned int), __vsadu4(unsigned int, unsigned int);
unsigned int __vmaxs4(unsigned int, unsigned int), __vmaxu4(unsigned int, unsigned int);

int __float2int_rn(float), __float2int_rz(float), __float2int_ru(float), __float2int_rd(float);
unsigned int __float2uint_rz(float);
long long __float2ll_rz(float);
int __double2int_rz(double);
unsigned long long __double2ull_rz(double);
float __saturatef(float);
}

namespace {

TEST(Integer, NthSetBit) {
  EXPECT_EQ(__fns(0b1011, 0, 1), 0u);
  EXPECT_EQ(__fns(0b1011, 0, 3), 3u);
  EXPECT_EQ(__fns(0b1011, 3, -2), 1u);
  EXPECT_EQ(__fns(0b1011, 2, 0), 0xffffffffu);
  EXPECT_EQ(__fns(0b1011, 3, 0), 3u);
  EXPECT_EQ(__fns(0b1011, 0, 4), 0xffffffffu);
}

TEST(Integer, BytePermutation) {
  EXPECT_EQ(__byte_perm(0x33221100, 0x77665544, 0x0123), 0x00112233u);
  EXPECT_EQ(__byte_perm(0x33221100, 0x77665544, 0x7654), 0x77665544u);
  // The fourth bit of a nibble means nothing to the function, and spreads the byte's sign in the instruction.
  EXPECT_EQ(__byte_perm(0x000000f0, 0, 0x1180), 0x0000f0f0u);
  EXPECT_EQ(__byte_perm(0x33221100, 0x77665544, 0xfedc), 0x77665544u);
  EXPECT_EQ(__raddle_ptx_prmt(0x000000f0, 0, 0x1180), 0x0000fff0u);
  EXPECT_EQ(__raddle_ptx_prmt(0x000000f0, 0, 0x1109), 0x0000f000u);
}

TEST(Integer, DotProducts) {
  EXPECT_EQ(__raddle_dp4a_s32(0x01ff02fe, 0x01010101, 10), 10);
  EXPECT_EQ(__raddle_dp2a_u32(0x00030002, 0x0b0a0504, 1, 0), 1u + 2 * 4 + 3 * 5);
  EXPECT_EQ(__raddle_dp2a_u32(0x00030002, 0x0b0a0504, 1, 2), 1u + 2 * 10 + 3 * 11);
}

TEST(Simd, SumsWrapOrSaturate) {
  EXPECT_EQ(__vadd2(0xffff0001, 0x00010001), 0x00000002u);
  EXPECT_EQ(__vadd4(0xff7f8001, 0x01018001), 0x00800002u);
  EXPECT_EQ(__vaddss4(0xff7f8001, 0x01018001), 0x007f8002u);
  EXPECT_EQ(__vaddus4(0xff7f8001, 0x01018001), 0xff80ff02u);
  EXPECT_EQ(__vsubus2(0x00010005, 0x00020003), 0x00000002u);
}

TEST(Simd, MagnitudesAndAverages) {
  EXPECT_EQ(__vabs4(0x80ff017f), 0x8001017fu);
  EXPECT_EQ(__vabsss4(0x80ff017f), 0x7f01017fu);
  EXPECT_EQ(__vavgu4(0x00010203, 0x01020304), 0x01020304u);
  // Away from zero: -1.5 gives -2, 1.5 gives 2.
  EXPECT_EQ(__vavgs2(0xffff0001, 0xfffe0002), 0xfffe0002u);
  EXPECT_EQ(__vsadu4(0x00ff0a00, 0xff000500), 255u + 255 + 5);
}

TEST(Simd, Comparisons) {
  EXPECT_EQ(__vcmpgts4(0x01ff7f80, 0x00000000), 0xff00ff00u);
  EXPECT_EQ(__vcmpgtu4(0x01ff7f80, 0x00000000), 0xffffffffu);
  EXPECT_EQ(__vsetltu2(0x0001ffff, 0x00020000), 0x00010000u);
  EXPECT_EQ(__vmaxs4(0xff7f8001, 0x01018002), 0x017f8002u);
  EXPECT_EQ(__vmaxu4(0xff7f8001, 0x01018002), 0xff7f8002u);
}

TEST(Conversions, RoundAsNamed) {
  EXPECT_EQ(__float2int_rn(2.5f), 2);
  EXPECT_EQ(__float2int_rn(3.5f), 4);
  EXPECT_EQ(__float2int_rz(-2.5f), -2);
  EXPECT_EQ(__float2int_ru(2.1f), 3);
  EXPECT_EQ(__float2int_rd(-2.1f), -3);
}

TEST(Conversions, SaturateAndDefineNan) {
  EXPECT_EQ(__float2int_rz(3e9f), INT_MAX);
  EXPECT_EQ(__float2int_rz(-3e9f), INT_MIN);
  EXPECT_EQ(__float2uint_rz(-1), 0u);
  EXPECT_EQ(__double2ull_rz(1e30), ULLONG_MAX);
  EXPECT_EQ(__float2int_rz(NAN), 0);
  EXPECT_EQ(__float2ll_rz(NAN), LLONG_MIN);
  EXPECT_EQ(__double2int_rz(NAN), INT_MIN);
  EXPECT_EQ(__double2ull_rz(NAN), 1ull << 63);
  EXPECT_EQ(__saturatef(NAN), 0);
  EXPECT_EQ(__saturatef(2), 1);
}

} // namespace
