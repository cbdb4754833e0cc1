// env: RADDLE_MMA=exact
// mma.sp of floating-point numbers gives an H100's bits: digests of what it gave are in the table below.
#include "digests.h"

namespace {

#define MMA_SP(name, X, C, ...)                                                                              \
  __global__ void name(const u32 *in, u32 *out) {                                                            \
    const u32 *a = in + (blockIdx.x * 32 + threadIdx.x) * (2 * X + C + 1), *b = a + X, *c = b + X;           \
    const u32 metadata = c[C];                                                                               \
    u32 *d = out + (blockIdx.x * 32 + threadIdx.x) * C;                                                      \
    asm volatile(__VA_ARGS__);                                                                               \
  }
#define MMA_SP_24(name, form, selector)                                                                      \
  MMA_SP(name, 2, 4,                                                                                         \
         "mma.sp.sync.aligned." form                                                                         \
         " {%0, %1, %2, %3}, {%4, %5}, {%6, %7}, {%8, %9, %10, %11}, %12, " #selector ";"                    \
         : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])                                                    \
         : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(b[1]), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]),           \
           "r"(metadata))
#define MMA_SP_44(name, form, selector)                                                                      \
  MMA_SP(name, 4, 4,                                                                                         \
         "mma.sp.sync.aligned." form " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9, %10, %11}, "             \
         "{%12, %13, %14, %15}, %16, " #selector ";"                                                         \
         : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])                                                    \
         : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(b[2]), "r"(b[3]),           \
           "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]), "r"(metadata))
#define MMA_SP_22(name, form, selector)                                                                      \
  MMA_SP(name, 2, 2,                                                                                         \
         "mma.sp.sync.aligned." form " {%0, %1}, {%2, %3}, {%4, %5}, {%6, %7}, %8, " #selector ";"           \
         : "=r"(d[0]), "=r"(d[1])                                                                            \
         : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(b[1]), "r"(c[0]), "r"(c[1]), "r"(metadata))
#define MMA_SP_42(name, form, selector)                                                                      \
  MMA_SP(name, 4, 2,                                                                                         \
         "mma.sp.sync.aligned." form                                                                         \
         " {%0, %1}, {%2, %3, %4, %5}, {%6, %7, %8, %9}, {%10, %11}, %12, " #selector ";"                    \
         : "=r"(d[0]), "=r"(d[1])                                                                            \
         : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(b[2]), "r"(b[3]),           \
           "r"(c[0]), "r"(c[1]), "r"(metadata))

MMA_SP_24(f16_k16, "m16n8k16.row.col.f32.f16.f16.f32", 2)
MMA_SP_44(f16_k32, "m16n8k32.row.col.f32.f16.f16.f32", 1)
MMA_SP_22(f16_k16_f16, "m16n8k16.row.col.f16.f16.f16.f16", 3)
MMA_SP_42(f16_k32_f16, "m16n8k32.row.col.f16.f16.f16.f16", 0)
MMA_SP_24(bf16_k16, "m16n8k16.row.col.f32.bf16.bf16.f32", 0)
MMA_SP_44(bf16_k32, "m16n8k32.row.col.f32.bf16.bf16.f32", 0)
MMA_SP_24(tf32_k8, "m16n8k8.row.col.f32.tf32.tf32.f32", 1)
MMA_SP_44(tf32_k16, "m16n8k16.row.col.f32.tf32.tf32.f32", 1)
MMA_SP_44(e4m3_k64, "m16n8k64.row.col.f32.e4m3.e4m3.f32", 0)
MMA_SP_44(e4m3_e5m2_k64, "m16n8k64.row.col.f32.e4m3.e5m2.f32", 0)
MMA_SP_44(e5m2_e4m3_k64, "m16n8k64.row.col.f32.e5m2.e4m3.f32", 0)
MMA_SP_44(e5m2_k64, "m16n8k64.row.col.f32.e5m2.e5m2.f32", 0)

// Measured on an H100 with CUDA 13.0.
const Row kTable[] = {
    {"", {}},
};

// The places of two of four elements, in order; of tf32 one of two, as those of its halves.
u32 twoOfFour(Random &random) {
  constexpr u32 kPairs[] = {0b0100, 0b1000, 0b1100, 0b1001, 0b1101, 0b1110};
  u32 word = 0;
  for (int at = 0; at < 32; at += 4)
    word |= kPairs[random.below(6)] << at;
  return word;
}
u32 oneOfTwo(Random &random) {
  u32 word = 0;
  for (int at = 0; at < 32; at += 4)
    word |= (random.below(2) ? 0b1110u : 0b0100u) << at;
  return word;
}

using Kernel = void (*)(const u32 *, u32 *);
void check(Table &table, const char *name, Kernel kernel, int registers, int c, Coding x, Coding y,
           Coding z) {
  const auto in_host = inputs(registers, registers, c, x, y, z, x.bits == 32 ? oneOfTwo : twoOfFour);
  DeviceArray<u32> in(in_host), out(static_cast<size_t>(kCases * 32 * c));
  kernel<<<kCases, 32>>>(in.get(), out.get());
  CHECK_LAUNCH();
  table.compare(name, out.host());
}

} // namespace

#define FORM(name, registers, c, x, y, z)                                                                    \
  check(table, #name, name, registers, c, kCoding##x, kCoding##y, kCoding##z)

int main(int arguments, char **argument) {
  Table table(kTable, sizeof kTable / sizeof *kTable, arguments, argument);
  FORM(f16_k16, 2, 4, F16, F16, F32);
  FORM(f16_k32, 4, 4, F16, F16, F32);
  FORM(f16_k16_f16, 2, 2, F16, F16, F16);
  FORM(f16_k32_f16, 4, 2, F16, F16, F16);
  FORM(bf16_k16, 2, 4, Bf16, Bf16, F32);
  FORM(bf16_k32, 4, 4, Bf16, Bf16, F32);
  FORM(tf32_k8, 2, 4, Tf32, Tf32, F32);
  FORM(tf32_k16, 4, 4, Tf32, Tf32, F32);
  FORM(e4m3_k64, 4, 4, E4m3, E4m3, F32);
  FORM(e4m3_e5m2_k64, 4, 4, E4m3, E5m2, F32);
  FORM(e5m2_e4m3_k64, 4, 4, E5m2, E4m3, F32);
  FORM(e5m2_k64, 4, 4, E5m2, E5m2, F32);
  return verdict();
}
