// env: RADDLE_MMA=exact
// mma.sync of floating-point numbers gives an H100's bits: digests of what it gave are in the table below.
#include "digests.h"

#include <cuda_fp16.h>

namespace {

#define MMA(name, A, B, C, ...)                                                                              \
  __global__ void name(const u32 *in, u32 *out) {                                                            \
    const u32 *a = in + (blockIdx.x * 32 + threadIdx.x) * (A + B + C), *b = a + A, *c = b + B;               \
    u32 *d = out + (blockIdx.x * 32 + threadIdx.x) * C;                                                      \
    asm volatile(__VA_ARGS__);                                                                               \
  }
#define MMA_442(name, form)                                                                                  \
  MMA(name, 4, 2, 4,                                                                                         \
      "mma.sync.aligned." form " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"        \
      : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])                                                       \
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(c[0]), "r"(c[1]), "r"(c[2]),   \
        "r"(c[3]))
#define MMA_421(name, form)                                                                                  \
  MMA(name, 2, 1, 4,                                                                                         \
      "mma.sync.aligned." form " {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"                       \
      : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])                                                       \
      : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]))
#define MMA_242(name, form)                                                                                  \
  MMA(name, 4, 2, 2, "mma.sync.aligned." form " {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%8, %9};"             \
      : "=r"(d[0]), "=r"(d[1])                                                                               \
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(c[0]), "r"(c[1]))
#define MMA_221(name, form)                                                                                  \
  MMA(name, 2, 1, 2, "mma.sync.aligned." form " {%0, %1}, {%2, %3}, {%4}, {%5, %6};"                         \
      : "=r"(d[0]), "=r"(d[1])                                                                               \
      : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(c[0]), "r"(c[1]))
// m8n8k4: sums in f32, in f32 with C in f16, in f16.
#define MMA_QUADS_F32(name, form)                                                                            \
  MMA(name, 2, 2, 8,                                                                                         \
      "mma.sync.aligned.m8n8k4." form ".f32.f16.f16.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9}, "        \
      "{%10, %11}, {%12, %13, %14, %15, %16, %17, %18, %19};"                                                \
      : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3]), "=r"(d[4]), "=r"(d[5]), "=r"(d[6]), "=r"(d[7])       \
      : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(b[1]), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]), "r"(c[4]),   \
        "r"(c[5]), "r"(c[6]), "r"(c[7]))
#define MMA_QUADS_F16(name, form)                                                                            \
  MMA(name, 2, 2, 4,                                                                                         \
      "mma.sync.aligned.m8n8k4." form ".f16.f16.f16.f16 {%0, %1, %2, %3}, {%4, %5}, {%6, %7}, "              \
      "{%8, %9, %10, %11};"                                                                                  \
      : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])                                                       \
      : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(b[1]), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]))
// D has eight registers, C four: of two of D's one word is made.
__global__ void quads_row_col_f32_f16(const u32 *in, u32 *out) {
  const u32 *a = in + (blockIdx.x * 32 + threadIdx.x) * 8, *b = a + 2, *c = b + 2;
  u32 d[8];
  asm volatile("mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9}, "
               "{%10, %11}, {%12, %13, %14, %15};"
               : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3]), "=r"(d[4]), "=r"(d[5]), "=r"(d[6]),
                 "=r"(d[7])
               : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(b[1]), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]));
  for (int i = 0; i < 4; ++i)
    out[(blockIdx.x * 32 + threadIdx.x) * 4 + i] = d[i] * 31 + d[i + 4];
}

