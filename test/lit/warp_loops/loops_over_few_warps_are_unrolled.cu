// Where a block has no more warps than its class says, and the kernel has no loops, the loops over the warps between two
// barriers are unrolled. The values that warps keep, and those that one stores and another one loads, are in registers, and
// values that no warp loads are not stored. Kernels with loops, with many instructions, or with warps that return early, and
// blocks with more warps have loops over the warps.
// RUN: %clang_device -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -processor znver4 -kernel _Z4scanPiPKi -lanes 32 -block rows+eight-warps -ir-after finish -stop-after finish | FileCheck %s
// RUN: env RADDLE_ISA=avx2 %kernelc -bitcode %t.bc -processor znver4 -kernel _Z4scanPiPKi -lanes 32 -block rows+eight-warps -ir-after finish -stop-after finish | FileCheck %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z4scanPiPKi -lanes 32 -block rows+eights -ir-after finish -stop-after finish | FileCheck %s --check-prefix=LOOP
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z4turnPiPKi -lanes 32 -block rows-of-16+four-warps -ir-after finish -stop-after finish | FileCheck %s --check-prefix=TURN
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z7repeatsPii -lanes 32 -block rows+eight-warps -ir-after finish -stop-after finish | FileCheck %s --check-prefix=LOOP
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z7returnsPii -lanes 32 -block rows+eight-warps -ir-after finish -stop-after finish | FileCheck %s --check-prefix=LOOP
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z5largePj -lanes 32 -block rows+eight-warps -ir-after finish -stop-after finish | FileCheck %s --check-prefix=LOOP
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z5largePj -lanes 32 -block rows+two-warps -ir-after finish -stop-after finish | FileCheck %s --check-prefix=ROW
// RUN: env RADDLE_ISA=avx2 %kernelc -bitcode %t.bc -kernel _Z5largePj -lanes 32 -block rows+four-warps -ir-after finish -stop-after finish | FileCheck %s --check-prefix=LOOP
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z4treePf -lanes 32 -block rows+eight-warps -ir-after finish -stop-after finish | FileCheck %s --check-prefix=TREE
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -processor znver4 -kernel _Z5addUpPfPKf -lanes 32 -block rows+eight-warps -ir-after finish -stop-after finish | FileCheck %s --check-prefix=AHEAD

__shared__ int totals[8];

__device__ int scanOfWarp(int value, int lane) {
  for (int distance = 1; distance < 32; distance *= 2) {
    int lower = __shfl_up_sync(0xffffffff, value, distance);
    if (lane >= distance)
      value += lower;
  }
  return value;
}

// The totals of the eight warps are one vector; only the sums of these come to be in memory.
// CHECK-LABEL: define {{.*}}@_Z4scanPiPKi.block(
// CHECK-NOT: alloca
// CHECK-NOT: phi i64
// CHECK-COUNT-8: load <32 x i32>
// CHECK-NOT: load <
// CHECK: store <8 x i32>
// CHECK-NOT: load <32
// CHECK: ret void
// LOOP-LABEL: define {{.*}}.block(
// LOOP: phi i64
// LOOP: store volatile
// LOOP: ret void
__global__ void scan(int *out, const int *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int value = scanOfWarp(in[i], lane);
  if (lane == 31)
    totals[warp] = value;
  __syncthreads();
  if (warp == 0) {
    int total = scanOfWarp(lane < blockDim.x / 32 ? totals[lane] : 0, lane);
    if (lane < blockDim.x / 32)
      totals[lane] = total;
  }
  __syncthreads();
  out[i] = warp == 0 ? value : value + totals[warp - 1];
}

// TURN-LABEL: define {{.*}}@_Z4turnPiPKi.block(
// TURN-NOT: phi i64
// TURN-COUNT-4: load <32 x i32>
// TURN-NOT: {{load|store}} <
// TURN: br i1
// TURN-NOT: load <
// TURN: ret void
__global__ void turn(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.y * blockDim.x + threadIdx.x;
  values[t] = in[t];
  __syncthreads();
  out[t] = values[127 - t];
}

__global__ void repeats(int *out, int times) {
  for (int i = 0; i < times; ++i) {
    totals[threadIdx.x / 32] = i;
    __syncthreads();
    out[i * 256 + threadIdx.x] = totals[7 - threadIdx.x / 32];
    __syncthreads();
  }
}

__global__ void returns(int *out, int warps) {
  if (threadIdx.x / 32 >= warps)
    return;
  totals[threadIdx.x / 32] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = totals[0];
}

// ROW-LABEL: define {{.*}}.block(
// ROW-NOT: phi i64
// ROW: ret void
__global__ void large(unsigned *out) {
  __shared__ unsigned values[256];
  unsigned x = out[threadIdx.x];
#pragma unroll
  for (int i = 0; i < 180; ++i)
    x = (x ^ x >> 7) * 33 + i;
  values[threadIdx.x] = x;
  __syncthreads();
  out[threadIdx.x] = values[threadIdx.x ^ 32];
}

// Nothing of it comes to be in shared memory.
// TREE-LABEL: define {{.*}}@_Z4treePf.block(
// TREE-COUNT-8: load <32 x float>
// TREE-NOT: {{(load|store) <|masked}}
// TREE: store float
// TREE-NOT: store
// TREE: ret void
__global__ void tree(float *values) {
  __shared__ float sums[256];
  int t = threadIdx.x;
  sums[t] = values[t];
  __syncthreads();
#pragma unroll
  for (int half = 128; half > 0; half /= 2) {
    if (t < half)
      sums[t] += sums[t + half];
    __syncthreads();
  }
  if (t == 0)
    values[0] = sums[0];
}

// On Zen prefetches are eight blocks ahead (of 256 numbers; 32 more for the second warp), which are 8 KiB, to the second-level cache.
// AHEAD-LABEL: define {{.*}}@_Z5addUpPfPKf.block(
// AHEAD: add i32 %{{[0-9]+}}, 2080{{$}}
// AHEAD: prefetch.p0(ptr {{.*}}, i32 0, i32 2, i32 1)
// AHEAD-NOT: prefetch.p0(ptr {{.*}}, i32 0, i32 3, i32 1)
// AHEAD: ret void
__global__ void addUp(float *out, const float *values) {
  __shared__ float sums[8];
  float sum = values[blockIdx.x * blockDim.x + threadIdx.x];
  for (int distance = 16; distance > 0; distance /= 2)
    sum += __shfl_xor_sync(0xffffffff, sum, distance);
  if (threadIdx.x % 32 == 0)
    sums[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = sums[0] + sums[7];
}
