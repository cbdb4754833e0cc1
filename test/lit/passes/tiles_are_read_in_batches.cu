// Shared memory that is filled again and again is filled several times before the accumulators are loaded; what the warps
// have in common to add up is computed once for all of them.
// RUN: %clang_device -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z8multiplyPfPK6float4S2_i -lanes 32 -block rows -ir-after finish -stop-after finish | FileCheck %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z8numberedPfPK6float4S2_i -lanes 32 -block rows -ir-after finish -stop-after finish | FileCheck %s --check-prefix=NUMBERED

template <bool numbered> __device__ void sums(float *out, const float4 *a, const float4 *b, int tiles) {
  __shared__ float4 tile_a[256], tile_b[256];
  float sum[8][8] = {};
  for (int tile = 0; tile < tiles; ++tile) {
    tile_a[threadIdx.x] = a[tile * 256 + threadIdx.x];
    tile_b[threadIdx.x] = b[tile * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 8; ++i) {
      const float *row = &tile_a[i * 32 + threadIdx.x / 16 * 2].x, *column = &tile_b[i * 32 + threadIdx.x % 16].x;
      for (int y = 0; y < 8; ++y)
        for (int x = 0; x < 8; ++x)
          sum[y][x] += row[y] * column[x] * (numbered ? tile : 1);
    }
    __syncthreads();
  }
  for (int y = 0; y < 8; ++y)
    for (int x = 0; x < 8; ++x)
      out[(y * 8 + x) * 256 + threadIdx.x] = sum[y][x];
}

// 8 KiB of shared memory, four times, and 128 bytes apart, and the same again for the next batch; the last tile ends a
// batch too.
// CHECK: %batch{{.*}} = alloca [67072 x i8]
// CHECK: %filled{{.*}} = phi i64
// CHECK: icmp {{.*}} 24960
// The columns, which neighbouring lanes share in part, are separated before the loop over the warps.
// CHECK: .common
// CHECK: shufflevector
__global__ void multiply(float *out, const float4 *a, const float4 *b, int tiles) { sums<false>(out, a, b, tiles); }

// What is added up depends on the tile's number.
// NUMBERED-NOT: %batch
// NUMBERED: ret void
__global__ void numbered(float *out, const float4 *a, const float4 *b, int tiles) { sums<true>(out, a, b, tiles); }