MMA_421(f16_k8, "m16n8k8.row.col.f32.f16.f16.f32")
MMA_442(f16_k16, "m16n8k16.row.col.f32.f16.f16.f32")
MMA_221(f16_k8_f16, "m16n8k8.row.col.f16.f16.f16.f16")
MMA_242(f16_k16_f16, "m16n8k16.row.col.f16.f16.f16.f16")
MMA_421(bf16_k8, "m16n8k8.row.col.f32.bf16.bf16.f32")
MMA_442(bf16_k16, "m16n8k16.row.col.f32.bf16.bf16.f32")
MMA_421(tf32_k4, "m16n8k4.row.col.f32.tf32.tf32.f32")
MMA_442(tf32_k8, "m16n8k8.row.col.f32.tf32.tf32.f32")
MMA_442(e4m3_k32, "m16n8k32.row.col.f32.e4m3.e4m3.f32")
MMA_442(e4m3_e5m2_k32, "m16n8k32.row.col.f32.e4m3.e5m2.f32")
MMA_442(e5m2_e4m3_k32, "m16n8k32.row.col.f32.e5m2.e4m3.f32")
MMA_442(e5m2_k32, "m16n8k32.row.col.f32.e5m2.e5m2.f32")
MMA_QUADS_F32(quads_row_col, "row.col")
MMA_QUADS_F32(quads_row_row, "row.row")
MMA_QUADS_F32(quads_col_col, "col.col")
MMA_QUADS_F32(quads_col_row, "col.row")
MMA_QUADS_F16(quads_row_col_f16, "row.col")
MMA_QUADS_F16(quads_col_row_f16, "col.row")
// PTX 8.7 and later.
#if defined(RADDLE_FLOAT16) || (__CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__ >= 1208)
#define HAS_PTX_8_7 1
MMA_421(e4m3_k16, "m16n8k16.row.col.f32.e4m3.e4m3.f32")
MMA_421(e5m2_e4m3_k16, "m16n8k16.row.col.f32.e5m2.e4m3.f32")
MMA_242(e4m3_k32_f16, "m16n8k32.row.col.f16.e4m3.e4m3.f16")
MMA_242(e5m2_k32_f16, "m16n8k32.row.col.f16.e5m2.e5m2.f16")
MMA_221(e4m3_e5m2_k16_f16, "m16n8k16.row.col.f16.e4m3.e5m2.f16")
#endif

// Measured on an H100 with CUDA 13.0.
const Row kTable[] = {
    {"f16_k8",
     {0xf9132598, 0x30c4a617, 0xbf0f02a5, 0xa6b3ae4d, 0x25a5addd, 0xfc3f20f2, 0x59a13f9f}},
    {"f16_k16",
     {0xea684b6f, 0xb3e4ab46, 0x025e6548, 0xed8e0b3f, 0x6f66b10c, 0xba3640ea, 0xecc889ca}},
    {"f16_k8_f16",
     {0xc7a9f70d, 0x2603b19e, 0xed020c63, 0x283ce907, 0x2115ccd8, 0x4c6f67d6, 0x2c34517a}},
    {"f16_k16_f16",
     {0x7881dbe2, 0xfbd8972c, 0x7166e09f, 0xb8b972f8, 0x1efe08ce, 0x5423bcb1, 0xb3adb9ca}},
    {"bf16_k8",
     {0x0a85c7c9, 0x305c649e, 0xa47f285a, 0xe368987d, 0x2ecea32f, 0xd06544f2, 0xf90b3d72}},
    {"bf16_k16",
     {0x787b5e0f, 0x79877019, 0xea96892e, 0x3f5f6fc6, 0x86567e28, 0x56280868, 0x1b995662}},
    {"tf32_k4",
     {0x1262f398, 0x6eb2d98f, 0x069b843c, 0x540b0a7d, 0xc9d2e7fc, 0x04344f15, 0x7f81b96a}},
    {"tf32_k8",
     {0x9404de97, 0x8951674b, 0x8418abfb, 0x42b013db, 0xd67f6f5c, 0x0fd10d48, 0x835d3cb4}},
    {"e4m3_k32",
     {0x61f8b75f, 0xa79574ed, 0xff09f53a, 0xb23b66d8, 0xedbb734a, 0x699325eb, 0x312b5807}},
    {"e4m3_e5m2_k32",
     {0x95f20ed3, 0x8ac95bf3, 0x67e0fa7a, 0xc4ca22eb, 0xc2683393, 0xf7aa2ada, 0xe2e60cb1}},
    {"e5m2_e4m3_k32",
     {0x6a2362ed, 0x9d638f64, 0xd5efdca3, 0x2bae23a9, 0x4a240288, 0xa8de4e47, 0x01cff74c}},
    {"e5m2_k32",
     {0x07395782, 0xae2f0f7a, 0x2b1a17d7, 0x6ac7e9f4, 0x810bec0a, 0x4503f221, 0x765ac792}},
    {"quads_row_col",
     {0xb83ffa5f, 0x4ac9f364, 0x667ed89a, 0x3e4b935a, 0x512855ff, 0xdfd1ca38, 0x48a6fc29}},
    {"quads_row_row",
     {0x80940727, 0xe379cbca, 0xd12a23e4, 0xa43dd51c, 0x7101994c, 0x88ea3bd9, 0x40a16ac1}},
    {"quads_col_col",
     {0x19a60f39, 0x95dedba3, 0xce732c7d, 0xdf27fcee, 0xacac4bf8, 0x279fbec7, 0xd33cd03c}},
    {"quads_col_row",
     {0x6a2f56a3, 0xa2f96c91, 0x6f3a78b3, 0xb648c70d, 0x8ce1edc2, 0xd764c8c8, 0x71c96878}},
    {"quads_row_col_f16",
     {0x78f67a05, 0x574e72ee, 0xe5923411, 0xf59ae6bc, 0x3daec8c1, 0x62df16a7, 0x6c3f9507}},
    {"quads_col_row_f16",
     {0xd57c0d92, 0xb2abbf49, 0x1fbd993b, 0x3c836dc9, 0x34559407, 0x3343b9a4, 0x02b7739f}},
    {"quads_row_col_f32_f16",
     {0x21dd3e00, 0x06c981ba, 0x46d3c5d5, 0x6ece7590, 0xbf91fb46, 0xafef4fc5, 0x183821d1}},
    {"e4m3_k16",
     {0xa986170a, 0xc3ceba2a, 0xc2f3017f, 0xf62dbcb5, 0xe01b71e9, 0x0e3b3e10, 0x4a8cfc40}},
    {"e5m2_e4m3_k16",
     {0x15d599ee, 0x08c0c652, 0xb5d41cf9, 0x4f67e221, 0x4fbf7e4a, 0x68722be7, 0x4a29bdce}},
    {"e4m3_k32_f16",
     {0xba1b6a00, 0x5933bcce, 0x0d04bbdf, 0xc184707c, 0xfaf780e0, 0x6278b388, 0xbe18def6}},
    {"e5m2_k32_f16",
     {0xcc7f5fbb, 0x504458ba, 0x61d993ae, 0x4a9c9232, 0xef8dd6ba, 0xda510152, 0x8a3dd5d5}},
    {"e4m3_e5m2_k16_f16",
     {0xe5a3f803, 0x7023f15d, 0x9f064dae, 0x0baa6adc, 0x1921a619, 0x1a7b01f7, 0x8b7d9bf0}},
};

