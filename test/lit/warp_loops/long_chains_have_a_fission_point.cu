// In a kernel without barriers that is a long dependence chain, all warps run up to a fission point, and then on from
// there: there are two loops over the warps, and the values that a warp keeps lie in memory. Warps that return
// early come there, too. A kernel that is short, or does not wait for itself, or prints, is one loop.
// RUN: %clang_device -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z5chainPfPKfi -lanes 32 -block rows -ir-after loop-over-warps -stop-after loop-over-warps | FileCheck %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z5chainPfPKfi -lanes 32 -block rows+one-warp -ir-after loop-over-warps -stop-after loop-over-warps | FileCheck %s --check-prefix=NONE
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z4widePfPKfi -lanes 32 -block rows -ir-after loop-over-warps -stop-after loop-over-warps | FileCheck %s --check-prefix=NONE
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z6printsPfPKfi -lanes 32 -block rows -ir-after loop-over-warps -stop-after loop-over-warps | FileCheck %s --check-prefix=NONE
// Zen looks less far ahead.
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z5mixedPjPKji -lanes 32 -block rows -ir-after loop-over-warps -stop-after loop-over-warps | FileCheck %s --check-prefix=FAR
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -processor znver4 -kernel _Z5mixedPjPKji -lanes 32 -block rows -ir-after loop-over-warps -stop-after loop-over-warps | FileCheck %s --check-prefix=NEAR
#include <cstdio>

__device__ float longChain(float x) {
  for (int i = 0; i < 3; ++i)
    x = expf(logf(x) * 0.5f) + sqrtf(x) / (x + 1);
  return x;
}

// CHECK-LABEL: define {{.*}} @_Z5chainPfPKfi(
// CHECK: %kept = alloca
// CHECK: %[[HERE:goes.on.*]] = phi i1
// CHECK: store i1 %[[HERE]],
// CHECK-NOT: raddle_syncthreads(
// CHECK: ret void
// NONE-LABEL: define {{.*}} @_Z
// NONE-NOT: .warps:
// NONE: ret void
__global__ void chain(float *out, const float *in, int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size)
    out[i] = longChain(in[i]);
}

// Eight chains that do not wait for each other.
__global__ void wide(float *out, const float *in, int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x[8];
  for (int k = 0; k < 8; ++k)
    x[k] = in[8 * i + k];
  for (int round = 0; round < 8; ++round)
    for (int k = 0; k < 8; ++k)
      x[k] = x[k] * x[k] + 0.25f;
  for (int k = 0; k < 8; ++k)
    out[8 * i + k] = x[k];
}

__global__ void prints(float *out, const float *in, int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = longChain(in[i]);
  printf("%d\n", i);
}

// FAR-LABEL: define {{.*}} @_Z5mixedPjPKji(
// FAR-COUNT-1: phi i1 [ true
// FAR-NOT: phi i1 [ true
// FAR: ret void
// NEAR-LABEL: define {{.*}} @_Z5mixedPjPKji(
// NEAR-COUNT-2: phi i1 [ true
// NEAR: ret void
__global__ void mixed(unsigned *out, const unsigned *in, int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size)
    return;
  unsigned hash = in[i];
#pragma unroll
  for (int k = 0; k < 8; ++k) {
    hash = (hash ^ hash >> 16) * 0x85ebca6b;
    hash = (hash ^ hash >> 13) * 0xc2b2ae35;
    hash = (hash ^ hash >> 16) + k * 77;
  }
  out[i] = hash;
}
