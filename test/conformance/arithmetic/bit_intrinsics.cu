// __popc, __clz, __ffs, __brev and their 64-bit forms, __byte_perm (also as the
// instruction prmt, for which the fourth bit of a selector's nibble asks for a sign), and the funnel shifts.
#include "../check.h"

__global__ void run(const unsigned long long *values, unsigned long long *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned long long v = values[i];
  unsigned low = static_cast<unsigned>(v), high = static_cast<unsigned>(v >> 32);
  unsigned distance = i % 70;
  unsigned long long *row = out + i * 15;
  row[0] = __popc(low), row[1] = __popcll(v);
  row[2] = __clz(low), row[3] = __clzll(v);
  row[4] = __ffs(low), row[5] = __ffsll(v);
  row[6] = __brev(low), row[7] = __brevll(v);
  row[8] = __byte_perm(low, high, i * 0x1357u);
  row[9] = __funnelshift_l(low, high, distance), row[10] = __funnelshift_r(low, high, distance);
  row[11] = __funnelshift_lc(low, high, distance), row[12] = __funnelshift_rc(low, high, distance);
  row[13] = __byte_perm(low, 0, 0x0123);
  unsigned permuted;
  asm("prmt.b32 %0, %1, %2, %3;" : "=r"(permuted) : "r"(low), "r"(high), "r"(i * 0x1357u));
  row[14] = permuted;
}

static unsigned long long reversed(unsigned long long value, int bits) {
  unsigned long long result = 0;
  for (int i = 0; i < bits; ++i)
    result |= (value >> i & 1) << (bits - 1 - i);
  return result;
}

static void expected(unsigned long long v, int i, unsigned long long *row) {
  unsigned low = static_cast<unsigned>(v), high = static_cast<unsigned>(v >> 32);
  auto leading = [](unsigned long long x, int bits) {
    int n = 0;
    while (n < bits && !(x >> (bits - 1 - n) & 1))
      ++n;
    return n;
  };
  auto first = [](unsigned long long x) {
    for (int n = 0; n < 64; ++n)
      if (x >> n & 1)
        return n + 1;
    return 0;
  };
  row[0] = row[1] = 0;
  for (int bit = 0; bit < 64; ++bit)
    row[bit < 32 ? 0 : 1] += v >> bit & 1;
  row[1] += row[0];
  row[2] = leading(low, 32), row[3] = leading(v, 64);
  row[4] = first(low), row[5] = first(v);
  row[6] = reversed(low, 32), row[7] = reversed(v, 64);
  unsigned selector = i * 0x1357u, permuted = 0, with_signs = 0;
  for (int k = 0; k < 4; ++k) {
    unsigned pick = selector >> (4 * k) & 7;
    const unsigned byte = static_cast<unsigned>(v >> (8 * pick)) & 0xff;
    const bool only_sign = selector >> (4 * k) & 8;
    permuted |= byte << (8 * k);
    with_signs |= (!only_sign ? byte : byte & 0x80 ? 0xffu : 0u) << (8 * k);
  }
  row[8] = permuted, row[14] = with_signs;
  unsigned wrapped = i % 70 & 31, clamped = i % 70 < 32 ? i % 70 : 32;
  row[9] = static_cast<unsigned>(v << wrapped >> 32), row[10] = static_cast<unsigned>(v >> wrapped);
  row[11] = clamped == 32 ? low : static_cast<unsigned>(v << clamped >> 32);
  row[12] = clamped == 32 ? high : static_cast<unsigned>(v >> clamped);
  row[13] = low >> 24 | (low >> 8 & 0xff00) | (low << 8 & 0xff0000) | low << 24;
}

int main() {
  const int count = 1024;
  Random random;
  std::vector<unsigned long long> values{
      0, 1, ~0ull, 1ull << 63, 1ull << 31, 1ull << 32, 0x80000000ffffffffull};
  while (values.size() < count)
    values.push_back(random.bits() >> random.below(64) << random.below(20));
  DeviceArray<unsigned long long> device(values), out(count * 15);
  run<<<8, 128>>>(device.get(), out.get());
  CHECK_LAUNCH();
  std::vector<unsigned long long> got = out.host();
  for (int i = 0; i < count; ++i) {
    unsigned long long row[15];
    expected(values[i], i, row);
    for (int k = 0; k < 15; ++k)
      CHECK_EQ(got[i * 15 + k], row[k]);
  }
  return verdict();
}