using Kernel = void (*)(const u32 *, u32 *);
void check(Table &table, const char *name, Kernel kernel, int a, int b, int c, Coding x, Coding y, Coding z) {
  DeviceArray<u32> in(inputs(a, b, c, x, y, z)), out(static_cast<size_t>(kCases * 32 * c));
  kernel<<<kCases, 32>>>(in.get(), out.get());
  CHECK_LAUNCH();
  table.compare(name, out.host());
}

} // namespace

#define FORM(name, a, b, c, x, y, z) check(table, #name, name, a, b, c, kCoding##x, kCoding##y, kCoding##z)

int main(int arguments, char **argument) {
  Table table(kTable, sizeof kTable / sizeof *kTable, arguments, argument);
  FORM(f16_k8, 2, 1, 4, F16, F16, F32);
  FORM(f16_k16, 4, 2, 4, F16, F16, F32);
  FORM(f16_k8_f16, 2, 1, 2, F16, F16, F16);
  FORM(f16_k16_f16, 4, 2, 2, F16, F16, F16);
  FORM(bf16_k8, 2, 1, 4, Bf16, Bf16, F32);
  FORM(bf16_k16, 4, 2, 4, Bf16, Bf16, F32);
  FORM(tf32_k4, 2, 1, 4, Tf32, Tf32, F32);
  FORM(tf32_k8, 4, 2, 4, Tf32, Tf32, F32);
  FORM(e4m3_k32, 4, 2, 4, E4m3, E4m3, F32);
  FORM(e4m3_e5m2_k32, 4, 2, 4, E4m3, E5m2, F32);
  FORM(e5m2_e4m3_k32, 4, 2, 4, E5m2, E4m3, F32);
  FORM(e5m2_k32, 4, 2, 4, E5m2, E5m2, F32);
  FORM(quads_row_col, 2, 2, 8, F16, F16, F32);
  FORM(quads_row_row, 2, 2, 8, F16, F16, F32);
  FORM(quads_col_col, 2, 2, 8, F16, F16, F32);
  FORM(quads_col_row, 2, 2, 8, F16, F16, F32);
  FORM(quads_row_col_f16, 2, 2, 4, F16, F16, F16);
  FORM(quads_col_row_f16, 2, 2, 4, F16, F16, F16);
  FORM(quads_row_col_f32_f16, 2, 2, 4, F16, F16, F16);
#if defined(HAS_PTX_8_7)
  FORM(e4m3_k16, 2, 1, 4, E4m3, E4m3, F32);
  FORM(e5m2_e4m3_k16, 2, 1, 4, E5m2, E4m3, F32);
  FORM(e4m3_k32_f16, 4, 2, 2, E4m3, E4m3, F16);
  FORM(e5m2_k32_f16, 4, 2, 2, E5m2, E5m2, F16);
  FORM(e4m3_e5m2_k16_f16, 2, 1, 2, E4m3, E5m2, F16);
#endif
  return verdict();
}
