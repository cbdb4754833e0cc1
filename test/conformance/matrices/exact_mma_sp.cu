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
    {"f16_k16",
     {0x11ca3aca, 0x6e74bbc0, 0xc4828ac0, 0xa924e18f, 0x29d702d1, 0xa6b31bb8, 0xbce35cae}},
    {"f16_k32",
     {0xcac1b44b, 0x41e9d935, 0xf229d0c0, 0x528822d4, 0x71e2df47, 0x65aeaa76, 0x5adae1e5}},
    {"f16_k16_f16",
     {0xf359c0dc, 0x1860658c, 0x64a75bd5, 0x39d6ae07, 0x153bda5f, 0x026ac022, 0xda952699}},
    {"f16_k32_f16",
     {0x8438ac22, 0xc15b293f, 0xa1b31784, 0xa13d24d5, 0x5078d7d9, 0x05da28ee, 0x2521b483}},
    {"bf16_k16",
     {0xef086315, 0x23669e03, 0x18caa939, 0xc835df1a, 0xd36a2d89, 0xb7e0464d, 0x40eda836}},
    {"bf16_k32",
     {0xeb281e52, 0x1105c214, 0xc039b679, 0xee2de234, 0x20fe23ad, 0x312fff92, 0x01b45265}},
    {"tf32_k8",
     {0x10767397, 0x6222fb4d, 0xffd3fec3, 0xe2854e54, 0x11971e7f, 0xfaade7a3, 0xb3e8a843}},
    {"tf32_k16",
     {0xe07220e0, 0xf7ff73ae, 0x9fe73a79, 0x0d64f2a7, 0xfe1ac141, 0xb3a7bec6, 0x9ad93f53}},
    {"e4m3_k64",
     {0x2fb80603, 0xde7e75e1, 0x942646f6, 0x8f34a711, 0x02d7404e, 0xfc3bfc56, 0x55bb7980}},
    {"e4m3_e5m2_k64",
     {0xe40d5999, 0x144622d0, 0x377d2c0e, 0xa2e27209, 0xbe419390, 0x52ec96c5, 0xe9373ffa}},
    {"e5m2_e4m3_k64",
     {0x7890838d, 0x8571854b, 0x0855fbca, 0xdea5eb0f, 0x35055593, 0x307cf4ff, 0xe8bf8d79}},
    {"e5m2_k64",
     {0xeed2a69f, 0x0f5456c5, 0x61705567, 0xb746c288, 0x8da03b75, 0x98d95671, 0xbf107c28}},
};

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
