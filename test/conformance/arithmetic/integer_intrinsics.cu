// __mul24, __umul24, __mulhi, __umulhi, __mul64hi, __umul64hi, __sad, __usad, __hadd, __rhadd, __dp4a, min,
// max, abs.
#include "../check.h"

__global__ void run(const int *a, const int *b, long long *out) {
  int i = threadIdx.x;
  int x = a[i], y = b[i];
  unsigned ux = x, uy = y;
  long long lx = (static_cast<long long>(x) << 32) ^ y, ly = (static_cast<long long>(y) << 31) ^ x;
  long long *row = out + i * 14;
  row[0] = __mul24(x, y), row[1] = __umul24(ux, uy);
  row[2] = __mulhi(x, y), row[3] = __umulhi(ux, uy);
  row[4] = __mul64hi(lx, ly), row[5] = __umul64hi(lx, ly);
  row[6] = __sad(x, y, 5u), row[7] = __usad(ux, uy, 5u);
  row[8] = __hadd(x, y), row[9] = __rhadd(x, y);
  row[10] = min(x, y) + 1LL * max(ux, uy), row[11] = min(lx, ly) ^ max(lx, ly);
  row[12] = abs(x >> 1) + llabs(lx >> 1);
  row[13] = __dp4a(x, y, 7);
}

int main() {
  const int count = 500;
  Random random;
  std::vector<int> a(count), b(count);
  for (int i = 0; i < count; ++i) {
    a[i] = static_cast<int>(random.bits());
    b[i] = static_cast<int>(random.bits());
  }
  a[0] = b[0] = -2147483647 - 1, a[1] = 0x7fffff, b[1] = 0x800000, a[2] = 0, b[2] = -1;
  DeviceArray<int> da(a), db(b);
  DeviceArray<long long> out(count * 14);
  run<<<1, count>>>(da.get(), db.get(), out.get());
  CHECK_LAUNCH();
  std::vector<long long> got = out.host();
  using Wide = __int128;
  using UnsignedWide = unsigned __int128;
  for (int i = 0; i < count; ++i) {
    long long x = a[i], y = b[i];
    unsigned ux = a[i], uy = b[i];
    long long lx = static_cast<long long>(static_cast<unsigned long long>(x) << 32) ^ y;
    long long ly = static_cast<long long>(static_cast<unsigned long long>(y) << 31) ^ x;
    auto low24 = [](long long v) { return static_cast<int>(static_cast<unsigned>(v) << 8) >> 8; };
    const long long *row = &got[i * 14];
    CHECK_EQ(row[0], static_cast<int>(1LL * low24(x) * low24(y)));
    CHECK_EQ(row[1], static_cast<unsigned>((ux & 0xffffffull) * (uy & 0xffffffull)));
    CHECK_EQ(row[2], x * y >> 32);
    CHECK_EQ(row[3], static_cast<long long>(1ull * ux * uy >> 32));
    CHECK_EQ(row[4], static_cast<long long>(static_cast<Wide>(lx) * ly >> 64));
    CHECK_EQ(row[5], static_cast<long long>(static_cast<UnsignedWide>(static_cast<unsigned long long>(lx)) *
                                                static_cast<unsigned long long>(ly) >>
                                            64));
    CHECK_EQ(row[6], static_cast<unsigned>((x < y ? y - x : x - y) + 5));
    CHECK_EQ(row[7], static_cast<unsigned>((ux < uy ? uy - ux : ux - uy) + 5));
    CHECK_EQ(row[8], (x + y) >> 1);
    CHECK_EQ(row[9], (x + y + 1) >> 1);
    CHECK_EQ(row[10], (x < y ? x : y) + static_cast<long long>(ux < uy ? uy : ux));
    CHECK_EQ(row[11], lx ^ ly);
    CHECK_EQ(row[12], std::abs(x >> 1) + std::llabs(lx >> 1));
    int dot = 7;
    for (int k = 0; k < 4; ++k)
      dot += static_cast<signed char>(ux >> 8 * k) * static_cast<signed char>(uy >> 8 * k);
    CHECK_EQ(row[13], dot);
  }
  return verdict();
}
