// env: RADDLE_MMA=exact
// flags: -arch=sm_90a
// wgmma of floating-point numbers gives an H100's bits: digests of what it gave are in the table below.
#include "digests.h"

#include <cstdint>

namespace {

// Where a matrix without a swizzle lies whose rows have 32 or 64 bytes: eight rows of 16 bytes, then the next 16 bytes of the rows.
__device__ uint64_t descriptorOf(const void *matrix) {
  constexpr uint64_t kLeading = 128, kStride = 128;
  return __cvta_generic_to_shared(matrix) >> 4 | kLeading >> 4 << 16 | kStride >> 4 << 32;
}

// Each warp takes A and C of another case of the same distribution. `words`: how many a lane has.
__device__ const u32 *caseOfWarp(const u32 *in, int words) {
  const int warp = static_cast<int>(threadIdx.x / 32), block = static_cast<int>(blockIdx.x);
  const int number = block / kRepetitions * kRepetitions + (block + warp) % kRepetitions;
  return in + (number * 32 + static_cast<int>(threadIdx.x) % 32) * words;
}

// A lane has four words of A, B of B, C of C, and where A is sparse one of metadata.
#define WGMMA(name, B, C, is_sparse, ...)                                                                    \
  __global__ void __launch_bounds__(128) name(const u32 *in, u32 *out) {                                     \
    constexpr int kWords = 4 + B + C + is_sparse;                                                            \
    __shared__ __align__(128) u32 matrix[32 * B];                                                            \
    for (int i = static_cast<int>(threadIdx.x); i < 32 * B; i += 128)                                        \
      matrix[i] = in[(blockIdx.x * 32 + i / B) * kWords + 4 + i % B];                                        \
    asm volatile("fence.proxy.async;" ::: "memory");                                                         \
    __syncthreads();                                                                                         \
    const u32 *a = caseOfWarp(in, kWords), *c = a + 4 + B;                                                   \
    [[maybe_unused]] const u32 metadata = c[is_sparse ? C : 0];                                              \
    const uint64_t b = descriptorOf(matrix);                                                                 \
    u32 d[C];                                                                                                \
    for (int i = 0; i < C; ++i)                                                                              \
      d[i] = c[i];                                                                                           \
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");                                                  \
    asm volatile(__VA_ARGS__);                                                                               \
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");                                           \
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");                                           \
    for (int i = 0; i < C; ++i)                                                                              \
      out[(blockIdx.x * 128 + threadIdx.x) * C + i] = d[i];                                                  \
  }
#define A_IN_REGISTERS "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3])
#define WGMMA_F32(name, form, rest)                                                                          \
  WGMMA(name, 2, 4, 0,                                                                                       \
        "wgmma.mma_async.sync.aligned." form " {%0, %1, %2, %3}, {%4, %5, %6, %7}, %8, " rest ";"            \
        : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])                                                     \
        : A_IN_REGISTERS, "l"(b))
#define WGMMA_F16(name, form, rest)                                                                          \
  WGMMA(name, 2, 2, 0, "wgmma.mma_async.sync.aligned." form " {%0, %1}, {%2, %3, %4, %5}, %6, " rest ";"     \
        : "+r"(d[0]), "+r"(d[1])                                                                             \
        : A_IN_REGISTERS, "l"(b))
#define WGMMA_SP_F32(name, form, rest)                                                                       \
  WGMMA(name, 4, 4, 1,                                                                                       \
        "wgmma.mma_async.sp.sync.aligned." form " {%0, %1, %2, %3}, {%4, %5, %6, %7}, %8, %9, 0, " rest ";"  \
        : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])                                                     \
        : A_IN_REGISTERS, "l"(b), "r"(metadata))
#define WGMMA_SP_F16(name, form, rest)                                                                       \
  WGMMA(name, 4, 2, 1,                                                                                       \
        "wgmma.mma_async.sp.sync.aligned." form " {%0, %1}, {%2, %3, %4, %5}, %6, %7, 0, " rest ";"          \
        : "+r"(d[0]), "+r"(d[1])                                                                             \
        : A_IN_REGISTERS, "l"(b), "r"(metadata))

