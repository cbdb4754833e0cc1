// Integer instructions of PTX against what the host computes in wider types.
#include "../check.h"

using u32 = unsigned;
using u64 = unsigned long long;
using s64 = long long;

struct Row {
  u32 a, b, c;
};

constexpr int kResults = 24;

__global__ void compute(const Row *rows, u32 *results, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  u32 a = rows[i].a, b = rows[i].b, c = rows[i].c;
  u32 *r = results + i * kResults;
  asm("add.u32 %0, %1, %2;" : "=r"(r[0]) : "r"(a), "r"(b));
  asm("sub.s32 %0, %1, %2;" : "=r"(r[1]) : "r"(a), "r"(b));
  asm("mul.lo.u32 %0, %1, %2;" : "=r"(r[2]) : "r"(a), "r"(b));
  asm("mul.hi.u32 %0, %1, %2;" : "=r"(r[3]) : "r"(a), "r"(b));
  asm("mul.hi.s32 %0, %1, %2;" : "=r"(r[4]) : "r"(a), "r"(b));
  u64 wide;
  asm("mul.wide.u32 %0, %1, %2;" : "=l"(wide) : "r"(a), "r"(b));
  r[5] = static_cast<u32>(wide >> 32) ^ static_cast<u32>(wide);
  asm("mad.wide.s32 %0, %1, %2, %3;" : "=l"(wide) : "r"(a), "r"(b), "l"(static_cast<u64>(c) << 20));
  r[6] = static_cast<u32>(wide >> 32) ^ static_cast<u32>(wide);
  asm("mad.lo.s32 %0, %1, %2, %3;" : "=r"(r[7]) : "r"(a), "r"(b), "r"(c));
  asm("mad.hi.u32 %0, %1, %2, %3;" : "=r"(r[8]) : "r"(a), "r"(b), "r"(c));
  asm("add.sat.s32 %0, %1, %2;" : "=r"(r[9]) : "r"(a), "r"(b));
  asm("sub.sat.s32 %0, %1, %2;" : "=r"(r[10]) : "r"(a), "r"(b));
  asm("mad24.lo.u32 %0, %1, %2, %3;" : "=r"(r[11]) : "r"(a), "r"(b), "r"(c));
  asm("mul24.hi.s32 %0, %1, %2;" : "=r"(r[12]) : "r"(a), "r"(b));
  asm("sad.u32 %0, %1, %2, %3;" : "=r"(r[13]) : "r"(a), "r"(b), "r"(c));
  asm("sad.s32 %0, %1, %2, %3;" : "=r"(r[14]) : "r"(a), "r"(b), "r"(c));
  asm("abs.s32 %0, %1;" : "=r"(r[15]) : "r"(a));
  asm("neg.s32 %0, %1;" : "=r"(r[16]) : "r"(a));
  asm("min.s32 %0, %1, %2;" : "=r"(r[17]) : "r"(a), "r"(b));
  asm("max.u32 %0, %1, %2;" : "=r"(r[18]) : "r"(a), "r"(b));
  asm("div.s32 %0, %1, %2;" : "=r"(r[19]) : "r"(a), "r"(b | 1));
  asm("rem.u32 %0, %1, %2;" : "=r"(r[20]) : "r"(a), "r"(b | 1));
  unsigned short low = static_cast<unsigned short>(a), product;
  asm("mul.lo.u16 %0, %1, %2;" : "=h"(product) : "h"(low), "h"(static_cast<unsigned short>(b)));
  r[21] = product;
  asm("dp4a.s32.s32 %0, %1, %2, %3;" : "=r"(r[22]) : "r"(a), "r"(b), "r"(c));
  asm("dp2a.hi.u32.u32 %0, %1, %2, %3;" : "=r"(r[23]) : "r"(a), "r"(b), "r"(c));
}

u32 folded(u64 x) { return static_cast<u32>(x >> 32) ^ static_cast<u32>(x); }
s64 asSigned(u32 x) { return static_cast<int>(x); }
u32 saturated(s64 x) {
  return static_cast<u32>(x > 0x7fffffff ? 0x7fffffff : x < -0x80000000ll ? -0x80000000ll : x);
}
int byteOf(u32 x, int i) { return static_cast<signed char>(x >> 8 * i); }
s64 low24(u32 x) { return asSigned(x << 8) >> 8; }

u32 expected(const Row &row, int which) {
  u32 a = row.a, b = row.b, c = row.c;
  u64 product = static_cast<u64>(a) * b;
  s64 signed_product = asSigned(a) * asSigned(b);
  switch (which) {
  case 0:
    return a + b;
  case 1:
    return a - b;
  case 2:
    return static_cast<u32>(product);
  case 3:
    return static_cast<u32>(product >> 32);
  case 4:
    return static_cast<u32>(signed_product >> 32);
  case 5:
    return folded(product);
  case 6:
    return folded(static_cast<u64>(signed_product) + (static_cast<u64>(c) << 20));
  case 7:
    return static_cast<u32>(product) + c;
  case 8:
    return static_cast<u32>(product >> 32) + c;
  case 9:
    return saturated(asSigned(a) + asSigned(b));
  case 10:
    return saturated(asSigned(a) - asSigned(b));
  case 11:
    return (a & 0xffffff) * (b & 0xffffff) + c;
  case 12:
    return static_cast<u32>(low24(a) * low24(b) >> 16);
  case 13:
    return (a < b ? b - a : a - b) + c;
  case 14:
    return (asSigned(a) < asSigned(b) ? b - a : a - b) + c;
  case 15:
    return asSigned(a) < 0 ? 0 - a : a;
  case 16:
    return 0 - a;
  case 17:
    return asSigned(a) < asSigned(b) ? a : b;
  case 18:
    return a < b ? b : a;
  case 19:
    return static_cast<u32>(asSigned(a) / asSigned(b | 1));
  case 20:
    return a % (b | 1);
  case 21:
    return (a & 0xffff) * (b & 0xffff) & 0xffff;
  case 22:
    for (int i = 0; i < 4; ++i)
      c += static_cast<u32>(byteOf(a, i) * byteOf(b, i));
    return c;
  default:
    return c + (a & 0xffff) * (b >> 16 & 0xff) + (a >> 16) * (b >> 24);
  }
}

int main() {
  const u32 special[] = {0, 1, 2, 0x7fffffff, 0x80000000, 0xffffffff, 0xffff, 0x10000, 0xff7f80, 0x800000};
  std::vector<Row> rows;
  for (u32 a : special)
    for (u32 b : special)
      rows.push_back({a, b, a ^ 5});
  Random random;
  for (int i = 0; i < 1000; ++i)
    rows.push_back({static_cast<u32>(random.bits()), static_cast<u32>(random.bits() >> i % 40),
                    static_cast<u32>(random.bits())});
  const int count = static_cast<int>(rows.size());
  DeviceArray<Row> input(rows);
  DeviceArray<u32> output(rows.size() * kResults);
  compute<<<(count + 127) / 128, 128>>>(input.get(), output.get(), count);
  CHECK_LAUNCH();
  std::vector<u32> got = output.host();
  for (int i = 0; i < count; ++i)
    for (int which = 0; which < kResults; ++which)
      if (!(rows[i].a == 0x80000000 && (rows[i].b | 1) == 0xffffffff && which == 19))
        record(got[i * kResults + which] == expected(rows[i], which), __FILE__, __LINE__,
               "instruction " + std::to_string(which) + " of " + std::to_string(rows[i].a) + ", " +
                   std::to_string(rows[i].b) + ", " + std::to_string(rows[i].c) + " gives " +
                   std::to_string(got[i * kResults + which]));
  return verdict();
}
