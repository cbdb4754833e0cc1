// Accumulators of neighbouring columns lie in the order of what is added to them, so that the loop shuffles nothing. Each
// fission loop has as many rows as it can, because rows are single numbers.
// RUN: %clang_device -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z8multiplyPfPKfS1_i -lanes 32 -block rows+eights -ir-after finish -stop-after finish | FileCheck %s
// RUN: env RADDLE_ISA=avx2 %kernelc -bitcode %t.bc -kernel _Z8multiplyPfPKfS1_i -lanes 32 -block rows+eights -ir-after finish -stop-after finish | FileCheck %s --check-prefix=AVX2
// RUN: env RADDLE_ISA=avx2 %kernelc -bitcode %t.bc -kernel _Z4widePfPKfS1_i -lanes 32 -block rows+eights -ir-after finish -stop-after finish | FileCheck %s --check-prefix=AVX2
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -processor znver4 -kernel _Z8multiplyPfPKfS1_i -lanes 32 -block rows+eights -ir-after finish -stop-after finish | FileCheck %s --check-prefix=HALVES
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z7watchedPfPKfS1_i -lanes 32 -block rows+eights -ir-after finish -stop-after finish | FileCheck %s --check-prefix=WATCHED

template <bool is_watched, typename Index = int>
__device__ void product(float *c, const float *a, const float *b, int tiles) {
  __shared__ float tile_a[8][128], tile_b[8][128];
  const Index row = threadIdx.x / 16 * 8, column = threadIdx.x % 16 * 8;
  float sum[8][8] = {}, seen = 0;
  for (int tile = 0; tile < tiles; ++tile) {
    for (int i = 0; i < 4; ++i) {
      (&tile_a[0][0])[i * 256 + threadIdx.x] = a[(tile * 4 + i) * 256 + threadIdx.x];
      (&tile_b[0][0])[i * 256 + threadIdx.x] = b[(tile * 4 + i) * 256 + threadIdx.x];
    }
    __syncthreads();
    for (int i = 0; i < 8; ++i)
      for (Index y = 0; y < 8; ++y)
        for (Index x = 0; x < 8; ++x)
          sum[y][x] += tile_a[i][row + y] * tile_b[i][column + x];
    __syncthreads();
    if (is_watched)
      seen += sum[2][3];
  }
  for (int y = 0; y < 8; ++y)
    for (int x = 0; x < 8; ++x)
      c[(row + y) * 128 + column + x] = sum[y][x] + seen;
}

// Twice eight tiles of 8 KiB, which do not lie a multiple of 4 KiB apart.
// CHECK: %batch = alloca [133248 x i8]
// 4 rows by 4 columns.
// CHECK: .part{{.*}}:
// CHECK-COUNT-16: phi <16 x float>
// CHECK-NOT: shufflevector <16 x float> %{{.*}}, <16 x float> %
// CHECK: br i1
// 4 rows by 2 columns, of which LLVM writes some as `column | 1`; eight iterations.
// AVX2-NOT: each.lane
// AVX2: .part{{.*}}:
// AVX2-COUNT-8: phi <8 x float>
// AVX2-COUNT-16: load <8 x float>
// AVX2-NOT: load <8 x float>
// AVX2: br i1
// 8 rows by 2 columns, which leave more of the first-level cache to others; four iterations.
// HALVES: .part{{.*}}:
// HALVES-COUNT-16: phi <16 x float>
// HALVES-COUNT-8: load <16 x float>
// HALVES-NOT: load <16 x float>
// HALVES: br i1
__global__ void multiply(float *c, const float *a, const float *b, int tiles) { product<false>(c, a, b, tiles); }

__global__ void wide(float *c, const float *a, const float *b, int tiles) {
  product<false, size_t>(c, a, b, tiles);
}

// Code that looks at an accumulator for each tile would have to shuffle it each time.
// WATCHED: shufflevector <16 x float> %{{.*}}, <16 x float> %
// WATCHED: .part{{.*}}:
__global__ void watched(float *c, const float *a, const float *b, int tiles) { product<true>(c, a, b, tiles); }