WGMMA_F32(f16, "m64n8k16.f32.f16.f16", "1, 1, 1, 0")
WGMMA_F16(f16_f16, "m64n8k16.f16.f16.f16", "1, -1, 1, 0")
WGMMA_F32(bf16, "m64n8k16.f32.bf16.bf16", "1, -1, 1, 0")
WGMMA_F32(tf32, "m64n8k8.f32.tf32.tf32", "1, 1, 1")
WGMMA_F32(e4m3_e4m3, "m64n8k32.f32.e4m3.e4m3", "1, 1, 1")
WGMMA_F32(e4m3_e5m2, "m64n8k32.f32.e4m3.e5m2", "1, 1, 1")
WGMMA_F32(e5m2_e4m3, "m64n8k32.f32.e5m2.e4m3", "1, 1, 1")
WGMMA_F32(e5m2_e5m2, "m64n8k32.f32.e5m2.e5m2", "1, 1, 1")
WGMMA_F16(e4m3_f16, "m64n8k32.f16.e4m3.e4m3", "1, 1, 1")
WGMMA_F16(e5m2_e4m3_f16, "m64n8k32.f16.e5m2.e4m3", "1, 1, -1")
WGMMA_SP_F32(sparse_f16, "m64n8k32.f32.f16.f16", "1, 1, 1, 0")
WGMMA_SP_F16(sparse_f16_f16, "m64n8k32.f16.f16.f16", "1, 1, 1, 0")
WGMMA_SP_F32(sparse_bf16, "m64n8k32.f32.bf16.bf16", "1, 1, 1, 0")
WGMMA_SP_F32(sparse_tf32, "m64n8k16.f32.tf32.tf32", "1, 1, 1")
WGMMA_SP_F32(sparse_e4m3, "m64n8k64.f32.e4m3.e4m3", "1, 1, 1")
WGMMA_SP_F32(sparse_e5m2_e4m3, "m64n8k64.f32.e5m2.e4m3", "1, 1, 1")
WGMMA_SP_F16(sparse_e4m3_f16, "m64n8k64.f16.e4m3.e4m3", "1, 1, 1")

// Measured on an H200 with CUDA 13.0.
const Row kTable[] = {
    {"f16", {0xec628d3c, 0x6ba876fc, 0x97a2689f, 0x90f6c109, 0x21115dd7, 0x75037a7c, 0x111f4cb3}},
    {"f16_f16", {0x28897871, 0x832537aa, 0x385304c5, 0x8350c0e1, 0xf03f6508, 0x9bd85419, 0x25b5751a}},
    {"bf16", {0x1d537b7b, 0x14b88c5a, 0xc3ff228b, 0xada23e84, 0x51fa867a, 0x2a246beb, 0xf16475f9}},
    {"tf32", {0x0176328c, 0x10a43060, 0x13dd55c8, 0x685a9d6e, 0x40c49007, 0x62d32e00, 0x720882ad}},
    {"e4m3_e4m3", {0x580cbb3a, 0xb1a6efbb, 0x64c731cc, 0xd5419ac8, 0x04b788e0, 0xeba4121f, 0x1744cc90}},
    {"e4m3_e5m2", {0x6c375758, 0x77bc1b1a, 0xe2d2b507, 0xf78f0579, 0xcfc49dbd, 0x97ba6c46, 0xf6c25aaf}},
    {"e5m2_e4m3", {0x872c19b6, 0x13ab056e, 0x05c8bbd5, 0x7e8bfd2a, 0x666812d9, 0xf798e19b, 0x50a75b22}},
    {"e5m2_e5m2", {0xb6e9890e, 0x7ca66e04, 0xada9d7ed, 0x36b5eed0, 0xf99d82c2, 0x06002991, 0x0497d712}},
    {"e4m3_f16", {0xf5b7a454, 0xeb7dc95d, 0xf8ed03b0, 0x0815037f, 0xc60dc12b, 0x18435388, 0xc08fa4e8}},
    {"e5m2_e4m3_f16", {0x8255d60a, 0x8f27a82d, 0x2649139e, 0x7d2a3ab2, 0xbc2cf4c1, 0x5b021ac4, 0x5a266978}},
    {"sparse_f16", {0xacbff677, 0xcb504ba5, 0x20f78dc1, 0x07a43b36, 0x464d9b41, 0xa7fa6504, 0xc9b418b9}},
    {"sparse_f16_f16", {0x1a3e82de, 0xc94ac08f, 0x25af60da, 0x3a06de70, 0x42c64d7a, 0xc6dff670, 0xf154cdbd}},
    {"sparse_bf16", {0x0b910680, 0xded1cbfe, 0x8ec7e6dd, 0x35b5349d, 0x2d9ec4df, 0xca3dd033, 0xea01154d}},
    {"sparse_tf32", {0x05024b38, 0x378c6c73, 0xcb79ae00, 0x5b36acab, 0x80eb4168, 0x9862cbc4, 0xdd7281e5}},
    {"sparse_e4m3", {0x836afdf0, 0xfa2cd8ef, 0x1ede348f, 0x3ba04e1b, 0xe29805d6, 0x88d2a279, 0xf47d55f0}},
    {"sparse_e5m2_e4m3",
     {0xc3b26f2a, 0x3a4ae864, 0x11bff559, 0x7f013b5a, 0x54f01ad1, 0x0cf5d0e4, 0x2d769ffd}},
    {"sparse_e4m3_f16", {0xc81e0d89, 0x7914851a, 0x2f000f57, 0xb72296a5, 0x094e2b31, 0xb036dbe3, 0x6e91cb77}},
};

