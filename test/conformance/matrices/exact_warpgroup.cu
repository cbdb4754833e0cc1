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
