// Single facts about bit, video, half and conversion instructions.
#include "../check.h"

__global__ void facts(unsigned *r, unsigned a, unsigned b, float x, double y) {
  int n = 0;
#define FACT(instruction, ...) asm(instruction : "=r"(r[n++]) : __VA_ARGS__)
#define HALF(instruction, ...)                                                                               \
  {                                                                                                          \
    unsigned short half;                                                                                     \
    asm(instruction : "=h"(half) : __VA_ARGS__);                                                             \
    r[n++] = half;                                                                                           \
  }
  FACT("lop3.b32 %0, %1, %2, 0x0f0f0f0f, 0xe8;", "r"(a), "r"(b));
  FACT("bfe.u32 %0, %1, 8, 12;", "r"(a));
  FACT("bfe.s32 %0, %1, 20, 8;", "r"(b));
  FACT("bfi.b32 %0, %1, %2, 4, 8;", "r"(a), "r"(b));
  FACT("bfind.u32 %0, %1;", "r"(a));
  FACT("bfind.shiftamt.s32 %0, %1;", "r"(b));
  FACT("bfind.u32 %0, %1;", "r"(a & 0));
  FACT("brev.b32 %0, %1;", "r"(a));
  FACT("clz.b32 %0, %1;", "r"(a));
  FACT("popc.b64 %0, %1;", "l"(0x100000000ull * b + a));
  FACT("prmt.b32 %0, %1, %2, 0x7b10;", "r"(a), "r"(b));
  FACT("prmt.b32.b4e %0, %1, %2, 1;", "r"(a), "r"(b));
  FACT("shf.l.wrap.b32 %0, %1, %2, 36;", "r"(a), "r"(b));
  FACT("shf.r.clamp.b32 %0, %1, %2, 40;", "r"(a), "r"(b));
  FACT("shr.s32 %0, %1, 99;", "r"(b));
  FACT("shl.b32 %0, %1, 32;", "r"(a));
  FACT("fns.b32 %0, %1, 4, 2;", "r"(a));
  FACT("bmsk.clamp.b32 %0, 28, 8;", "r"(a));
  FACT("szext.wrap.s32 %0, %1, 8;", "r"(a));
  FACT("cnot.b32 %0, %1;", "r"(a));
  FACT("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;", "r"(a), "r"(b), "r"(5));
  FACT("vadd.s32.u32.s32 %0, %1.b1, %2.h1;", "r"(a), "r"(b));
  FACT("vadd2.s32.s32.s32.sat %0, %1, %2, %3;", "r"(0x7fff8001), "r"(0x0001ffff), "r"(0));
  FACT("vset4.u32.u32.gt %0, %1, %2, %3;", "r"(a), "r"(b), "r"(0));
  FACT("vshr.u32.u32.u32.clamp.add %0, %1, %2, %3;", "r"(b), "r"(40), "r"(7));
  FACT("cvt.sat.u8.s32 %0, %1;", "r"(b));
  FACT("cvt.s8.s32 %0, %1;", "r"(a));
  FACT("cvt.rni.s32.f32 %0, %1;", "f"(x));
  FACT("cvt.rpi.u32.f64 %0, %1;", "d"(y));
  FACT("cvt.rzi.u32.f32 %0, %1;", "f"(-x));
  // Integers of fewer than 32 bits saturate too, other than in a cast.
  FACT("cvt.rzi.s8.f32 %0, %1;", "f"(x * 1000));
  FACT("cvt.rzi.s8.f64 %0, %1;", "d"(y * -1000));
  FACT("cvt.rni.u8.f32 %0, %1;", "f"(x * 1000));
  FACT("cvt.rzi.u8.f64 %0, %1;", "d"(-y));
  FACT("cvt.rmi.s16.f32 %0, %1;", "f"(x * -1e9f));
  FACT("cvt.rpi.u16.f64 %0, %1;", "d"(y * 1e9));
  FACT("cvt.rn.f16x2.f32 %0, %1, %2;", "f"(x), "f"(-1.0f));
  FACT("cvt.rn.relu.bf16x2.f32 %0, %1, %2;", "f"(x), "f"(-1.0f));
  FACT("cvt.rna.tf32.f32 %0, %1;", "f"(1.00048828125f));
  FACT("cvt.pack.sat.s16.s32 %0, %1, %2;", "r"(a), "r"(b));
  FACT("add.f16x2 %0, %1, %2;", "r"(0x3c004000), "r"(0x3c00bc00));
  FACT("fma.rn.relu.f16x2 %0, %1, %2, %3;", "r"(0x3c004000), "r"(0x4000bc00), "r"(0x00000000));
  FACT("max.NaN.bf16x2 %0, %1, %2;", "r"(0x7fc03f80), "r"(0x3f804000));
  FACT("set.gt.f16x2.f16x2 %0, %1, %2;", "r"(0x3c004000), "r"(0x3c00bc00));
  HALF("cvt.rz.f16.f64 %0, %1;", "d"(y * 1e5))
  HALF("cvt.rn.f16.s32 %0, %1;", "r"(2049))
  HALF("mul.sat.f16 %0, %1, %1;", "h"(static_cast<unsigned short>(0x4000)))
  HALF("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;", "f"(500.0f), "f"(-1.5f))
#undef HALF
#undef FACT
}

int main() {
  const unsigned a = 0x12345678, b = 0x80ff7f01;
  const std::vector<unsigned> want = {
      0x23f5f09,  0x456,      0xf,        0x80ff7781, 0x1c,       0x1,        0xffffffff, 0x1e6a2c48,
      0x3,        0x1e,       0x80005678, 0xff807856, 0xff7f011,  0x80ff7f01, 0xffffffff, 0,
      0x5,        0xf0000000, 0x78,       0,          0x1de,      0xffff8155, 0x7fff8000, 0x1,
      0x7,        0,          0x78,       0x2,        0x4,        0,          0x7f,       0xffffff80,
      0xff,       0,          0xffff8000, 0xffff,     0x4100bc00, 0x40200000, 0x3f802000, 0x7fff8000,
      0x40003c00, 0x40000000, 0x7fff4000, 0x3c00,     0x7bff,     0x6800,     0x3c00,     0x7ebc};
  DeviceArray<unsigned> results(want.size());
  facts<<<1, 1>>>(results.get(), a, b, 2.5f, 3.25);
  CHECK_LAUNCH();
  CHECK_SAME(results.host(), want);
  return verdict();
}
