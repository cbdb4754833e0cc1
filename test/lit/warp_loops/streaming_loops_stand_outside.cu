// A loop that reads several vectors in each iteration, which all warps make equally often, stands around the loop over the
// warps. A loop that warps enter or leave one by one, that reads little, or that computes much, stays inside.
// RUN: %clang_device -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z4rowsPjPK5uint4i -lanes 32 -block rows+eight-warps -disable-pass fuse-warps -ir-after loop-over-warps -stop-after loop-over-warps | FileCheck %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z4someiPjPK5uint4i -lanes 32 -block rows+eight-warps -disable-pass fuse-warps -ir-after loop-over-warps -stop-after loop-over-warps | FileCheck %s --check-prefix=NONE
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z4fewsPjPKji -lanes 32 -block rows+eight-warps -disable-pass fuse-warps -ir-after loop-over-warps -stop-after loop-over-warps | FileCheck %s --check-prefix=NONE
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z6floatsPfPK6float4i -lanes 32 -block rows+eight-warps -disable-pass fuse-warps -ir-after loop-over-warps -stop-after loop-over-warps | FileCheck %s --check-prefix=NONE

// CHECK-LABEL: define {{.*}} @_Z4rowsPjPK5uint4i(
// CHECK: {{[.]warps}}:
// CHECK: = phi i64
// CHECK: load <16 x i32>
__global__ void rows(unsigned *out, const uint4 *in, int tiles) {
  unsigned sum = 0;
  for (int tile = 0; tile < tiles; ++tile) {
    const uint4 *row = in + tile * 512 + threadIdx.x, first = row[0], second = row[256];
    sum += first.x ^ first.y ^ first.z ^ first.w;
    sum += second.x ^ second.y ^ second.z ^ second.w;
  }
  out[threadIdx.x] = sum;
}

// NONE-LABEL: define {{.*}} @_Z
// NONE-NOT: {{[.]warps}}:
// NONE: ret void
__global__ void some(int warps, unsigned *out, const uint4 *in, int tiles) {
  unsigned sum = 0;
  if (threadIdx.x / 32 < warps)
    for (int tile = 0; tile < tiles; ++tile) {
      const uint4 *row = in + tile * 512 + threadIdx.x, first = row[0], second = row[256];
      sum += first.x ^ first.y ^ first.z ^ first.w;
      sum += second.x ^ second.y ^ second.z ^ second.w;
    }
  out[threadIdx.x] = sum;
}

__global__ void fews(unsigned *out, const unsigned *in, int tiles) {
  unsigned sum = 0;
  for (int tile = 0; tile < tiles; ++tile)
    sum += in[tile * 256 + threadIdx.x];
  out[threadIdx.x] = sum;
}

// Sums of floats keep their order, so that each element takes a shuffle.
__global__ void floats(float *out, const float4 *in, int tiles) {
  float sum = 0;
  for (int tile = 0; tile < tiles; ++tile) {
    const float4 *row = in + tile * 512 + threadIdx.x, first = row[0], second = row[256];
    sum += first.x;
    sum += first.y;
    sum += first.z;
    sum += first.w * second.x * second.y / second.z - second.w;
  }
  out[threadIdx.x] = sum;
}