using Kernel = void (*)(const u32 *, u32 *);
void check(Table &table, const char *name, Kernel kernel, int b, int c, Coding x, Coding y, Coding z) {
  const bool is_sparse = b == 4;
  DeviceArray<u32> in(inputs(4, b, c, x, y, z,
                             !is_sparse     ? nullptr
                             : x.bits == 32 ? oneOfTwo
                                            : twoOfFour)),
      out(static_cast<size_t>(kCases * 128 * c));
  kernel<<<kCases, 128>>>(in.get(), out.get());
  CHECK_LAUNCH();
  table.compare(name, out.host());
}

} // namespace

#define FORM(name, b, c, x, y, z) check(table, #name, name, b, c, kCoding##x, kCoding##y, kCoding##z)

int main(int arguments, char **argument) {
  Table table(kTable, sizeof kTable / sizeof *kTable, arguments, argument);
  FORM(f16, 2, 4, F16, F16, F32);
  FORM(f16_f16, 2, 2, F16, F16, F16);
  FORM(bf16, 2, 4, Bf16, Bf16, F32);
  FORM(tf32, 2, 4, Tf32, Tf32, F32);
  FORM(e4m3_e4m3, 2, 4, E4m3, E4m3, F32);
  FORM(e4m3_e5m2, 2, 4, E4m3, E5m2, F32);
  FORM(e5m2_e4m3, 2, 4, E5m2, E4m3, F32);
  FORM(e5m2_e5m2, 2, 4, E5m2, E5m2, F32);
  FORM(e4m3_f16, 2, 2, E4m3, E4m3, F16);
  FORM(e5m2_e4m3_f16, 2, 2, E5m2, E4m3, F16);
  FORM(sparse_f16, 4, 4, F16, F16, F32);
  FORM(sparse_f16_f16, 4, 2, F16, F16, F16);
  FORM(sparse_bf16, 4, 4, Bf16, Bf16, F32);
  FORM(sparse_tf32, 4, 4, Tf32, Tf32, F32);
  FORM(sparse_e4m3, 4, 4, E4m3, E4m3, F32);
  FORM(sparse_e5m2_e4m3, 4, 4, E5m2, E4m3, F32);
  FORM(sparse_e4m3_f16, 4, 2, E4m3, E4m3, F16);
  return verdict();
}
